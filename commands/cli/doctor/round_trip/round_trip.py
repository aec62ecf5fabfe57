"""Checks that emails to the server itself arrive.

Of two test emails, the first has a token in its Message-ID. The second goes to a plus address.
"""

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial

from commands.cli.doctor.database import open_if_usable
from commands.cli.doctor.mail import relay_trouble
from commands.cli.doctor.round_trip.arrivals import Arrived, find_lost, mailbox_arrivals, recorded
from commands.cli.doctor.round_trip.probe_emails import envelope_sender, probe_email, send
from commands.cli.doctor.round_trip.trip_findings import Trip, clock_finding, trip_finding
from commands.security.keys.key_ring import KeyRing, StoredKey
from commands.security.tokens import TokenSigner
from commands.server.app.foundation import read_stored
from commands.server.app.opening import was_made
from commands.server.health.check import CheckSkipped, Finding, consider
from commands.server.health.status import is_server_running
from commands.settings import Settings
from mail.delivery.relay import DeliveryError
from mail.mailbox.errors import MailboxError
from pbm.clock import SystemClock

WAIT_SECONDS = 60.0
"""Maximum seconds to wait for a test email."""
APART_SECONDS = 15.0
"""Maximum seconds between the arrivals of two test emails that were sent together."""
POLL_SECONDS = 0.5
NO_MAIL = "emails don't leave this machine"
NO_SERVER = "Not checked, because the server isn't running."


def check_round_trip(settings: Settings) -> list[Finding]:
    """Sends test emails to the server's own address, and reports whether and how they arrive.

    Raises CheckSkipped if there is no way to send or receive them.
    """
    if settings.outbox_folder:
        raise CheckSkipped(NO_MAIL)
    tokens, is_running = _read_server(settings) if was_made(settings) else (None, False)
    if tokens and (is_running or _comes_by_pipe(settings)):
        return _try(settings, tokens, _database_arrivals(settings), by_server=True)
    if not settings.mailbox:
        return [consider(NO_SERVER, 'Start "pbm serve", then run "pbm doctor" again.')]
    return _try_mailbox(settings, tokens or _make_tokens())


def _read_server(settings: Settings) -> tuple[TokenSigner, bool]:
    """Returns the token signer of the server with this data, and whether it is running.

    A running server with another address or relay doesn't read this mail, so it isn't included.
    """
    with open_if_usable(settings) as app, app.database.snapshot() as work:
        now = app.clock.now()
        is_other = settings.fixed_differences(read_stored(work, now, app.settings, None))
        return app.tokens, not is_other and is_server_running(app.settings, work, now)


def _comes_by_pipe(settings: Settings) -> bool:
    """Whether mail arrives only through `pbm receive`, which works without a running server."""
    return not (settings.mailbox or settings.listens)


@contextmanager
def _database_arrivals(settings: Settings) -> Iterator[Arrived]:
    """Yields a function that asks the server's database which test emails it has recorded."""
    with open_if_usable(settings) as app:
        yield partial(recorded, app)


def _try_mailbox(settings: Settings, tokens: TokenSigner) -> list[Finding]:
    """Tries the mailbox while no running server would empty it."""
    try:
        with mailbox_arrivals(settings) as arrivals:
            findings = _try(settings, tokens, nullcontext(arrivals.arrived), by_server=False)
            if times := arrivals.times.values():
                findings.append(clock_finding(arrivals.opened, min(times), SystemClock().now()))
            return findings
    except MailboxError as error:
        raise CheckSkipped(f"the mailbox can't be used: {error.text.rstrip('.')}") from error


def _try(
    settings: Settings,
    tokens: TokenSigner,
    arrivals: AbstractContextManager[Arrived],
    *,
    by_server: bool,
) -> list[Finding]:
    """Sends the test emails and waits for them.

    `arrivals`: a context that is entered after the emails are sent.
    """
    mails = [probe_email(settings, tokens, plus=False)]
    if settings.replies != "reference":
        mails.append(probe_email(settings, tokens, plus=True))
    try:
        labels = send(settings, envelope_sender(settings, tokens), mails)
    except DeliveryError as error:
        return [relay_trouble(settings, error)]
    with arrivals as arrived:
        took = _wait(arrived, labels)
    plus = took.get(labels[1]) if labels[1:] else None
    has_plus = bool(mails[1:])
    trip = Trip(
        took.get(labels[0]), plus, has_plus=has_plus, by_server=by_server, limit=WAIT_SECONDS
    )
    place = "" if took or not settings.mailbox else find_lost(settings, labels)
    return [trip_finding(settings, trip, place)]


def _make_tokens() -> TokenSigner:
    """Returns a signer with a temporary key, for a server that doesn't have one yet."""
    keys = (StoredKey(secrets.token_bytes(32)),)
    return TokenSigner(KeyRing(lambda: keys, SystemClock()))


def _wait(arrived: Arrived, labels: Sequence[str]) -> dict[str, float]:
    """Waits for the test emails with these labels. Returns the seconds that each arrival took."""
    began = time.monotonic()
    took: dict[str, float] = {}
    while len(took) < len(labels):
        seconds = time.monotonic() - began
        missing = [label for label in labels if label not in took]
        took |= dict.fromkeys(arrived(missing), seconds)
        most = max(took.values()) + APART_SECONDS if took else WAIT_SECONDS
        if seconds >= min(most, WAIT_SECONDS) or len(took) == len(labels):
            break
        time.sleep(POLL_SECONDS)
    return took
