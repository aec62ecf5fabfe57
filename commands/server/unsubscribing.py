"""The process that receives one-click unsubscribe requests (RFC 8058).

It doesn't open the database. It passes on each request as an email to an unsubscribe address, which
the main process stores. A web server in front of it provides HTTPS at the address that emails
contain.
"""

import re
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from commands.outbound.addressing import UNSUBSCRIBE as PATH
from commands.security.tokens import UNSUBSCRIBE
from commands.server.http_server import LimitedServer
from commands.server.mail_receiving import MailReceivingProcess, Receive
from commands.server.processes.child_process import OPEN, ChildProcess, check_listens
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.heartbeat import BEAT_SECONDS, Heartbeat
from commands.server.writer.writer_pipe import WriterPipe
from commands.settings import Settings
from commands.system.essential_thread import essential_thread
from commands.system.logs.logging import configure_logging
from mail.composing.mime_message import ONE_CLICK
from mail.reading.incoming import read_incoming_mail
from mail.smtp.listen_addresses import read_port
from mail.smtp.receiver_interface import Busy, TemporaryFailure
from pbm.process.lazy_logger import get_logger

PROCESS = "unsubscribe"
STOP_SECONDS = 5
MAX_CONNECTIONS = 32
"""Maximum number of connections. Each one stays open until its email is stored."""
CONTENT = b"Subject: unsubscribe\r\n\r\n"
NETWORK = "unsubscribing"
"""Network name for all requests, so that even many of them can't delay the emails of other
networks.
"""
STORED_SECONDS = 20
"""Seconds to wait until a request is stored. A request that takes longer remains valid."""
TOKEN = re.compile(rf".*/{PATH}/({re.escape(UNSUBSCRIBE)}[a-z2-7]{{31}})")
"""A path that ends with a token, which isn't verified yet. A proxy may add a prefix."""
NAME, _, VALUE = ONE_CLICK.partition("=")
FORM = re.compile(rf'{NAME}(?:=|"?\r\n(?:[^\r\n]+\r\n)*\r\n){VALUE}\b')
"""The form field of RFC 8058, URL-encoded or as multipart/form-data."""
HEADERS = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),  # the URL is a secret
    ("X-Robots-Tag", "noindex"),
    (
        "Content-Security-Policy",
        "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    ),
)
PAGE = """\
<!DOCTYPE html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Unsubscribe</title>
<h1>Unsubscribe</h1>
{}
</html>
"""
BUTTON = f"""\
<p>Stop getting this kind of email?</p>
<form method="post"><button name="{NAME}" value="{VALUE}">Unsubscribe</button></form>"""
DONE = "<p>You're unsubscribed. We'll email you what has changed, and how to undo it.</p>"
BUSY = "<p>Sorry, that didn't work. Please try again later.</p>"
NOT_FOUND = "<p>This link is incomplete. Please copy all of it from the email.</p>"
NO_FORM = f"<p>The request must contain {ONE_CLICK}.</p>"
NO_METHOD = "<p>Only GET and POST requests are allowed.</p>"
Start = Callable[..., object]
App = Callable[[dict[str, Any], Start], Iterable[bytes]]
Submit = Callable[[str], "Future[None]"]
"""Passes on a token. The future is done once it is stored."""
log = get_logger()


class UnsubscribingProcess(MailReceivingProcess):
    """Runs the process that receives requests and passes each on as an email."""

    def __init__(self, settings: Settings, fork_server: ForkServer, receive: Receive) -> None:
        super().__init__(
            PROCESS,
            run_unsubscribing_worker,
            settings,
            fork_server,
            STOP_SECONDS,
            receive=receive,
        )

    def check_started(self, child: ChildProcess) -> None:
        """Waits until it listens. Raises UsageError if the settings make that impossible."""
        check_listens(child, PROCESS)


def run_unsubscribing_worker(settings: Settings, pipe: Connection, beating: Connection) -> None:
    """Serves requests until the main process sends STOP or dies."""
    configure_logging(settings.log_style)
    heartbeat, stopping = Heartbeat(beating), threading.Event()
    writer_pipe = WriterPipe(pipe, stopping.set)
    name, _, host = settings.address.partition("@")

    def submit(token: str) -> "Future[None]":
        """Passes on the email that the mailto: URI with this token would have produced."""
        read = partial(read_incoming_mail, "", (f"{name}+{token}@{host}",), CONTENT)
        return writer_pipe.submit(NETWORK, read)

    address = read_port(settings.unsubscribe_listen)
    try:
        server = LimitedServer(address, make_unsubscribe_pages(submit), MAX_CONNECTIONS)
    except OSError as error:
        pipe.send(
            f"PBM_UNSUBSCRIBE_LISTEN: pbm can't listen on {address}: {error.strerror or error}."
        )
        return
    log.info("serving unsubscribe requests", host=address.host, port=server.server_port)
    pipe.send(OPEN)
    for name, run in (("writer pipe", writer_pipe.listen), ("http", server.serve_forever)):
        essential_thread(run, name).start()
    while not stopping.wait(BEAT_SECONDS):
        heartbeat.beat()
    server.shutdown()


def make_unsubscribe_pages(submit: Submit) -> App:
    """Returns the page that unsubscribes, as a WSGI application.

    A GET only shows a button, because programs that scan emails follow every link in them. The
    answer to a POST is the same for valid and invalid tokens.
    """

    def pages(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        method, token = environ["REQUEST_METHOD"], TOKEN.fullmatch(environ["PATH_INFO"])
        if method not in ("GET", "HEAD", "POST"):
            status, text = "405 Method Not Allowed", NO_METHOD
        elif not token:
            status, text = "404 Not Found", NOT_FOUND
        elif method != "POST":
            status, text = "200 OK", BUTTON
        elif not FORM.search(environ["wsgi.input"].read().decode("latin-1")):
            status, text = "400 Bad Request", NO_FORM
        else:
            status, text = _unsubscribe(submit, token[1])
        extra = [("Allow", "GET, HEAD, POST")] if status.startswith("405") else []
        start(status, [*HEADERS, *extra])
        return [] if method == "HEAD" else [PAGE.format(text).encode()]

    return pages


def _unsubscribe(submit: Submit, token: str) -> tuple[str, str]:
    try:
        submit(token).result(STORED_SECONDS)
    except (Busy, TemporaryFailure, TimeoutError):
        return "503 Service Unavailable", BUSY
    return "200 OK", DONE
