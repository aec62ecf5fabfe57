"""Implements `pbm healthcheck`, which container platforms run to decide on a restart."""

import platform
from collections.abc import Callable, Iterator
from functools import partial
from http.client import HTTPConnection, HTTPException

import typer

from commands.settings import Settings, read_settings
from mail.smtp.listen_addresses import ListenAddress, TcpPort, read_listen_address
from mail.smtp.server_probe import SECONDS, reachable, read_greeting
from pbm.errors import UsageError

ANSWERS = ("220", "421")
"""Reply codes with which a working server greets clients. With 421, a busy server asks them to come
back later.
"""
OK = 200

Ask = Callable[[], str]
"""Returns the problem with a part of the server, or an empty string. Raises OSError or
HTTPException.
"""


def healthcheck() -> None:
    """Check that the running server responds (for containers).

    The server must greet SMTP and LMTP clients. With PBM_METRICS, /livez must also report success.
    An exit status of 1 means that a restart would help.

    The check also succeeds in two cases in which the server doesn't do all its work. It may be
    unable to store mail at the moment: use /readyz or "pbm doctor" to find out. Or it may be
    drained, by "pbm admin node drain" or because it lacks games that other nodes serve.

    Example: pbm healthcheck
    """
    settings = read_settings().of_roles
    questions = dict(_questions(settings))
    if not questions:
        raise UsageError(
            "There is nothing to check. Set PBM_METRICS, PBM_LMTP or a port in PBM_SMTP_PORT."
        )
    problems = {name: problem for name, ask in questions.items() if (problem := _answer(ask))}
    for name in questions:
        print(f"{name}: {problems.get(name, 'works')}")
    if problems and (reason := _drain_reason(settings)):
        print(f"The server isn't accepting new work: {reason}.")
    elif problems:
        raise typer.Exit(1)


def _questions(settings: Settings) -> Iterator[tuple[str, Ask]]:
    """Yields the questions to ask, by name.

    A server on an automatically chosen port can't be asked, because only the server knows the port.
    """
    if settings.smtp_port:
        place = TcpPort(settings.smtp_host, settings.smtp_port)
        yield "SMTP", partial(_greets, place, proxied=settings.proxy_protocol)
    if settings.lmtp and _is_known(lmtp := read_listen_address(settings.lmtp)):
        yield "LMTP", partial(_greets, lmtp, proxied=False)
    if settings.metrics and _is_known(metrics := read_listen_address(settings.metrics)):
        yield "server", partial(_is_live, reachable(metrics))


def _drain_reason(settings: Settings) -> str:
    """Returns why the running server of this data folder accepts no email.

    Empty if it isn't running or gives no reason.
    """
    from commands.server.app.opening import open_app  # noqa: PLC0415 - seldom needed

    try:
        with (
            open_app(settings, new=False, check_key=False) as app,
            app.database.snapshot() as work,
        ):
            ours = platform.node(), str(settings.data.absolute())
            living = work.nodes.running(app.clock.now())
            return next(
                (each.drain_reason for each in living if (each.host, each.data) == ours), ""
            )
    except Exception:  # noqa: BLE001 - the health check is about the server, not the database
        return ""


def _is_known(place: ListenAddress) -> bool:
    return not isinstance(place, TcpPort) or place.port > 0


def _answer(ask: Ask) -> str:
    try:
        return ask()
    except (OSError, HTTPException) as error:
        return f"no answer ({getattr(error, 'strerror', '') or error})"


def _greets(place: ListenAddress, *, proxied: bool) -> str:
    greeting = read_greeting(place, proxied=proxied)
    return "" if greeting.startswith(ANSWERS) else f'unexpected greeting "{greeting}"'


def _is_live(place: ListenAddress) -> str:
    """Requests /livez and returns its problem."""
    assert isinstance(place, TcpPort)  # noqa: S101 - the setting allows no other
    connection = HTTPConnection(place.host, place.port, timeout=SECONDS)
    try:
        connection.request("GET", "/livez")
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", errors="replace")
    finally:
        connection.close()
    return "" if answer.status == OK else " ".join(text.split())
