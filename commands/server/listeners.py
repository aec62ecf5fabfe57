"""The doors of `pbm serve`, as they are set."""

from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path

import structlog

from commands.settings import Settings
from mail.smtp.limits import SmtpLimits
from mail.smtp.listen_addresses import ListenAddress, TcpPort, read_listen_address
from mail.smtp.server import SmtpServer
from mail.smtp.tls import Certificate
from pbm.errors import UsageError

Receive = Callable[[str, tuple[str, ...], bytes], "Future[None]"]
"""What is done with a letter, its sender and recipients; done once it is safe."""

log = structlog.get_logger()


class OwnAddressReceiver:
    """Takes letters for our own address."""

    def __init__(self, settings: Settings, receive: Receive) -> None:
        self._name, _, self._host = settings.address.lower().partition("@")
        self.receive = receive

    def accepts(self, address: str) -> bool:
        """Our address, with or without `+` and more."""
        name, _, host = address.lower().rpartition("@")
        return host == self._host and name.partition("+")[0] == self._name


def make_server(settings: Settings, receiver: OwnAddressReceiver) -> SmtpServer:
    """A server that doesn't listen yet; raises Usage for certificates that can't be used."""
    limits = SmtpLimits(
        connections=settings.most_connections,
        connections_per_address=settings.most_connections_per_address,
    )
    return SmtpServer(
        receiver, settings.host, limits=limits, tls=_tls(settings), proxied=settings.proxy_protocol
    )


async def start_listeners(server: SmtpServer, settings: Settings) -> None:
    """Begins to listen wherever it is set; raises Usage where that can't be."""
    if settings.lmtp:
        place = read_listen_address(settings.lmtp, int(settings.lmtp_mode, 8))
        port = await _started(server.start_lmtp(place), place)
        log.info("listening for lmtp", place=settings.lmtp, port=port)
    if settings.smtp_port is not None:
        place = TcpPort(settings.smtp_host, settings.smtp_port)
        port = await _started(server.start(place), place)
        log.info("listening", host=settings.smtp_host, port=port, data=str(settings.data))


async def _started(starting: Awaitable[int], place: ListenAddress) -> int:
    try:
        return await starting
    except OSError as error:
        raise UsageError(f"Can't listen on {place}: {error.strerror or error}") from error


def _tls(settings: Settings) -> Certificate | None:
    if not settings.tls_certificate:
        return None
    try:
        return Certificate(Path(settings.tls_certificate), Path(settings.tls_key))
    except (OSError, ValueError) as error:
        raise UsageError(f"The certificate or its key can't be used: {error}") from error
