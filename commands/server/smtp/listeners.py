"""Open the sockets and servers for SMTP and LMTP that the settings ask for."""

import socket
from collections.abc import Sequence
from pathlib import Path

from commands.server.smtp.own_addresses import OwnAddressReceiver
from commands.settings import Settings
from commands.system.local_socket_protocol import SOCKET_NAME
from mail.smtp.certificate import Certificate
from mail.smtp.connection_table import ConnectionTable
from mail.smtp.listen_addresses import ListenAddress, TcpPort, UnixSocket, read_listen_address
from mail.smtp.server import SmtpServer
from mail.smtp.smtp_limits import SmtpLimits
from pbm.errors import UsageError
from pbm.process.lazy_logger import get_logger

log = get_logger()
LMTP, SMTP, PIPE = "lmtp", "smtp", "pipe"
RECEIVE = "receive"
OWN_USER = 0o600
"""File mode of a socket that only programs of the same user may use."""


def takes_mail(settings: Settings) -> bool:
    """Whether SMTP processes run. They also take the emails of `pbm receive`."""
    return bool({SMTP, LMTP} & settings.role_set)


def process_kind(settings: Settings) -> str:
    """Returns the name of the SMTP processes, which admins see: the way in which mail arrives.

    `receive` processes take only the emails of `pbm receive` and the commands of the shell.
    """
    if settings.smtp_port is not None:
        return SMTP
    return LMTP if settings.lmtp else RECEIVE


def limits_of(settings: Settings) -> SmtpLimits:
    """Returns the limits on clients that all SMTP processes of the server share."""
    return SmtpLimits(
        connections=settings.max_connections,
        connections_per_address=settings.max_connections_per_address,
    )


def listen_addresses(settings: Settings) -> Sequence[tuple[str, ListenAddress]]:
    """Returns the protocol and address of each socket on which the server listens."""
    addresses: list[tuple[str, ListenAddress]] = [
        (PIPE, UnixSocket(settings.data / SOCKET_NAME, OWN_USER))
    ]
    if settings.lmtp:
        addresses.append((LMTP, read_listen_address(settings.lmtp)))
    if settings.smtp_port is not None:
        addresses.append((SMTP, TcpPort(settings.smtp_host, settings.smtp_port)))
    return addresses


def make_server(
    settings: Settings, receiver: OwnAddressReceiver, table: ConnectionTable
) -> SmtpServer:
    """Returns a server that doesn't listen yet.

    Raises UsageError if the certificate is unusable.
    """
    return SmtpServer(
        receiver,
        settings.host,
        limits=limits_of(settings),
        tls=_tls(settings),
        proxied=settings.proxy_protocol,
        table=table,
    )


async def serve_listeners(
    server: SmtpServer, settings: Settings, files: Sequence[tuple[str, int]]
) -> None:
    """Serves clients on these sockets. `files`: the protocol and the descriptor of each socket."""
    for protocol, descriptor in files:
        listening = socket.socket(fileno=descriptor)
        name = listening.getsockname()
        port = name[1] if isinstance(name, tuple) else 0
        await server.serve([listening], lmtp=protocol == LMTP)
        if protocol == LMTP:
            log.info("listening for LMTP", place=settings.lmtp, port=port)
        else:
            log.info("listening", host=settings.smtp_host, port=port, data=settings.data)


def _tls(settings: Settings) -> Certificate | None:
    if not settings.tls_certificate:
        return None
    try:
        return Certificate(Path(settings.tls_certificate), Path(settings.tls_key))
    except (OSError, ValueError) as error:
        raise UsageError(f"The certificate or its key can't be used: {error}.") from error
