"""The interface between the SMTP server and the program that receives the emails."""

import asyncio
from concurrent.futures import Future
from typing import Protocol


class Busy(Exception):
    """The backlog is full, and the client must send the email again."""


class TemporaryFailure(Exception):
    """The email couldn't be stored, and the client must send it again."""

    def __init__(self, reference: str) -> None:
        super().__init__(reference)
        self.reference = reference
        """The reference under which the cause was logged."""


class Receiver(Protocol):
    """Receives the emails that arrive by SMTP."""

    def accepts(self, address: str) -> bool:
        """Whether this address is ours."""
        ...

    def receive(
        self, sender: str, recipients: tuple[str, ...], content: bytes, network: str
    ) -> "Future[None] | asyncio.Future[None]":
        """Returns a future that is done once the email is stored. Raises Busy or TemporaryFailure.

        `network`: the network of the sender. Networks take turns.
        """
        ...
