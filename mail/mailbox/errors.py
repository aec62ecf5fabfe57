"""Errors of a session with an IMAP server, in words for admins."""

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
"""Response codes for a problem of the server itself. They don't mean that the login is wrong."""
CODE = re.compile(
    rf"\[({'|'.join(PASSING)}|AUTHENTICATIONFAILED|AUTHORIZATIONFAILED|EXPIRED|PRIVACYREQUIRED"
    r"|CONTACTADMIN|NOPERM|EXPUNGEISSUED|CORRUPTION|CLIENTBUG|CANNOT|ALREADYEXISTS|NONEXISTENT"
    r"|TRYCREATE|ALERT|WEBALERT)\b",
    re.IGNORECASE,
)
TOO_LONG = "the server's response is too long"


class MailboxError(Exception):
    """Raised when a mailbox can't be used. The text is a sentence, and contains no secret.

    `connect`: the server can't be reached, hung up, or has a problem: try again.
    `tls`: the server has no TLS, or its certificate isn't valid.
    `login`: it refuses the login.
    `folder`: the folder doesn't exist, or can't be used.
    `secret`: the password or token is missing.
    """

    def __init__(self, text: str, kind: ErrorKind) -> None:
        super().__init__(text)
        self.text = text
        self.kind = kind


@contextmanager
def translated(kind: ErrorKind, what: str) -> Iterator[None]:
    """Converts errors of the IMAP library to MailboxError.

    `kind`: the kind of error if the server refuses the command.
    `what`: the beginning of the error message, before the reason, such as "the folder pbm can't be
    opened".
    """
    try:
        yield
    except MailboxError:
        raise
    except Exception as error:  # noqa: BLE001 - answers that aren't IMAP raise any error
        # The reply to a login may quote the secret, so it isn't logged.
        if kind != "login":
            log.debug("mailbox server", problem=what, said=str(error)[:MAX_QUOTED_LENGTH])
        reason, kind = _reason(error, kind)
        raise MailboxError(f"{what}: {reason}", kind) from None


def _reason(error: Exception, kind: ErrorKind) -> tuple[str, ErrorKind]:
    """Returns the reason of an error in our own words, and the kind of error."""
    # imapclient reports a broken connection during the login as a refused login.
    if isinstance(error.__context__, imaplib.IMAP4.abort):
        error = error.__context__
    if isinstance(error, ssl.SSLCertVerificationError):
        return _certificate_problem(error), "tls"
    if isinstance(error, ssl.SSLError):
        return error.reason or "TLS failed", "tls"
    if isinstance(error, imaplib.IMAP4.abort):
        hung_up = "the server closed the connection, or doesn't speak IMAP"
        return TOO_LONG if TOO_LONG in str(error) else hung_up, "connect"
    if isinstance(error, imaplib.IMAP4.error):
        match = CODE.search(str(error))
        code = match[1].upper() if match else ""
        passes = kind == "login" and code in PASSING
        reason = (
            f"the server refused the command [{code}]" if code else "the server refused the command"
        )
        return reason, "connect" if passes else kind
    if isinstance(error, TimeoutError):
        return "the server didn't respond in time", "connect"
    if isinstance(error, OSError):
        return error.strerror or str(error), "connect"
    return f"pbm can't understand the server's response ({type(error).__name__})", "connect"


def _certificate_problem(error: ssl.SSLCertVerificationError) -> str:
    return f"the server's certificate isn't valid ({error.verify_message.rstrip('.')})"
