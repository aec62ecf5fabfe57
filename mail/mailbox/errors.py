"""Errors of a session with a mailbox server, in words for admins."""

import imaplib
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from pbm.process.lazy_logger import get_logger

log = get_logger()
ErrorKind = Literal["connect", "tls", "login", "folder", "secret"]
MAX_QUOTED_LENGTH = 200
PASSING = ("UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "OVERQUOTA")
"""Response codes of a server that has trouble of its own, and doesn't refuse the login."""
CODE = re.compile(
    rf"\[({'|'.join(PASSING)}|AUTHENTICATIONFAILED|AUTHORIZATIONFAILED|EXPIRED|PRIVACYREQUIRED"
    r"|CONTACTADMIN|NOPERM|EXPUNGEISSUED|CORRUPTION|CLIENTBUG|CANNOT|ALREADYEXISTS|NONEXISTENT"
    r"|TRYCREATE|ALERT|WEBALERT)\b",
    re.IGNORECASE,
)
TOO_LONG = "the answer is too long"


class MailboxError(Exception):
    """Raised when a mailbox can't be used; the text is a sentence, and holds no secret.

    `connect`: the server can't be reached, hung up, or has trouble of its own: try again.
    `tls`: it has no TLS, or a certificate that isn't valid for it. `login`: it refuses the login.
    `folder`: there is no such folder, or it can't be used. `secret`: password or token are missing.
    """

    def __init__(self, text: str, kind: ErrorKind) -> None:
        super().__init__(text)
        self.text = text
        self.kind = kind


@contextmanager
def translated(kind: ErrorKind, what: str) -> Iterator[None]:
    """Raises the errors of the library as MailboxError; `kind`: the kind of a refused command.

    `what`: the sentence before the reason, such as "the folder pbm can't be opened".
    """
    try:
        yield
    except MailboxError:
        raise
    except Exception as error:  # noqa: BLE001 - of answers that aren't IMAP
        if kind != "login":
            log.debug("mailbox server", problem=what, said=str(error)[:MAX_QUOTED_LENGTH])
        reason, kind = _reason(error, kind)
        raise MailboxError(f"{what}: {reason}", kind) from None


def _reason(error: Exception, kind: ErrorKind) -> tuple[str, ErrorKind]:
    """Returns the reason of an error in our own words, and its kind."""
    if isinstance(error.__context__, imaplib.IMAP4.abort):  # not a refused login, as it is called
        error = error.__context__
    if isinstance(error, ssl.SSLCertVerificationError):
        return _certificate_problem(error), "tls"
    if isinstance(error, ssl.SSLError):
        return error.reason or "TLS failed", "tls"
    if isinstance(error, imaplib.IMAP4.abort):
        hung_up = "the server hung up, or doesn't speak IMAP"
        return TOO_LONG if TOO_LONG in str(error) else hung_up, "connect"
    if isinstance(error, imaplib.IMAP4.error):
        found = CODE.search(str(error))
        code = found[1].upper() if found else ""
        passes = kind == "login" and code in PASSING
        reason = f"the server says no [{code}]" if code else "the server says no"
        return reason, "connect" if passes else kind
    if isinstance(error, TimeoutError):
        return "no answer in time", "connect"
    if isinstance(error, OSError):
        return error.strerror or str(error), "connect"
    return f"the answer isn't understood ({type(error).__name__})", "connect"


def _certificate_problem(error: ssl.SSLCertVerificationError) -> str:
    return f"its certificate isn't valid ({error.verify_message.rstrip('.')})"
