"""The interface and the errors of relays, the servers that accept mail for delivery."""

from collections.abc import Sequence
from typing import Literal, Protocol

Fault = Literal["relay", "tls", "login", "rate", "sender", "connection", "mail", "recipient"]
"""The reason of an error. `relay`: it can't be used at all. `tls`: its TLS can't be trusted.
`login`: it refuses the login, or wants one. `rate`: it takes no more for now. `sender`: it doesn't
send for us, or not under this address. `connection`: it broke during a mail. `mail`: this mail was
refused. `recipient`: the recipient was, and other mails would be refused, too.
"""


class DeliveryError(Exception):
    """A mail wasn't accepted.

    `permanent`: trying again would be useless. `in_mail`: it was said in reply to a mail, so that
    another one may fare better.
    """

    def __init__(
        self, error: str, fault: Fault = "mail", *, permanent: bool = False, in_mail: bool = False
    ) -> None:
        super().__init__(error)
        self.fault = fault
        self.permanent = permanent
        self.in_mail = in_mail


class Connection(Protocol):
    """A connection that sends one mail after the other."""

    async def open(self) -> None:
        """Connects, unless it is connected. Raises DeliveryError."""
        ...

    async def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Sends a mail; the relay is responsible for it afterwards. Raises DeliveryError."""
        ...

    async def close(self) -> None:
        """Closes the connection; the next mail opens it again."""
        ...


class Relay(Protocol):
    """A relay, which accepts mails for delivery."""

    @property
    def connections(self) -> Sequence[Connection]:
        """The connections, which may be used at the same time."""
        ...

    def has_new_secret(self) -> bool:
        """Returns True if the secret of a refused login has changed since."""
        ...
