"""The relay that a setting names."""

from pathlib import Path
from urllib.parse import urlsplit

from mail.delivery.maildir_relay import MaildirRelay
from mail.delivery.relay import Relay, check_relay
from mail.delivery.smtp_relay import SmtpRelay


def open_relay(where: str, maildir: Path, name: str = "localhost") -> Relay:
    """The relay for `maildir:`, `maildir:PATH` or `smtp://HOST:PORT`; raises ValueError.

    `maildir`: the folder where none is given. `name`: the host that we say we are.
    """

    check_relay(where)
    parts = urlsplit(where)
    if parts.scheme == "maildir":
        return MaildirRelay(Path(parts.path) if parts.path else maildir)
    return SmtpRelay(parts.hostname or "", parts.port or 25, name)
