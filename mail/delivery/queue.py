"""The interface between delivery and the queue."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """A mail ready to send, and the number of its earlier tries."""

    id: int
    sender: str
    recipient: str
    message_id: str
    message: bytes
    tries: int
    board: str = ""
    """The board; mails for one recipient about one board keep their order."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The mail was sent."""

    message: QueuedMessage


@dataclass(frozen=True, slots=True)
class Deferred:
    """The mail is to be tried again."""

    message: QueuedMessage
    wait: timedelta
    error: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The mail can't be delivered; `refused` is True if the recipient's address was rejected."""

    message: QueuedMessage
    error: str
    refused: bool


@dataclass(frozen=True, slots=True)
class NotAttempted:
    """The mail wasn't tried; it waits as if it had never been leased."""

    message: QueuedMessage
    error: str


Outcome = Sent | Deferred | Failed | NotAttempted


class Queue(Protocol):
    """The queue of mails to send; may be called by several threads."""

    def take(self) -> Sequence[QueuedMessage]:
        """Leases some due mails; returns none if nothing is due.

        Skips mails that would overtake others that are leased or must wait.
        """
        ...

    def renew(self, messages: Sequence[QueuedMessage]) -> None:
        """Renews the leases of these mails from now."""
        ...

    def record(self, outcomes: Sequence[Outcome]) -> None:
        """Records the outcomes of leased mails; all of them or, when this raises, none."""
        ...
