"""Checks of the mailbox that is read, and of the relay that takes outgoing mail."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING

from commands.app import App
from commands.cli.doctor.database import LOOPBACK
from commands.health.check import Examined, Finding, broken, consider, ok, sentence
from commands.health.mail import mailbox_advice, relay_advice
from commands.inbound.service.labelled_mail import arrival_keys, find_probe
from commands.outbound.relay_settings import probe_relay
from commands.settings import Settings
from commands.system.credentials import make_login
from mail.delivery.relay import DeliveryError
from mail.mailbox.errors import MailboxError, translated
from mail.mailbox.folder import MailboxFolder, MailboxMail, open_folder
from mail.mailbox.folder_names import INBOX, own_folder
from mail.mailbox.session import MailboxSession
from mail.reading.incoming import read_incoming_mail
from mail.server_address import ServerAddress
from pbm.clock import SystemClock
from pbm.wording import listing, local_time

if TYPE_CHECKING:
    from mail.delivery.relay_probe import RelayCapabilities


MAILBOX_SECONDS = 10
TOLD = ("IDLE", "MOVE", "UIDPLUS")
"""The capabilities that make a difference."""
MAIL_IN = frozenset({"smtp", "lmtp", "mailbox"})
"""The roles by which mail comes in; nodes without one of them leave that to others."""
KNOWN_FOR = timedelta(days=30)
"""So long a mail shows that there is a way which the settings don't name, such as a pipe."""
NO_WAY = "nothing listens, and no mailbox is read"
LARGEST_MAIL = 100_000
"""Bytes that every mail of ours stays below."""
CONNECT_SECONDS = 10
REPLY_SECONDS = 20
"""Relays that look a sender up take their time to reply."""


def check_mailbox(settings: Settings) -> Finding:
    """Checks that the mailbox can be opened, and tells what its server offers."""
    if not settings.mailbox:
        return ok("PBM_MAILBOX is empty: no mailbox is read.")
    from mail.mailbox.errors import MailboxError  # noqa: PLC0415 - its library is slow to load
    from mail.mailbox.folder import open_folder  # noqa: PLC0415

    address = settings.mailbox_address
    try:
        session = open_mailbox(settings, MAILBOX_SECONDS)
        try:
            open_folder(session, address.path)
            return _tell_mailbox(session, address)
        finally:
            session.close()
    except MailboxError as error:
        return broken(sentence(error.text), mailbox_advice(settings, error.kind))


def mailbox_start(settings: Settings) -> str:
    """Returns `mailbox_start` for mail from now on; empty if the mailbox can't be opened."""
    from mail.mailbox.errors import MailboxError  # noqa: PLC0415 - its library is slow to load
    from mail.mailbox.folder import open_folder  # noqa: PLC0415

    address = settings.mailbox_address
    try:
        session = open_mailbox(settings, MAILBOX_SECONDS)
        try:
            folder = open_folder(session, address.path)
        finally:
            session.close()
    except MailboxError:
        return ""
    return f"{folder.uidvalidity} {folder.uid_next} {address.mailbox_name}"


def check_ways_in(examined: Examined) -> Iterator[Finding]:
    """Yields whether mail from elsewhere can come in at all."""
    settings, last = examined.settings, _last_mail(examined)
    has_port = settings.smtp_port is not None
    ways = [
        *(["from the mailbox"] if settings.mailbox else []),
        *([f"by LMTP at {settings.lmtp}"] if settings.lmtp else []),
        *([f"by SMTP at {settings.smtp_host}, port {settings.smtp_port}"] if has_port else []),
    ]
    is_open = settings.mailbox or settings.lmtp or (has_port and settings.smtp_host not in LOOPBACK)
    has_come = last is not None and examined.now - last <= KNOWN_FOR
    if settings.host in LOOPBACK or is_open or has_come or not settings.role_set >= MAIL_IN:
        comes = f"Mail comes {listing(ways)}" if ways else sentence(NO_WAY).rstrip(".")
        yield ok(f"{comes}{f'; the last mail came at {local_time(last)}' if last else ''}.")
        return
    smtp = f"SMTP at {settings.smtp_host}, port {settings.smtp_port}, is for this machine alone"
    yield consider(
        f"No mail can come in for {settings.address}: {smtp if has_port else NO_WAY}.",
        "Run pbm setup --force, and answer how mail comes. If your mail server hands mail on to "
        "pbm, or runs pbm receive, send one: this ends with the first mail that comes.",
    )


def _last_mail(examined: Examined) -> datetime | None:
    """Returns the time of the last mail since the server began, or was restored."""
    if isinstance(examined.stored, str):
        return None
    last, restored = examined.work.seen_mails.last(), examined.work.identity.restored
    return last if last and (restored is None or last > restored) else None


def open_mailbox(settings: Settings, timeout: float) -> "MailboxSession":
    """Returns a session with the server of the mailbox; raises MailboxError."""
    from mail.mailbox.session import open_session  # noqa: PLC0415 - its library is slow to load

    address = settings.mailbox_address
    secrets = settings.mailbox_password_file, settings.mailbox_token_command
    login = make_login(address, *secrets, settings.data)
    assert login is not None  # noqa: S101 - the setting demands a user
    return open_session(address, login, timeout=timeout)


def _tell_mailbox(session: "MailboxSession", address: ServerAddress) -> Finding:
    """Tells what the server offers, once the login has worked."""
    login = f"{address} takes the login of {address.user}"
    if not session.can_move:
        return broken(
            f"{address} has neither MOVE nor UIDPLUS: mails that were read can't be filed without "
            "deleting others.",
            "Use a mailbox at another provider.",
        )
    offered = [name for name in TOLD if name in session.capabilities]
    if "IDLE" not in session.capabilities:
        offered.append("no IDLE, so it is asked for new mail from time to time")
    return ok(f"{login}, and offers {listing(offered)}.")


def check_relay(settings: Settings) -> Finding:
    """Checks that the relay can be used and takes our mails, without sending one."""
    from mail.delivery.smtp_session import Timeouts  # noqa: PLC0415 - its library is slow to load

    timeouts = Timeouts(connect=CONNECT_SECONDS, tls=CONNECT_SECONDS, reply=REPLY_SECONDS)
    try:
        found = probe_relay(settings, timeouts)
    except DeliveryError as error:
        return relay_trouble(settings, error)
    return _tell_relay(settings, found)


def relay_trouble(settings: Settings, error: DeliveryError) -> Finding:
    """Returns the finding of an error of the relay."""
    text = str(error).rstrip(".")
    if error.fault == "rate":
        return consider(
            f"The relay takes no more mails for now: {text}.",
            "They wait, and nothing is lost. Set PBM_RELAY_PER_MINUTE or PBM_RELAY_PER_DAY to what "
            "the provider permits.",
        )
    if error.fault == "recipient":
        return broken(
            f"The relay takes no mail to {settings.address}: {text}.",
            "See that PBM_ADDRESS is right, and that its mail server knows it.",
        )
    return broken(sentence(f"{_cause(settings, error)}{text}"), relay_advice(settings, error.fault))


def _cause(settings: Settings, error: DeliveryError) -> str:
    """Returns what a refusal of a mail means; empty for other errors, which tell that."""
    if not error.in_mail:
        return ""
    if error.fault == "login":
        return "The relay wants a login: "
    if error.fault == "sender":
        return (
            f"The relay doesn't send for {settings.address} with "
            f"PBM_ENVELOPE_SENDER={settings.envelope_sender}: "
        )
    return "The relay takes no mail: "


def _tell_relay(settings: Settings, found: "RelayCapabilities") -> Finding:
    """Tells what a relay offers, and what it means if something is missing."""
    text = sentence(found.text).removesuffix(".")
    if settings.outbox_folder:
        return ok(f"{text}.")
    if found.max_size is not None and found.max_size < LARGEST_MAIL:
        return broken(
            f"{text}, but no mail over {found.max_size} bytes: ours have up to {LARGEST_MAIL}.",
            "Use another relay.",
        )
    size = f"; the largest may have {found.max_size} bytes" if found.max_size else ""
    if not found.smtputf8:
        size += "; it can't write to addresses beyond ASCII (no SMTPUTF8)"
    return ok(f"{text}{size}.")


# The places where mails to ourselves arrive: the mailbox, or the database of the server.

MAX_BYTES = 16 * 1024
"""The bytes read of each mail: more than the headers of ours ever have."""
MAX_MAILS = 50
"""The mails that are looked at in one go."""


Arrived = Callable[[Sequence[str]], set[str]]
"""Returns the labels whose mail has arrived."""


def recorded(app: App, labels: Sequence[str]) -> set[str]:
    """Returns the labels whose mail the server has recorded."""
    with app.database.snapshot() as work:
        knows = work.seen_mails.knows
        return {each for each in labels if knows(arrival_keys(app.tokens.keys, each))}


@dataclass
class MailboxArrivals:
    """The mails that have come into a folder of the mailbox since it was opened."""

    session: MailboxSession
    folder: MailboxFolder
    opened: datetime
    """The time from which mails are looked for, by this machine's clock."""
    found: dict[int, str] = field(default_factory=dict)
    """The labels by UID."""
    times: dict[str, datetime] = field(default_factory=dict)
    """The times of arrival by the clock of the mailbox's server, by label."""
    _looked_at: set[int] = field(default_factory=set)

    def arrived(self, labels: Sequence[str]) -> set[str]:
        """Returns the labels whose mail has arrived; raises MailboxError."""
        uids = _uids(self.folder, self.folder.uid_next)
        new = [*islice((uid for uid in uids if uid not in self._looked_at), MAX_MAILS)]
        mails, _ = self.folder.fetch(new, MAX_BYTES) if new else ([], [])
        self._looked_at.update(new)
        for mail in mails:
            self._take(mail, labels)
        return set(self.found.values()) & set(labels)

    def remove(self) -> None:
        """Removes the mails that were found, and no others: nothing is left behind."""
        if not self.found:
            return
        with suppress(MailboxError):
            if "UIDPLUS" in self.session.capabilities:
                self.folder.remove_copied(self.found)
            elif "MOVE" in self.session.capabilities:
                self.folder.move(self.found, own_folder(self.session, "done"))

    def _take(self, mail: MailboxMail, labels: Sequence[str]) -> None:
        label = _label_of(mail)
        if label in labels:
            self.found[mail.uid] = label
            if mail.arrived:
                self.times[label] = mail.arrived


@contextmanager
def mailbox_arrivals(settings: Settings) -> Iterator[MailboxArrivals]:
    """Yields what arrives in the mailbox from now on, of which ours is removed at the end.

    Raises MailboxError.
    """
    session = open_mailbox(settings, MAILBOX_SECONDS)
    try:
        folder = open_folder(session, settings.mailbox_address.path)
        arrivals = MailboxArrivals(session, folder, SystemClock().now())
        try:
            yield arrivals
        finally:
            arrivals.remove()
    finally:
        session.close()


def find_lost(settings: Settings, labels: Sequence[str]) -> str:
    """Returns the folder of the mailbox in which a mail of ours lies; empty if it isn't found.

    That for spam is looked at as well. Nothing is moved: the server, or its owner, may do so.
    """
    try:
        session = open_mailbox(settings, MAILBOX_SECONDS)
    except MailboxError:
        return ""
    try:
        with translated("folder", "the folder for spam can't be found"):
            spam = session.client.find_special_folder(rb"\Junk")
        paths = [settings.mailbox_address.path or INBOX, *([spam] if spam else [])]
        return next((path for path in paths if _is_there(session, path, labels)), "")
    except MailboxError:
        return ""
    finally:
        session.close()


def _is_there(session: MailboxSession, path: str, labels: Sequence[str]) -> bool:
    """Returns True if one of the newest mails in a folder is ours."""
    folder = open_folder(session, path)
    newest = [*deque(_uids(folder, max(folder.uid_next - MAX_MAILS, 1)), MAX_MAILS)]
    mails, _ = folder.fetch(newest, MAX_BYTES) if newest else ([], [])
    return any(_label_of(mail) in labels for mail in mails)


def _uids(folder: MailboxFolder, first: int) -> Iterator[int]:
    return (uid for listing in folder.look(first) for uid in listing.there)


def _label_of(mail: MailboxMail) -> str:
    return find_probe(read_incoming_mail("<>", (), mail.content))
