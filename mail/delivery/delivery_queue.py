"""The interface of the queue of outgoing email, and the outcomes that delivery reports to it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from mail.delivery.relay import Fault


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """An email that is ready to send, with the number of previous attempts (`tries`)."""

    id: int
    sender: str
    recipient: str
    message_id: str
    message: bytes
    tries: int
    board: str = ""
    """The board that the email is about. Emails to one recipient about one board keep their order.
    """


@dataclass(frozen=True, slots=True)
class Sent:
    """The relay accepted the email."""

    message: QueuedMessage


@dataclass(frozen=True, slots=True)
class Deferred:
    """The attempt failed, and is repeated after `wait`."""

    message: QueuedMessage
    wait: timedelta
    error: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The email can't be delivered. `refused`: whether the recipient's address was rejected."""

    message: QueuedMessage
    error: str
    refused: bool


@dataclass(frozen=True, slots=True)
class NotAttempted:
    """The email wasn't tried. It waits as if it had never been leased."""

    message: QueuedMessage
    error: str


@dataclass(frozen=True, slots=True)
class Postponed:
    """The relay failed while it received the email. It waits, and no attempt is counted."""

    message: QueuedMessage
    wait: timedelta
    error: str


Outcome = Sent | Deferred | Failed | NotAttempted | Postponed


class Queue(Protocol):
    """The queue of outgoing email. Its methods may be called from several threads."""

    def take(self, per_minute: int | None = None) -> Sequence[QueuedMessage]:
        """Leases some due emails for LEASE. Returns none if nothing is due or the rate is used up.

        Skips emails that would overtake others that are leased or must wait.

        `per_minute`: maximum number of emails a minute that the relay accepts now, or None if it
        hasn't complained.
        """
        ...

    def renew(self, messages: Sequence[QueuedMessage]) -> Collection[int]:
        """Extends the leases of these emails by LEASE from now.

        Returns the ids of the emails that are still leased.
        """
        ...

    def record(self, outcomes: Sequence[Outcome]) -> None:
        """Records the outcomes of leased emails: all of them, or none if it raises an error.

        Ignores emails that another worker has leased in the meantime.
        """
        ...

    def relay_failed(self, fault: Fault, error: str) -> None:
        """Records that the relay can't be used, so that the admin learns about it."""
        ...
