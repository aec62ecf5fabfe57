"""Checks that emails to the server itself arrive.

Of two test emails, the first has a token in its Message-ID. The second goes to a plus address.
"""

import asyncio
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from commands.cli.doctor.arrivals import Arrived, find_lost, mailbox_arrivals, recorded
from commands.cli.doctor.database import open_if_usable
from commands.cli.doctor.mail import relay_trouble
from commands.inbound.service.probe_mail import RANDOM_BITS, probe_number
from commands.outbound.relay_settings import relay_of
from commands.security.keys.key_ring import KeyRing, StoredKey
from commands.security.tokens import TokenSigner
from commands.server.app.opening import was_made
from commands.server.health.check import CheckSkipped, Finding, broken, consider, ok
from commands.server.health.status import is_server_running
from commands.server.health.work import CLOCK_ADVICE
from commands.settings import Settings
from mail.composing.mime_message import Draft, compose
from mail.delivery.relay import DeliveryError
from mail.mailbox.errors import MailboxError
from mail.mailbox.folder_names import INBOX
from pbm.clock import SystemClock
from pbm.wording import counted, local_time

WAIT_SECONDS = 60.0
"""Maximum seconds to wait for a test email."""
APART_SECONDS = 15.0
"""Maximum seconds between the arrivals of two test emails that were sent together."""
POLL_SECONDS = 0.5
CLOCK_TOLERANCE = timedelta(minutes=5)
CLOCK = "clock"
"""The subject of the finding on the machine's clock."""
NO_MAIL = "emails don't leave this machine"
NO_SERVER = "Not checked, because the server isn't running."
BY_REFERENCE = "Set PBM_REPLIES=reference and PBM_ENVELOPE_SENDER=address."
TEXT = """\
pbm doctor sent this email to check that emails reach this server.
You don't have to do anything, and can delete this email.
"""


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
        return [consider(NO_SERVER, "Start pbm serve, then run pbm doctor again.")]
    return _try_mailbox(settings, tokens or _make_tokens())


def _read_server(settings: Settings) -> tuple[TokenSigner, bool]:
    """Returns the token signer of the server with this data, and whether the server is running."""
    with open_if_usable(settings) as app, app.database.snapshot() as work:
        return app.tokens, is_server_running(app.settings, work, app.clock.now())


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
                findings.append(_clock_finding(arrivals.opened, min(times), SystemClock().now()))
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
    mails = [_probe(settings, tokens, plus=False)]
    if settings.replies != "reference":
        mails.append(_probe(settings, tokens, plus=True))
    try:
        labels = _send(settings, _envelope_sender(settings, tokens), mails)
    except DeliveryError as error:
        return [relay_trouble(settings, error)]
    with arrivals as arrived:
        took = _wait(arrived, labels)
    plus = took.get(labels[1]) if labels[1:] else None
    trip = _Trip(took.get(labels[0]), plus, has_plus=bool(mails[1:]), by_server=by_server)
    place = "" if took or not settings.mailbox else find_lost(settings, labels)
    return [_trip_finding(settings, trip, place)]


def _envelope_sender(settings: Settings, tokens: TokenSigner) -> str:
    """Returns an envelope sender of the kind that our emails have.

    Its bounces belong to no stored email.
    """
    if settings.envelope_sender == "null":
        return ""
    if settings.envelope_sender == "address" or settings.replies == "reference":
        return settings.address
    name, _, host = settings.address.partition("@")
    return f"{name}+{tokens.bounce(0)}@{host}"


@dataclass(frozen=True, slots=True)
class _Probe:
    """A test email to the server itself."""

    label: str
    """The token that identifies it on arrival."""
    recipient: str
    content: bytes


def _make_tokens() -> TokenSigner:
    """Returns a signer with a temporary key, for a server that doesn't have one yet."""
    keys = (StoredKey(secrets.token_bytes(32)),)
    return TokenSigner(KeyRing(lambda: keys, SystemClock()))


def _probe(settings: Settings, tokens: TokenSigner, *, plus: bool) -> _Probe:
    """Returns a test email.

    `plus`: whether its plus address identifies it. Otherwise, its Message-ID does.
    """
    now = SystemClock().now()
    label = tokens.probe(probe_number(now, secrets.randbits(RANDOM_BITS)))
    name, _, host = settings.address.partition("@")
    recipient = f"{name}+{label}@{host}" if plus else settings.address
    draft = Draft(
        author=settings.address,
        recipient=recipient,
        subject="pbm doctor: test email",
        text=TEXT,
        message_id=f"<{secrets.token_hex(10) if plus else label}@{settings.host}>",
        date=now.replace(microsecond=0),
        automatic="auto-generated",
    )
    return _Probe(label, recipient, compose(draft))


def _send(settings: Settings, sender: str, mails: Sequence[_Probe]) -> list[str]:
    """Sends test emails to the relay and returns the labels of the accepted emails.

    The relay may refuse recipients other than the first. Raises DeliveryError for any other
    failure.
    """
    return asyncio.run(_send_all(settings, sender, mails))


async def _send_all(settings: Settings, sender: str, mails: Sequence[_Probe]) -> list[str]:
    connection = relay_of(settings).connections[0]
    taken: list[str] = []
    try:
        for mail in mails:
            try:
                await connection.send(sender, mail.recipient, mail.content)
            except DeliveryError as error:
                # A relay that refuses only the plus address is a finding, not a failure of the
                # check.
                if not taken or error.fault != "recipient":
                    raise
            else:
                taken.append(mail.label)
        return taken
    finally:
        await connection.close()


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


@dataclass(frozen=True, slots=True)
class _Trip:
    """The seconds that the test emails took. None for one that didn't arrive."""

    plain: float | None
    plus: float | None
    has_plus: bool
    """Whether a test email was sent to a plus address."""
    by_server: bool
    """Whether the running server received the test emails. If not, this program looked for them in
    the mailbox.
    """


def _trip_finding(settings: Settings, trip: _Trip, folder: str = "") -> Finding:
    """Returns the finding on the test emails.

    `folder`: the folder that contained them if they didn't arrive normally. Otherwise empty.
    """
    if trip.plain is None and trip.plus is None:
        return _lies_in(settings, folder, trip) if folder else _nothing_came(settings, trip)
    if trip.plain is None:
        return broken(
            f"A test email to {settings.address} didn't arrive, but one to a plus address did.",
            "Check where mail to {settings.address} goes. A filter may remove it.",
        )
    came = f"A test email to the server arrived in {_seconds(trip.plain)}"
    if not trip.has_plus:
        return ok(f"{came}. pbm doesn't use plus addresses.")
    if trip.plus is None:
        return _no_plus(settings, came)
    return ok(f"{came}, and one to a plus address in {_seconds(trip.plus)}.")


def _no_plus(settings: Settings, came: str) -> Finding:
    """Returns the finding for a provider that refuses or drops mail to plus addresses."""
    return broken(
        f"Mail to plus addresses, such as pbm+...@{settings.host}, is lost, but "
        f"PBM_REPLIES={settings.replies} needs them for replies. {came}.",
        BY_REFERENCE,
    )


def _lies_in(settings: Settings, folder: str, trip: _Trip) -> Finding:
    text = f"A test email arrived in the folder {folder} of the mailbox"
    if trip.by_server:
        return broken(
            f"{text}, but the server didn't read it within {WAIT_SECONDS:.0f} seconds.",
            "Check the log of pbm serve and the output of pbm status. If this is the spam "
            "folder, mark the email as not spam.",
        )
    if folder == (settings.mailbox_address.path or INBOX):
        return consider(f"{text}, but took over {WAIT_SECONDS:.0f} seconds.", "Try again later.")
    return broken(
        f"{text}, but pbm doesn't read that folder.",
        "Add a filter that keeps mail to PBM_ADDRESS out of the spam folder.",
    )


def _nothing_came(settings: Settings, trip: _Trip) -> Finding:
    where = "the server" if trip.by_server else "the mailbox"
    return broken(
        f"The relay accepted a test email to {settings.address}, but it didn't reach {where} "
        f"within {WAIT_SECONDS:.0f} seconds.",
        "Check the spam folder and the logs of the mail servers, and look for bounces. Make sure "
        "that mail to PBM_ADDRESS is delivered to this server. If mail is only slow, try again "
        "later.",
    )


def _clock_finding(sent: datetime, arrived: datetime, seen: datetime) -> Finding:
    """Compares this machine's clock with the mailbox server's by a test email's arrival time."""
    if sent - CLOCK_TOLERANCE <= arrived <= seen + CLOCK_TOLERANCE:
        return ok("At the moment, this machine's clock agrees with the mail server's.", CLOCK)
    return broken(
        f"This machine's clock shows {local_time(seen)}, but the mail server's clock showed "
        f"{local_time(arrived)} a moment ago.",
        CLOCK_ADVICE,
        CLOCK,
    )


def _seconds(seconds: float) -> str:
    return "less than a second" if seconds < 1 else counted(round(seconds), "second")
