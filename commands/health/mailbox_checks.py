"""Checks of the mailbox at a provider, from which mail is read."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from commands.health.problem import Problem
from commands.settings import Settings
from commands.system.mailbox_name import mailbox_name
from pbm.wording import local_time
from storage.unit_of_work import UnitOfWork

ADVICE = {
    "connect": "See if PBM_MAILBOX names the right server and port, and if the network works.",
    "tls": "PBM_MAILBOX must name the server as its certificate does; imaps:// has TLS from the "
    "start, imap:// begins it by STARTTLS.",
    "login": "Put the right password into the file that PBM_MAILBOX_PASSWORD_FILE names: it is "
    "tried at once. Many providers want an app password, and that IMAP is switched on.",
    "folder": "See if the folder is there, and what the provider says of its IMAP.",
    "secret": "See PBM_MAILBOX_PASSWORD_FILE, or run PBM_MAILBOX_TOKEN_COMMAND yourself.",
}
"""The remedies by the kind of the problem."""


def check_mailbox(settings: Settings, work: UnitOfWork, now: datetime) -> Iterator[Problem]:
    """Yields a problem if the mailbox can't be read; a lost connection alone has to last."""
    if not settings.mailbox:
        return
    found = work.mailboxes.find(mailbox_name(settings.mailbox_address))
    if not found or not found.trouble_kind or not found.trouble_since:
        return
    lasts = now - found.trouble_since >= timedelta(hours=settings.queue_hours)
    if found.trouble_kind != "connect" or lasts:
        yield Problem(
            f"The mailbox has had a problem since {local_time(found.trouble_since)}: "
            f"{found.trouble.rstrip('.')}. No mail is lost by that.",
            ADVICE[found.trouble_kind],
        )
