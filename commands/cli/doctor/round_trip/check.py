"""The check that a mail to ourselves comes back, with a token and with a plus address."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

from commands.app import was_made
from commands.cli.doctor.check import LeftOut
from commands.cli.doctor.database_checks import open_if_usable
from commands.cli.doctor.finding import Finding, consider, ok
from commands.cli.doctor.relay_check import relay_trouble
from commands.cli.doctor.round_trip.arrivals import (
    Arrivals,
    DatabaseArrivals,
    find_lost,
    mailbox_arrivals,
)
from commands.cli.doctor.round_trip.probes import make_tokens, plain_probe, plus_probe
from commands.cli.doctor.round_trip.result import Trip, clock_finding, trip_finding
from commands.cli.doctor.round_trip.waiting import send, wait
from commands.health.status import is_server_running
from commands.security.tokens import TokenSigner
from commands.settings import Settings
from mail.delivery.relay import DeliveryError
from mail.mailbox.errors import MailboxError
from pbm.clock import SystemClock

NAME, CLOCK_NAME = "round trip", "mailbox clock"
NO_MAIL = "Mails are written into a Maildir, so none can come back: there is nothing to try."
NO_SERVER = "No server runs that could take a mail."


@dataclass(frozen=True, slots=True)
class _Server:
    """The server as the database knows it."""

    tokens: TokenSigner
    is_running: bool


def check_round_trip(settings: Settings) -> Mapping[str, Finding]:
    """Sends mails to ourselves, and tells whether and how they come back."""
    if settings.outbox_folder:
        return {NAME: ok(NO_MAIL)}
    server = _read_server(settings) if was_made(settings) else None
    if server and (server.is_running or _comes_by_pipe(settings)):
        return _try(settings, server.tokens, _database_arrivals(settings), by_server=True)
    if not settings.mailbox:
        return {NAME: consider(NO_SERVER, "Start pbm serve, then run pbm doctor again.")}
    return _try_mailbox(settings, server.tokens if server else make_tokens())


def _read_server(settings: Settings) -> _Server:
    with open_if_usable(settings) as app, app.database.snapshot() as work:
        running = is_server_running(app.settings, work, app.clock.now())
        return _Server(app.tokens, running)


def _comes_by_pipe(settings: Settings) -> bool:
    """Returns True if mail comes in by `pbm receive` alone, which needs no server."""
    return not (settings.mailbox or settings.listens)


@contextmanager
def _database_arrivals(settings: Settings) -> Iterator[Arrivals]:
    with open_if_usable(settings) as app:
        yield DatabaseArrivals(app)


def _try_mailbox(settings: Settings, tokens: TokenSigner) -> Mapping[str, Finding]:
    """Tries the mailbox while no server runs that would empty it."""
    try:
        with mailbox_arrivals(settings) as arrivals:
            found = dict(_try(settings, tokens, nullcontext(arrivals), by_server=False))
            if times := arrivals.times.values():
                found[CLOCK_NAME] = clock_finding(arrivals.opened, min(times), SystemClock().now())
            return found
    except MailboxError as error:
        raise LeftOut(f"the mailbox can't be used: {error.text.rstrip('.')}") from error


def _try(
    settings: Settings,
    tokens: TokenSigner,
    arrivals: AbstractContextManager[Arrivals],
    *,
    by_server: bool,
) -> Mapping[str, Finding]:
    """Sends the mails, and waits for them; `arrivals` is entered once they are sent."""
    mails = [plain_probe(settings, tokens)]
    if settings.replies != "reference":
        mails.append(plus_probe(settings, tokens))
    try:
        labels = send(settings, _envelope_sender(settings, tokens), mails)
    except DeliveryError as error:
        return {NAME: relay_trouble(settings, error)}
    with arrivals as opened:
        took = wait(opened, labels)
    plus = took.get(labels[1]) if labels[1:] else None
    trip = Trip(took.get(labels[0]), plus, has_plus=bool(mails[1:]), by_server=by_server)
    place = "" if took or not settings.mailbox else find_lost(settings, labels)
    return {NAME: trip_finding(settings, trip, place)}


def _envelope_sender(settings: Settings, tokens: TokenSigner) -> str:
    """Returns a sender of the kind that our mails have; its bounces are of no mail."""
    if settings.envelope_sender == "null":
        return ""
    if settings.envelope_sender == "address" or settings.replies == "reference":
        return settings.address
    name, _, host = settings.address.partition("@")
    return f"{name}+{tokens.bounce(0)}@{host}"
