"""Errors of a mailbox, and the translation of the library's."""

import ast
import imaplib
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

ErrorKind = Literal["connect", "tls", "login", "folder", "secret"]
MAX_QUOTED_LENGTH = 200
BYTES = re.compile(r"b'.*'|b\".*\"", re.DOTALL)


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
    """Raises the errors of the library as MailboxError; `kind`: that of a refused command.

    `what`: the sentence before the reason, such as "the folder pbm can't be opened".
    """
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise MailboxError(f"{what}: {_certificate_problem(error)}", "tls") from None
    except ssl.SSLError as error:
        raise MailboxError(f"{what}: {error.reason or 'TLS failed'}", "tls") from None
    except imaplib.IMAP4.abort as error:
        raise MailboxError(f"{what}: {quoted(answer_in(error))}", "connect") from None
    except imaplib.IMAP4.error as error:
        raise MailboxError(f"{what}: {quoted(answer_in(error))}", kind) from None
    except TimeoutError:
        raise MailboxError(f"{what}: no answer in time", "connect") from None
    except OSError as error:
        raise MailboxError(f"{what}: {error.strerror or error}", "connect") from None
    except (ValueError, LookupError, AssertionError) as error:  # from answers that aren't IMAP
        problem = f"the answer isn't understood ({type(error).__name__})"
        raise MailboxError(f"{what}: {problem}", "connect") from None


def answer_in(error: Exception) -> str:
    """Returns what a server said; the library has the answers to some commands as bytes."""
    text = str(error)
    with suppress(ValueError, SyntaxError):
        return ast.literal_eval(text).decode("utf-8", "replace") if BYTES.fullmatch(text) else text
    return text


def quoted(answer: str) -> str:
    """Returns what a server said, in one line of bounded length."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in answer).split())
    return line if len(line) <= MAX_QUOTED_LENGTH else line[:MAX_QUOTED_LENGTH] + " ..."


def _certificate_problem(error: ssl.SSLCertVerificationError) -> str:
    return f"its certificate isn't valid ({error.verify_message.rstrip('.')})"
