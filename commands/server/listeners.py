"""The listeners of `pbm serve`, as the settings have them."""

from collections.abc import Awaitable
from pathlib import Path

from commands.server.own_address import OwnAddressReceiver
from commands.settings import Settings
from mail.smtp.limits import SmtpLimits
from mail.smtp.listen_addresses import ListenAddress, TcpPort, read_listen_address
from mail.smtp.server import SmtpServer
from mail.smtp.tls import Certificate
from pbm.errors import UsageError
from pbm.lazy_logger import get_logger

log = get_logger()


def make_server(settings: Settings, receiver: OwnAddressReceiver) -> SmtpServer:
    """Returns a server that doesn't listen yet; raises UsageError for an unusable certificate."""
    limits = SmtpLimits(
        connections=settings.most_connections,
        connections_per_address=settings.most_connections_per_address,
    )
    return SmtpServer(
        receiver, settings.host, limits=limits, tls=_tls(settings), proxied=settings.proxy_protocol
    )


async def start_listeners(server: SmtpServer, settings: Settings) -> None:
    """Starts all listeners in the settings; raises UsageError if one can't be started."""
    if settings.lmtp:
        place = read_listen_address(settings.lmtp, int(settings.lmtp_mode, 8))
        port = await _started(server.start_lmtp(place), place)
        log.info("listening for lmtp", place=settings.lmtp, port=port)
    if settings.smtp_port is not None:
        place = TcpPort(settings.smtp_host, settings.smtp_port)
        port = await _started(server.start(place), place)
        log.info("listening", host=settings.smtp_host, port=port, data=settings.data)


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
