"""What the delivery asks of a queue, and tells it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """A mail ready to go, and how often it was tried before."""

    id: int
    sender: str
    recipient: str
    message_id: str
    message: bytes
    tries: int
    board: str = ""
    """Mails for one recipient about one board keep their order."""


@dataclass(frozen=True, slots=True)
class Sent:
    """It has left."""

    message: QueuedMessage


@dataclass(frozen=True, slots=True)
class Deferred:
    """It is to be tried again."""

    message: QueuedMessage
    wait: timedelta
    error: str


@dataclass(frozen=True, slots=True)
class Failed:
    """It can't be delivered; `refused` when that is for its recipient's address."""

    message: QueuedMessage
    error: str
    refused: bool


@dataclass(frozen=True, slots=True)
class NotAttempted:
    """Nothing is wrong with it: it waits, as if it had never been taken."""

    message: QueuedMessage
    error: str


Outcome = Sent | Deferred | Failed | NotAttempted


class Queue(Protocol):
    """Whatever keeps mails until they are sent; asked by one thread at a time or several."""

    def take(self) -> Sequence[QueuedMessage]:
        """Some mails that are due, held for us for a while; none when nothing is.

        None that would overtake what is held or must wait.
        """
        ...

    def renew(self, messages: Sequence[QueuedMessage]) -> None:
        """They are held for as long again from now."""
        ...

    def record(self, outcomes: Sequence[Outcome]) -> None:
        """What became of mails that were taken; all of it or, when this raises, nothing."""
        ...
