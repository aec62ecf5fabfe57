"""Where outgoing mail goes: into a Maildir, or to an SMTP server."""

import mailbox
import re
import smtplib
from contextlib import suppress
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

POLICY = re.compile(r"5\.7\.\d")
"""The enhanced status of what a server doesn't let us do, whoever the recipient is (RFC 3463)."""
SMTP_SECONDS = 30
"""How long a relay may keep silent."""


class DeliveryError(Exception):
    """A mail wasn't taken; `permanent` when trying again would be useless.

    `refused` when the recipient is why: other mails to that address would fare no better.
    """

    def __init__(self, trouble: str, *, permanent: bool, refused: bool = False) -> None:
        super().__init__(trouble)
        self.permanent = permanent
        self.refused = refused


class Relay(Protocol):
    """Takes mails for delivery."""

    def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Hands over a mail; once this returns it is the relay's. Raises DeliveryError."""
        ...

    def close(self) -> None:
        """Ends any connection; the next mail makes another."""
        ...


class MaildirRelay:
    """Writes mails into a Maildir, for reading, for tests, or for another program to fetch."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._maildir = mailbox.Maildir(path, create=True)

    def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Adds the mail; it is on disk when this returns."""
        envelope = f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n".encode()
        try:
            self._maildir.add(envelope + message)
        except OSError as error:
            raise DeliveryError(str(error), permanent=False) from error

    def close(self) -> None:
        """Nothing stays open."""
        self._maildir.close()


class SmtpRelay:
    """Sends mails to an SMTP server, over one connection while it lasts."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._server: smtplib.SMTP | None = None

    def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Hands the mail to the server."""
        try:
            self._connected().sendmail(sender, [recipient], message)
        except smtplib.SMTPRecipientsRefused as error:
            self._refused(*error.recipients[recipient], recipient=True)
        except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
            self._refused(error.smtp_code, error.smtp_error)
        except (OSError, UnicodeError) as error:  # all of smtplib's other errors are OSErrors
            self.close()
            permanent = isinstance(error, UnicodeError)  # the address can't be said in SMTP
            raise DeliveryError(f"{type(error).__name__}: {error}", permanent=permanent) from error

    def close(self) -> None:
        """Says goodbye, if there is a connection."""
        server, self._server = self._server, None
        if server:
            with suppress(OSError):
                server.quit()
            server.close()

    def _connected(self) -> smtplib.SMTP:
        if self._server is None:
            self._server = smtplib.SMTP(self._host, self._port, timeout=SMTP_SECONDS)
        return self._server

    def _refused(self, code: int, said: bytes | str, *, recipient: bool = False) -> None:
        self.close()
        text = said.decode(errors="replace") if isinstance(said, bytes) else said
        permanent = 500 <= code < 600
        refused = permanent and recipient and not POLICY.match(text)
        raise DeliveryError(f"{code} {text}", permanent=permanent, refused=refused)


def open_relay(where: str, maildir: Path) -> Relay:
    """The relay for `maildir:`, `maildir:PATH` or `smtp://HOST:PORT`; raises ValueError."""
    check_relay(where)
    parts = urlsplit(where)
    if parts.scheme == "maildir":
        return MaildirRelay(Path(parts.path) if parts.path else maildir)
    return SmtpRelay(parts.hostname or "", parts.port or 25)


def check_relay(where: str) -> None:
    """Raises ValueError for what is no relay."""
    parts = urlsplit(where)
    maildir = parts.scheme == "maildir" and not parts.netloc
    smtp = parts.scheme == "smtp" and parts.hostname and not parts.path.strip("/")
    if parts.username is not None:
        raise ValueError("a relay that asks for a name and password isn't supported")
    if not (maildir or smtp) or parts.port == 0:  # asking for a port raises if it is no number
        raise ValueError(f'"{where}" is no relay: use maildir: or smtp://HOST:PORT')
