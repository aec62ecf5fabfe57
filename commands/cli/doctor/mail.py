"""Checks of the mailbox that is read, and of the relay that takes outgoing mail."""

from typing import TYPE_CHECKING

from commands.health.check import Finding, broken, consider, ok, sentence
from commands.health.mail import mailbox_advice, relay_advice
from commands.outbound.relay_settings import probe_relay
from commands.settings import Settings
from commands.system.credentials import make_login
from mail.delivery.relay import DeliveryError
from mail.servers.address import ServerAddress
from pbm.wording import listing

if TYPE_CHECKING:
    from mail.delivery.relays import RelayCapabilities
    from mail.mailbox.session import MailboxSession

MAILBOX_SECONDS = 10
TOLD = ("IDLE", "MOVE", "UIDPLUS")
"""The capabilities that make a difference."""
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


def open_mailbox(settings: Settings, timeout: float) -> "MailboxSession":
    """Returns a session with the server of the mailbox; raises MailboxError."""
    from mail.mailbox.session import open_session  # noqa: PLC0415 - its library is slow to load

    address = settings.mailbox_address
    login = make_login(address, settings.mailbox_password_file, settings.mailbox_token_command)
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
