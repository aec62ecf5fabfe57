"""Convert folder names to the syntax of an IMAP server, and create folders."""

from contextlib import suppress
from dataclasses import dataclass

from imapclient.exceptions import IMAPClientError

from mail.mailbox.errors import MailboxError, translated
from mail.mailbox.session import MailboxSession

INBOX = "INBOX"
PARENT = "pbm"
FLAT = "-"
"""Joins the parts of a name on servers without nested folders."""


@dataclass(frozen=True, slots=True)
class Namespace:
    """The prefix of the names of a user's own folders, and the delimiter between their parts."""

    prefix: str
    delimiter: str

    def name(self, *parts: str) -> str:
        """Returns the full name of the folder with these parts."""
        return self.prefix + (self.delimiter or FLAT).join(parts)


def own_folder(session: MailboxSession, target: str) -> str:
    """Returns the name of pbm's folder for a target. For `done`, it is usually pbm/done."""
    with translated("folder", "the server doesn't report how it names folders"):
        return _namespace(session).name(PARENT, target)


def find_folder(session: MailboxSession, path: str) -> str:
    """Returns the server's name of the folder at this path.

    Raises MailboxError if it doesn't exist.

    Slashes may separate its parts, even if the server uses another delimiter.
    """
    if not path or path.upper() == INBOX:
        return INBOX
    with translated("folder", f"the folder {path} can't be found"):
        names = [path, _namespace(session).name(*path.split("/"))]
        existing = next((name for name in names if session.client.folder_exists(name)), None)
    if existing is None:
        raise MailboxError(f"the mailbox has no folder {path}", "folder")
    if existing in (own_folder(session, target) for target in ("done", "failed")):
        text = f"pbm moves processed emails to {path}: choose a different folder to read"
        raise MailboxError(text, "folder")
    return existing


def ensure_folder(session: MailboxSession, name: str) -> None:
    """Creates one of pbm's folders if it doesn't exist, and subscribes to it.

    Raises MailboxError.
    """
    client = session.client
    with translated("folder", "the folder for processed emails can't be created"):
        if client.folder_exists(name):
            return
        try:
            client.create_folder(name)
        except IMAPClientError:
            if not client.folder_exists(name):  # another process may have created it
                raise
        with suppress(IMAPClientError):  # some mail programs show only subscribed folders
            client.subscribe_folder(name)


def _namespace(session: MailboxSession) -> Namespace:
    if "NAMESPACE" in session.capabilities:
        personal = session.client.namespace().personal
        if personal:
            prefix, delimiter = personal[0]
            return Namespace(prefix, delimiter or "")
    listed = session.client.list_folders("", "")
    delimiter = listed[0][1] if listed else None
    return Namespace("", delimiter.decode("ascii", "replace") if delimiter else "")
