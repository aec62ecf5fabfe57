"""What the doors need of whoever answers letters."""

from concurrent.futures import Future
from typing import Protocol


class Busy(Exception):
    """There is no room for another letter now; it must be sent again."""


class Receiver(Protocol):
    """Takes letters."""

    def accepts(self, address: str) -> bool:
        """Whether mail for this address is ours."""
        ...

    def receive(self, sender: str, recipients: tuple[str, ...], content: bytes) -> "Future[None]":
        """Done once the letter is safe; failed when it must be sent again. Raises Busy."""
        ...
