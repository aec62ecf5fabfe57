"""The check that a mail to ourselves comes back, with a token and with a plus address."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext

from commands.app import App, was_made
from commands.cli.doctor.check import LeftOut
from commands.cli.doctor.database_checks import open_if_usable
from commands.cli.doctor.finding import Finding, consider, ok
from commands.cli.doctor.mailbox_check import TIMEOUT_SECONDS, open_mailbox
from commands.cli.doctor.relay_check import relay_trouble
from commands.cli.doctor.round_trip.arrivals import (
    Arrivals,
    DatabaseArrivals,
    MailboxArrivals,
    open_arrivals,
)
from commands.cli.doctor.round_trip.result import Trip, clock_finding, trip_finding
from commands.cli.doctor.round_trip.trial_mails import make_tokens, plain_mail, plus_mail
from commands.cli.doctor.round_trip.waiting import send, wait
from commands.health.status import is_server_running
from commands.security.tokens import TokenSigner
from commands.settings import Settings
from commands.settings.mail_in import IMAP_PORTS
from mail.delivery.relay import DeliveryError
from mail.mailbox.errors import MailboxError
from mail.servers.address import read_server_address
from pbm.clock import SystemClock

NAME, CLOCK_NAME = "round trip", "mailbox clock"
NO_MAIL = "Mails are written into a Maildir, so none can come back: there is nothing to try."
NO_SERVER = "No server runs that could take a mail."


def check_round_trip(settings: Settings) -> Mapping[str, Finding]:
    """Sends mails to ourselves, and tells whether and how they come back."""
    if settings.outbox_folder:
        return {NAME: ok(NO_MAIL)}
    with _database(settings) as app:
        running = app is not None and _is_running(app)
        if running or _comes_by_pipe(settings, app):
            assert app is not None  # noqa: S101 - both need it
            return _try(settings, app.tokens, DatabaseArrivals(app), by_server=True)
        if not settings.mailbox:
            return {NAME: consider(NO_SERVER, "Start pbm serve, then run pbm doctor again.")}
        return _try_mailbox(settings, app.tokens if app else make_tokens())


def _database(settings: Settings) -> AbstractContextManager[App | None]:
    return open_if_usable(settings) if was_made(settings) else nullcontext()


def _is_running(app: App) -> bool:
    with app.database.snapshot() as work:
        last = work.clocks.last_heartbeat()
    return is_server_running(app.settings, last, SystemClock().now())


def _comes_by_pipe(settings: Settings, app: App | None) -> bool:
    """Returns True if mail comes in by `pbm receive` alone, which needs no server."""
    listens = settings.smtp_port is not None or settings.lmtp
    return app is not None and not (settings.mailbox or listens)


def _try_mailbox(settings: Settings, tokens: TokenSigner) -> Mapping[str, Finding]:
    """Tries the mailbox while no server runs that would empty it."""
    path = read_server_address(settings.mailbox, IMAP_PORTS).path
    try:
        session = open_mailbox(settings, TIMEOUT_SECONDS)
        try:
            arrivals = open_arrivals(session, path)
            try:
                return _try(settings, tokens, arrivals, by_server=False)
            finally:
                arrivals.remove()
        finally:
            session.close()
    except MailboxError as error:
        raise LeftOut(f"the mailbox can't be used: {error.text}") from error


def _try(
    settings: Settings, tokens: TokenSigner, arrivals: Arrivals, *, by_server: bool
) -> Mapping[str, Finding]:
    mails = [plain_mail(settings, tokens)]
    if settings.replies != "reference" or settings.envelope_sender == "verp":
        mails.append(plus_mail(settings, tokens))
    sent = SystemClock().now()
    try:
        send(settings, _envelope_sender(settings, tokens), mails)
    except DeliveryError as error:
        return {NAME: relay_trouble(settings, error)}
    took = wait(arrivals, [mail.label for mail in mails])
    plus = took.get(mails[1].label) if mails[1:] else None
    trip = Trip(took.get(mails[0].label), plus, has_plus=bool(mails[1:]), by_server=by_server)
    found = {NAME: trip_finding(settings, trip)}
    if isinstance(arrivals, MailboxArrivals) and arrivals.times:
        times = arrivals.times.values()
        found[CLOCK_NAME] = clock_finding(sent, min(times), SystemClock().now())
    return found


def _envelope_sender(settings: Settings, tokens: TokenSigner) -> str:
    """Returns a sender of the kind that our mails have; its bounces are of no mail."""
    if settings.envelope_sender == "null":
        return ""
    if settings.envelope_sender == "address":
        return settings.address
    name, _, host = settings.address.partition("@")
    return f"{name}+{tokens.bounce(0)}@{host}"
