"""Accept mail for the server's own address, and for postmaster and abuse at its host."""

import asyncio
from collections.abc import Callable

from commands.players.reserved_addresses import RoleAddresses
from commands.settings import Settings

Receive = Callable[[str, tuple[str, ...], bytes, str], "asyncio.Future[None]"]
"""Takes an email as `Receiver.receive` does."""


class OwnAddressReceiver:
    """Receives mail for the server's own addresses only."""

    def __init__(self, settings: Settings, receive: Receive) -> None:
        self._name, _, self._host = settings.address.lower().partition("@")
        self._roles = RoleAddresses(settings.address)
        self._has_admin = bool(self._roles.reachable_admin(settings.admin))
        self.receive = receive

    def accepts(self, address: str) -> bool:
        """Whether this is the server's address, with or without a subaddress (`+...`).

        It is also true for postmaster and abuse if there is an admin who reads their mail.
        """
        if self._roles.role(address):
            return self._has_admin
        name, _, host = address.lower().rpartition("@")
        return host == self._host and name.partition("+")[0] == self._name
