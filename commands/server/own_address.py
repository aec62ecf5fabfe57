"""Accepts mail for the server's own address alone."""

from collections.abc import Callable
from concurrent.futures import Future

from commands.settings import Settings

Receive = Callable[[str, tuple[str, ...], bytes, str], "Future[None]"]
"""Takes a mail as `Receiver.receive` does."""


class OwnAddressReceiver:
    """Receives mail for the server's address."""

    def __init__(self, settings: Settings, receive: Receive) -> None:
        self._name, _, self._host = settings.address.lower().partition("@")
        self.receive = receive

    def accepts(self, address: str) -> bool:
        """Returns True for the server's address, with or without a subaddress (`+...`)."""
        name, _, host = address.lower().rpartition("@")
        return host == self._host and name.partition("+")[0] == self._name
