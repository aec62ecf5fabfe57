"""The interface and the errors of relays, the servers that accept mail for delivery."""

from collections.abc import Sequence
from typing import Literal, Protocol

Fault = Literal["relay", "tls", "login", "rate", "sender", "connection", "mail", "recipient"]
"""The cause of a delivery error.

`relay`: the relay can't be used at all.
`tls`: its TLS can't be trusted.
`login`: it refuses our login, or requires one.
`rate`: it accepts no more email for now.
`sender`: it doesn't send for us, or not from this address.
`connection`: the connection broke while an email was being sent.
`mail`: the relay refused this email.
`recipient`: it refused the recipient, and would refuse other emails to that address too.
"""


class DeliveryError(Exception):
    """The relay didn't accept an email.

    `permanent`: another attempt would be useless.
    `in_mail`: the error occurred while an email was being sent. Another email may succeed.
    """

    def __init__(
        self, error: str, fault: Fault = "mail", *, permanent: bool = False, in_mail: bool = False
    ) -> None:
        super().__init__(error)
        self.fault = fault
        self.permanent = permanent
        self.in_mail = in_mail


class Connection(Protocol):
    """A connection that sends one email after another."""

    async def open(self) -> None:
        """Connects, unless it is connected already. Raises DeliveryError."""
        ...

    async def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Sends an email. The relay is responsible for it afterwards. Raises DeliveryError."""
        ...

    async def close(self) -> None:
        """Closes the connection. The next email opens it again."""
        ...


class Relay(Protocol):
    """A server or folder that accepts email for delivery."""

    @property
    def connections(self) -> Sequence[Connection]:
        """The connections. They may be used at the same time."""
        ...

    def has_new_secret(self) -> bool:
        """Whether the password or token has changed since the relay refused it."""
        ...
