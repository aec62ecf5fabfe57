"""Makes the relay from the settings, and probes it."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from commands.settings import Settings
from commands.system.secrets.login_secrets import make_login
from mail.delivery.relay import DeliveryError, Relay
from mail.delivery.relay_address import read_relay_address, tls_mode
from mail.delivery.relay_factory import open_relay
from mail.login import Login
from mail.server_address import ServerAddress

if TYPE_CHECKING:
    from mail.delivery.smtp.relay_probe import RelayCapabilities
    from mail.delivery.smtp.session import Timeouts


def relay_of(settings: Settings) -> Relay:
    """Returns the relay. It connects when the first email is sent."""
    return open_relay(
        settings.relay,
        settings.data / "outbox",
        settings.host,
        tls=settings.relay_tls,
        login=_login(settings),
        workers=settings.delivery_workers,
    )


def probe_relay(settings: Settings, timeouts: "Timeouts | None" = None) -> "RelayCapabilities":
    """Connects to the relay and logs in without sending. Returns the relay's capabilities.

    Raises DeliveryError, whose text is a sentence without its full stop that names the cause.
    Changes nothing: a missing folder isn't created.
    """
    from mail.delivery.smtp.relay_probe import RelayCapabilities, probe_server  # noqa: PLC0415 - slow
    from mail.delivery.smtp.session import RelayServer  # noqa: PLC0415

    address = read_relay_address(settings.relay)
    if isinstance(address, ServerAddress):
        mode = tls_mode(address, settings.relay_tls)
        server = RelayServer(address, mode, _login(settings), settings.host)
        return asyncio.run(probe_server(server, _senders(settings), settings.address, timeouts))
    folder = address or settings.data / "outbox"
    if folder.exists() and not folder.is_dir():
        raise DeliveryError(f"{folder} isn't a folder, so emails can't be written there", "relay")
    return RelayCapabilities(f"emails are written to the folder {folder}, not sent")


def _senders(settings: Settings) -> Sequence[str]:
    """Returns the kinds of envelope senders of our emails, for notifications and for answers."""
    if settings.envelope_sender == "verp":
        name, _, host = settings.address.partition("@")
        plain = settings.replies == "reference"
        return settings.address if plain else f"{name}+probe@{host}", ""
    return ("",) if settings.envelope_sender == "null" else (settings.address,)


def _login(settings: Settings) -> Login | None:
    address = read_relay_address(settings.relay)
    if not isinstance(address, ServerAddress):
        return None
    secrets = settings.relay_password_file, settings.relay_token_command
    return make_login(address, *secrets, settings.data)
