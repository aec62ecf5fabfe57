"""Make the relay that a setting names."""

from pathlib import Path

from mail.delivery.maildir_relay import MaildirRelay
from mail.delivery.relay import Relay
from mail.delivery.relay_address import TlsPolicy, read_relay_address, tls_mode
from mail.login import Login
from mail.server_address import ServerAddress


def open_relay(
    where: str,
    maildir: Path,
    name: str = "localhost",
    *,
    tls: TlsPolicy = "verify",
    login: Login | None = None,
    workers: int = 1,
) -> Relay:
    """Returns the relay for a folder or a mail server. Raises ValueError.

    `maildir`: the default folder.
    `name`: our host name in the SMTP dialogue.
    `workers`: number of processes that share the relay's connections.
    """
    address = read_relay_address(where)
    if not isinstance(address, ServerAddress):
        return MaildirRelay(address or maildir)
    from mail.delivery.smtp.session import RelayServer  # noqa: PLC0415
    from mail.delivery.smtp.smtp_relay import SmtpRelay  # noqa: PLC0415 - its library is slow to load

    return SmtpRelay(RelayServer(address, tls_mode(address, tls), login, name), workers=workers)
