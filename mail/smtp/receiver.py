"""The interface between the SMTP server and the receiver of mails."""

from concurrent.futures import Future
from typing import Protocol


class Busy(Exception):
    """The backlog is full; the mail must be sent again."""


class TemporaryFailure(Exception):
    """The mail couldn't be stored, and must be sent again."""

    def __init__(self, reference: str) -> None:
        super().__init__(reference)
        self.reference = reference
        """The reference under which the cause is logged."""


class Receiver(Protocol):
    """A receiver of mails."""

    def accepts(self, address: str) -> bool:
        """Returns True if this address is ours."""
        ...

    def receive(
        self, sender: str, recipients: tuple[str, ...], content: bytes, network: str
    ) -> "Future[None]":
        """Returns a future, done once the mail is stored; raises Busy or TemporaryFailure.

        `network`: the sender's, so that networks may take turns.
        """
        ...
