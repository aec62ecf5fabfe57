"""What the doors need of whoever answers letters."""

from concurrent.futures import Future
from typing import Protocol


class Busy(Exception):
    """There is no room for another letter now; it must be sent again."""


class TemporaryFailure(Exception):
    """The letter couldn't be made safe, and must be sent again."""

    def __init__(self, reference: str) -> None:
        super().__init__(reference)
        self.reference = reference
        """Under which the log tells why."""


class Receiver(Protocol):
    """Takes letters."""

    def accepts(self, address: str) -> bool:
        """Whether mail for this address is ours."""
        ...

    def receive(self, sender: str, recipients: tuple[str, ...], content: bytes) -> "Future[None]":
        """Done once the letter is safe; else failed, with Busy or Again where we know why."""
        ...
