"""The queue of mails as delivery sees it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from mail.delivery.relay import Fault


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


@dataclass(frozen=True, slots=True)
class Postponed:
    """The relay was in trouble when it got the mail, which waits without a try being counted."""

    message: QueuedMessage
    wait: timedelta
    error: str


Outcome = Sent | Deferred | Failed | NotAttempted | Postponed


class Queue(Protocol):
    """The queue of mails to send; may be called by several threads."""

    def take(self, per_minute: int | None = None) -> Sequence[QueuedMessage]:
        """Leases some due mails for LEASE; returns none if nothing is due, or enough was sent.

        Skips mails that would overtake others that are leased or must wait. `per_minute`: the most
        mails a minute that the relay takes now; None if it hasn't complained.
        """
        ...

    def renew(self, messages: Sequence[QueuedMessage]) -> Collection[int]:
        """Renews the leases of these mails for LEASE from now; returns those still leased."""
        ...

    def record(self, outcomes: Sequence[Outcome]) -> None:
        """Records the outcomes of leased mails; all of them or, when this raises, none.

        Those of mails that another worker has leased meanwhile are left out.
        """
        ...

    def relay_failed(self, fault: Fault, error: str) -> None:
        """Records that the relay can't be used, for those who look after it."""
        ...
