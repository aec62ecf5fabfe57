"""The interface of the repository of solve jobs, which take too long to be answered at once."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Job:
    """A position about which something is asked that takes a while to find."""

    asker: str
    """The address to which the answer is sent."""
    letter: str
    """The Message-ID of the request; empty if it had none."""
    game: str
    options: tuple[str, ...]
    """The options, fully resolved."""
    moves: tuple[str, ...]
    """The moves in canonical notation."""
    at: datetime
    verb: str = "solve"
    """The command: `solve`, or one whose line is executed again with more time."""


@dataclass(frozen=True, slots=True)
class TakenJob:
    """A leased job, and the number of its earlier leases."""

    id: int
    job: Job
    tries: int


class Jobs(Protocol):
    """The repository of waiting and leased jobs."""

    def add(self, job: Job) -> None:
        """Adds a job at the end of the queue."""
        ...

    def waiting(self) -> int:
        """Returns the number of jobs, including leased ones."""
        ...

    def asked(self, job: Job) -> bool:
        """Returns True if this asker already waits for the same job."""
        ...

    def take(self, now: datetime, until: datetime, holder: str) -> TakenJob | None:
        """Returns the oldest job that isn't leased, and leases it until `until`."""
        ...

    def renew(self, id: int, holder: str, until: datetime) -> bool:
        """Renews a lease; returns False if the holder has it no more."""
        ...

    def done(self, id: int, holder: str) -> bool:
        """Deletes a job; returns False if the holder has its lease no more."""
        ...
