"""The interface of relays, and their errors."""

import re
from collections.abc import Sequence
from typing import Literal, Protocol
from urllib.parse import urlsplit

Fault = Literal["relay", "connection", "mail", "recipient"]
"""The cause of an error: the relay can't be used at all; the connection broke during a mail; the
mail or its sender was refused; the recipient was, and other mails would be refused, too.
"""
MAX_ERROR_LENGTH = 500
UNPRINTABLE = re.compile(r"[^\x20-\x7e\xa1-\ud7ff\ue000-\uffff]+")


class DeliveryError(Exception):
    """A mail wasn't accepted; `permanent` is True if trying again would be useless."""

    def __init__(self, error: str, fault: Fault = "mail", *, permanent: bool = False) -> None:
        super().__init__(UNPRINTABLE.sub(" ", error).strip()[:MAX_ERROR_LENGTH])
        self.fault = fault
        self.permanent = permanent


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


def check_relay(where: str) -> None:
    """Raises ValueError for text that isn't a relay."""
    parts = urlsplit(where)
    maildir = parts.scheme == "maildir" and not parts.netloc
    smtp = parts.scheme == "smtp" and parts.hostname and not parts.path.strip("/")
    if parts.username is not None:
        raise ValueError("a relay that asks for a name and password isn't supported")
    if not (maildir or smtp) or parts.port == 0:  # reading the port raises if it isn't a number
        raise ValueError(f'"{where}" isn\'t a relay: use maildir: or smtp://HOST:PORT')
