"""Checks the mailbox that the server reads, and the relay that takes outgoing mail."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from commands.cli.doctor.database import LOOPBACK
from commands.outbound.relay_settings import probe_relay
from commands.server.health.check import Examined, Finding, broken, consider, ok, sentence
from commands.server.health.mail import mailbox_advice, relay_advice
from commands.settings import Settings
from commands.system.secrets.login_secrets import make_login
from mail.delivery.relay import DeliveryError
from mail.mailbox.errors import MailboxError
from mail.mailbox.folder import open_folder
from mail.mailbox.session import MailboxSession
from mail.server_address import ServerAddress
from pbm.wording import listing, local_time

if TYPE_CHECKING:
    from mail.delivery.smtp.relay_probe import RelayCapabilities

MAILBOX_SECONDS = 10
REPORTED_CAPABILITIES = ("IDLE", "MOVE", "UIDPLUS")
"""Capabilities that affect how the server works."""
MAIL_IN = frozenset({"smtp", "lmtp", "mailbox"})
"""Roles that receive mail. A node without one of them leaves receiving to other nodes."""
RECENT_ARRIVAL = timedelta(days=30)
"""Maximum age of the last incoming email for which mail is assumed to arrive. Mail may arrive in a
way that the settings don't show, such as a pipe.
"""
NO_WAY = "pbm neither listens for mail nor reads a mailbox"
LARGEST_MAIL = 100_000
"""Maximum size in bytes of emails that pbm sends."""
CONNECT_SECONDS = 10
REPLY_SECONDS = 20
"""Seconds to wait for the relay's reply. Some relays look up the sender before they reply."""


def check_mailbox(settings: Settings) -> Finding:
    """Checks that the mailbox can be opened, and reports the features of its server."""
    if not settings.mailbox:
        return ok("PBM_MAILBOX is empty, so pbm reads no mailbox.")

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
    """Returns a value of `mailbox_start` that skips all mail received so far.

    Empty if the mailbox can't be opened.
    """
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
    """Yields a finding on whether mail from elsewhere can be received at all."""
    settings, last = examined.settings, _last_mail(examined)
    has_port = settings.smtp_port is not None
    ways = [
        *(["from the mailbox"] if settings.mailbox else []),
        *([f"by LMTP at {settings.lmtp}"] if settings.lmtp else []),
        *([f"by SMTP at {settings.smtp_host} (port {settings.smtp_port})"] if has_port else []),
    ]
    is_open = settings.mailbox or settings.lmtp or (has_port and settings.smtp_host not in LOOPBACK)
    has_come = last is not None and examined.now - last <= RECENT_ARRIVAL
    if settings.host in LOOPBACK or is_open or has_come or not settings.role_set >= MAIL_IN:
        arrives = f"The server is set up to receive mail {listing(ways)}." if ways else f"{NO_WAY}."
        latest = f" The last email arrived on {local_time(last)}." if last else ""
        yield ok(f"{arrives}{latest}")
        return
    smtp = f"only this machine can connect to {settings.smtp_host} (port {settings.smtp_port})"
    yield consider(
        f"{settings.address} can't receive mail: {smtp if has_port else NO_WAY}.",
        'Run "pbm setup --force" to choose how mail comes in. If your mail server forwards mail to '
        'pbm or runs "pbm receive", send an email to check that it arrives.',
    )


def _last_mail(examined: Examined) -> datetime | None:
    """Returns the time of the last email received since the server was set up or restored."""
    if isinstance(examined.stored, str):
        return None
    last, restored = examined.work.seen_mails.last(), examined.work.identity.restored
    return last if last and (restored is None or last > restored) else None


def open_mailbox(settings: Settings, timeout: float) -> "MailboxSession":
    """Opens a session with the mailbox's server.

    Raises MailboxError.
    """
    from mail.mailbox.session import open_session  # noqa: PLC0415 - its library is slow to load

    address = settings.mailbox_address
    secrets = settings.mailbox_password_file, settings.mailbox_token_command
    login = make_login(address, *secrets, settings.data)
    assert login is not None  # noqa: S101 - the setting demands a user
    return open_session(address, login, timeout=timeout)


def _tell_mailbox(session: "MailboxSession", address: ServerAddress) -> Finding:
    """Reports the features of the mailbox's server after a successful login."""
    login = f"{address} accepts the login for {address.user}"
    if not session.can_move:
        return broken(
            f"{address} supports neither MOVE nor UIDPLUS, so pbm can't safely move emails that it "
            "has read.",
            "Use a mailbox with a different provider.",
        )
    offered = [name for name in REPORTED_CAPABILITIES if name in session.capabilities]
    if "IDLE" not in session.capabilities:
        offered.append("no IDLE (so pbm polls for new mail)")
    return ok(f"{login} and supports {listing(offered)}.")


def check_relay(settings: Settings) -> Finding:
    """Checks that the relay accepts our mail, without sending any."""
    from mail.delivery.smtp.session import Timeouts  # noqa: PLC0415 - its library is slow to load

    timeouts = Timeouts(connect=CONNECT_SECONDS, tls=CONNECT_SECONDS, reply=REPLY_SECONDS)
    try:
        capabilities = probe_relay(settings, timeouts)
    except DeliveryError as error:
        return relay_trouble(settings, error)
    return _tell_relay(settings, capabilities)


def relay_trouble(settings: Settings, error: DeliveryError) -> Finding:
    """Returns the finding for an error of the relay."""
    text = str(error).rstrip(".")
    if error.fault == "rate":
        return consider(
            f"The relay isn't accepting any more emails at the moment: {text}.",
            "pbm will send them later. Set PBM_RELAY_PER_MINUTE or PBM_RELAY_PER_DAY to the "
            "provider's limits.",
        )
    if error.fault == "recipient":
        return broken(
            f"The relay refuses mail to {settings.address}: {text}.",
            "Check that PBM_ADDRESS is correct, and that your mail server accepts mail for it.",
        )
    return broken(sentence(f"{_cause(settings, error)}{text}"), relay_advice(settings, error.fault))


def _cause(settings: Settings, error: DeliveryError) -> str:
    """Returns the meaning of a refused email. Empty for other errors, whose texts contain it."""
    if not error.in_mail:
        return ""
    if error.fault == "login":
        return "The relay requires a login: "
    if error.fault == "sender":
        return (
            f"The relay refuses mail from {settings.address} with "
            f"PBM_ENVELOPE_SENDER={settings.envelope_sender}: "
        )
    return "The relay refuses the email: "


def _tell_relay(settings: Settings, capabilities: "RelayCapabilities") -> Finding:
    """Reports the features of the relay, and the consequences of missing ones."""
    text = sentence(capabilities.text).removesuffix(".")
    if settings.outbox_folder:
        return ok(f"{text}.")
    if capabilities.max_size is not None and capabilities.max_size < LARGEST_MAIL:
        return broken(
            f"{text}, but only emails of up to {capabilities.max_size} bytes. pbm sends emails "
            f"of up to {LARGEST_MAIL} bytes.",
            "Use a different relay.",
        )
    text += f", up to {capabilities.max_size} bytes per email" if capabilities.max_size else ""
    utf8 = "" if capabilities.smtputf8 else " It can't send to non-ASCII addresses (no SMTPUTF8)."
    return ok(f"{text}.{utf8}")
