"""The page that unsubscribes, asked by clients of all kinds, over real connections."""

import re
import socket
import threading
from concurrent.futures import Future
from contextlib import closing, suppress
from http.client import HTTPConnection

import pytest

from commands.server.http_server import LimitedServer
from commands.server.unsubscribing import BUSY, BUTTON, DONE, make_unsubscribe_pages
from mail.smtp.listen_addresses import TcpPort
from mail.smtp.receiver_interface import Busy, TemporaryFailure

TOKEN = "u." + "a2" * 15 + "b"
PATH = f"/unsubscribe/{TOKEN}"
FORM = b"List-Unsubscribe=One-Click"
MULTIPART = (
    b'--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
)


class Pages:
    """A server of the pages, with the tokens that it passed on."""

    def __init__(self):
        self.taken, self.error = [], None
        self.server = LimitedServer(TcpPort("127.0.0.1", 0), make_unsubscribe_pages(self.submit))
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def submit(self, token):
        self.taken.append(token)
        done = Future()
        done.set_exception(self.error) if self.error else done.set_result(None)
        return done

    def ask(self, method, path, body=None, headers=()):
        """Returns the status, the headers and the text of an answer."""
        with closing(HTTPConnection("127.0.0.1", self.server.server_port, timeout=10)) as client:
            client.request(method, path, body, dict(headers))
            answer = client.getresponse()
            return answer.status, answer.headers, answer.read().decode()

    def raw(self, *pieces):
        """Sends bytes as they are; returns the first line of the answer, or nothing."""
        with (
            closing(socket.create_connection(("127.0.0.1", self.server.server_port), 10)) as made,
            suppress(ConnectionError),
        ):
            made.sendall(b"".join(pieces))
            with made.makefile("rb") as answer:
                return answer.readline().decode().strip()
        return ""


@pytest.fixture
def pages():
    made = Pages()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_one_click_in_each_form(pages):
    """Mail providers send the words of RFC 8058 in one of two encodings, some in chunks."""
    assert pages.ask("POST", PATH, FORM)[::2] == (200, pages.ask("POST", PATH, FORM)[2])
    assert DONE in pages.ask("POST", f"/games{PATH}", MULTIPART)[2]
    chunked = b"1a\r\n%s\r\n0\r\n\r\n" % FORM
    head = f"POST {PATH} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    assert pages.raw(head, chunked) == "HTTP/1.0 200 OK"
    assert pages.taken == [TOKEN] * 4


def test_looking_at_it_unsubscribes_nobody(pages):
    """Programs that look through mails follow links: they see a button alone."""
    status, headers, text = pages.ask("GET", PATH)
    assert (status, BUTTON in text, headers["Referrer-Policy"]) == (200, True, "no-referrer")
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert pages.ask("HEAD", PATH)[::2] == (200, "")
    assert TOKEN not in text
    assert pages.taken == []


def test_only_the_words_of_the_standard_count(pages):
    """Neither an empty request nor one with other words, methods or paths does anything."""
    for body in (b"", None, b"x=y", b"List-Unsubscribe=One-Clicks", b"List-Unsubscribe: One-Click"):
        assert pages.ask("POST", PATH, body)[0] == 400, body
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "post"):
        assert pages.ask(method, PATH, FORM)[0] == 405, method
    wrong = (
        TOKEN,
        f"{PATH}/",
        f"{PATH}x",
        f"{PATH[:-1]}",
        f"{PATH}%0a",
        f"/unsubscribe/%2e%2e/{TOKEN}",
    )
    wrong += (f"/unsubscribe//{TOKEN}", f"{PATH}%00", PATH.replace("a2", "A2"), "/", "/etc/passwd")
    wrong += (PATH.replace("u.", "b."), "/unsubscribe/", f"/unsubscribe/?{TOKEN}")
    for path in wrong:
        for method in ("GET", "POST"):
            assert pages.ask(method, path, FORM)[0] == 404, path
    assert pages.taken == []


def test_requests_are_limited(pages):
    """One that is too long isn't answered; a length that is none counts as nothing sent."""
    for length in (b"4097", b"99999999999", b"-1", b"x"):
        head = f"POST {PATH} HTTP/1.1\r\nContent-Length: ".encode() + length
        assert pages.raw(head + b"\r\n\r\n") in ("", "HTTP/1.0 400 Bad Request"), length
    chunked = f"POST {PATH} HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    assert pages.raw(chunked + b"fff\r\n" + b"x" * 5000) == ""
    assert pages.raw(f"POST {PATH} HTTP/1.1\r\nX: ".encode() + b"x" * 9000) == ""
    assert pages.taken == []


def test_slow_clients_keep_nobody_out(pages):
    """The oldest of too many connections makes way."""
    address = "127.0.0.1", pages.server.server_port
    slow = [socket.create_connection(address) for _ in range(20)]
    for each in slow:
        each.sendall(b"POST ")
    assert pages.ask("POST", PATH, FORM)[0] == 200
    for each in slow:
        each.close()


def test_what_cant_be_stored_may_come_again(pages):
    """While the server is busy or has an error, the answer says that it was in vain."""
    for error in (Busy(), TemporaryFailure("1234"), TimeoutError()):
        pages.error = error
        status, _, text = pages.ask("POST", PATH, FORM)
        assert (status, BUSY in text) == (503, True)


def test_a_browser_sends_what_its_button_says(pages):
    """The page of a GET has the form of the standard."""
    ((name, value),) = re.findall(r'<button name="(.*)" value="(.*)">', pages.ask("GET", PATH)[2])
    sent = {"Content-Type": "application/x-www-form-urlencoded"}
    assert DONE in pages.ask("POST", PATH, f"{name}={value}", sent)[2]
    assert pages.taken == [TOKEN]
