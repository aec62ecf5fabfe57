"""The choice of a relay by a setting."""

from pathlib import Path
from urllib.parse import urlsplit

from mail.delivery.relay import Relay, check_relay


def open_relay(where: str, maildir: Path, name: str = "localhost") -> Relay:
    """Returns the relay for `maildir:`, `maildir:PATH` or `smtp://HOST:PORT`; raises ValueError.

    `maildir`: the default folder. `name`: our host name in the SMTP dialogue.
    """
    check_relay(where)
    parts = urlsplit(where)
    if parts.scheme == "maildir":
        from mail.delivery.maildir_relay import MaildirRelay  # noqa: PLC0415

        return MaildirRelay(Path(parts.path) if parts.path else maildir)
    from mail.delivery.smtp_relay import SmtpRelay  # noqa: PLC0415 - its library is slow to load

    return SmtpRelay(parts.hostname or "", parts.port or 25, name)
