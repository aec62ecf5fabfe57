"""Runs a long job, such as a search that a player asked for by mail, under a lease.

A job stays in the database until its answer is in the outbox. Its lease is renewed while it runs;
when the worker that took it dies, it is taken again, up to MAX_TRIES.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from commands.messages.content import Content
from commands.outbound.mailer import Mailer
from commands.workers.renewal import renewed
from pbm.clock import Clock
from pbm.stored import LEASE

if TYPE_CHECKING:
    from storage import Database
    from storage.unit_of_work import UnitOfWork


MAX_TRIES = 2


class Asked(Protocol):
    """The request for a job."""

    @property
    def asker(self) -> str:
        """The address to which the answer is sent."""
        ...

    @property
    def letter(self) -> str:
        """The Message-ID of the request; empty if it had none."""
        ...


class Taken(Protocol):
    """A leased job."""

    @property
    def id(self) -> int:
        """The id of the job."""
        ...

    @property
    def job(self) -> Asked:
        """The request."""
        ...


TakenType = TypeVar("TakenType", bound=Taken)
Queued_co = TypeVar("Queued_co", bound=Taken, covariant=True)


class Queue(Protocol[Queued_co]):
    """A repository of jobs."""

    def take(self, now: datetime, until: datetime, holder: str) -> Queued_co | None:
        """Returns the oldest job that isn't leased, and leases it until `until`."""
        ...

    def renew(self, id: int, holder: str, until: datetime) -> bool:
        """Renews a lease; returns False if the holder has it no more."""
        ...

    def done(self, id: int, holder: str) -> bool:
        """Ends a job; returns False if the holder has its lease no more."""
        ...


@dataclass(frozen=True)
class JobRunner:
    """The services of a worker that runs jobs."""

    database: "Database"
    clock: Clock
    mailer: Mailer
    holder: str
    """The holder of the leases."""

    def run_one(
        self,
        queue_of: "Callable[[UnitOfWork], Queue[TakenType]]",
        answer: Callable[[TakenType], Content],
    ) -> bool:
        """Runs one job and mails its answer; returns False if there is none."""
        now = self.clock.now()
        with self.database.work() as work:
            taken = queue_of(work).take(now, now + LEASE, self.holder)
        if taken is None:
            return False
        with renewed(partial(self._renew, queue_of, taken.id)):
            content = answer(taken)
        with self.database.work() as work:
            if queue_of(work).done(taken.id, self.holder):  # else another worker answers it
                asked, now = taken.job, self.clock.now()
                mail = self.mailer.delayed_reply(asked.asker, asked.letter, content, now)
                work.outbox.put([mail])
        return True

    def _renew(self, queue_of: "Callable[[UnitOfWork], Queue[Any]]", id: int) -> None:
        with self.database.work() as work:
            queue_of(work).renew(id, self.holder, self.clock.now() + LEASE)
