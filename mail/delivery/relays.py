"""The relay that a setting names."""

from pathlib import Path
from urllib.parse import urlsplit

from mail.delivery.relay import Relay


def check_relay(where: str) -> None:
    """Raises ValueError for what is no relay."""
    parts = urlsplit(where)
    maildir = parts.scheme == "maildir" and not parts.netloc
    smtp = parts.scheme == "smtp" and parts.hostname and not parts.path.strip("/")
    if parts.username is not None:
        raise ValueError("a relay that asks for a name and password isn't supported")
    if not (maildir or smtp) or parts.port == 0:  # asking for a port raises if it is no number
        raise ValueError(f'"{where}" is no relay: use maildir: or smtp://HOST:PORT')


def open_relay(where: str, maildir: Path, name: str = "localhost") -> Relay:
    """The relay for `maildir:`, `maildir:PATH` or `smtp://HOST:PORT`; raises ValueError.

    `maildir`: the folder where none is given. `name`: the host that we say we are.
    """
    from mail.delivery.maildir_relay import MaildirRelay  # noqa: PLC0415
    from mail.delivery.smtp_relay import SmtpRelay  # noqa: PLC0415 - these know what a relay is

    check_relay(where)
    parts = urlsplit(where)
    if parts.scheme == "maildir":
        return MaildirRelay(Path(parts.path) if parts.path else maildir)
    return SmtpRelay(parts.hostname or "", parts.port or 25, name)
