"""The check of the mailbox whose mail is read."""

from typing import TYPE_CHECKING

from commands.health.check import Finding, broken, ok, sentence
from commands.health.mail import mailbox_advice
from commands.settings import Settings
from commands.system.login_secrets import make_login
from mail.servers.address import ServerAddress
from pbm.wording import listing

if TYPE_CHECKING:
    from mail.mailbox.session import MailboxSession

TIMEOUT_SECONDS = 10
TOLD = ("IDLE", "MOVE", "UIDPLUS")
"""The capabilities that make a difference."""


def check_mailbox(settings: Settings) -> Finding:
    """Checks that the mailbox can be opened, and tells what its server offers."""
    if not settings.mailbox:
        return ok("PBM_MAILBOX is empty: no mailbox is read.")
    from mail.mailbox.errors import MailboxError  # noqa: PLC0415 - its library is slow to load
    from mail.mailbox.folder import open_folder  # noqa: PLC0415

    address = settings.mailbox_address
    try:
        session = open_mailbox(settings, TIMEOUT_SECONDS)
        try:
            open_folder(session, address.path)
            return _tell(session, address)
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


def _tell(session: "MailboxSession", address: ServerAddress) -> Finding:
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
