"""What takes too long to be answered at once."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Job:
    """A position whose value somebody wants to know."""

    asker: str
    """The address to which the answer goes."""
    letter: str
    """The Message-ID of the mail that asked; empty where it had none."""
    game: str
    options: tuple[str, ...]
    """Fully resolved."""
    moves: tuple[str, ...]
    """In canonical notation."""
    at: datetime


@dataclass(frozen=True, slots=True)
class TakenJob:
    """A job in somebody's hands, and how often it was taken before."""

    id: int
    job: Job
    tries: int


class Jobs(Protocol):
    """Jobs that wait for whoever has time for them."""

    def add(self, job: Job) -> None:
        """Puts it at the end of the queue."""
        ...

    def waiting(self) -> int:
        """How many there are, those in hand included."""
        ...

    def asked(self, job: Job) -> bool:
        """Whether this asker waits for the same already."""
        ...

    def take(self, now: datetime, until: datetime) -> TakenJob | None:
        """The oldest job in nobody's hands; nobody else is given it before `until`."""
        ...

    def done(self, id: int) -> bool:
        """Takes it away; whether it was still there."""
        ...
