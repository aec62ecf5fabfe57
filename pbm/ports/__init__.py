"""What commands need of whatever keeps players, boards and mails: a unit of work.

A unit of work is one transaction; its parts are savepoints, and parts have parts: a batch of
letters, a letter, a line.
"""

from contextlib import AbstractContextManager
from typing import Protocol

from pbm.ports.boards import Boards, Clocks, HintAgreements, Ratings, Selector, Watches
from pbm.ports.jobs import Job, Jobs, TakenJob
from pbm.ports.mail import (
    AnswerCounts,
    Automatic,
    Bounce,
    BounceKind,
    Bounces,
    HeldMail,
    HeldMails,
    Outbox,
    OutboxMail,
    RateCounters,
    Reachability,
    Retention,
    SeenMails,
)
from pbm.ports.players import (
    Blocks,
    Pending,
    PendingConfirmations,
    Players,
    Preference,
    Preferences,
    Purpose,
    Vacations,
)

__all__ = [
    "HintAgreements",
    "AnswerCounts",
    "Automatic",
    "Blocks",
    "Boards",
    "Bounce",
    "BounceKind",
    "Bounces",
    "Clocks",
    "PendingConfirmations",
    "HeldMail",
    "HeldMails",
    "Job",
    "Jobs",
    "SeenMails",
    "Outbox",
    "OutboxMail",
    "Retention",
    "Pending",
    "Players",
    "Preference",
    "Preferences",
    "Purpose",
    "Ratings",
    "Reachability",
    "Selector",
    "UnitOfWorkFactory",
    "TakenJob",
    "RateCounters",
    "Vacations",
    "Watches",
    "UnitOfWork",
]


class UnitOfWork(Protocol):
    """One transaction."""

    @property
    def players(self) -> Players:
        """Registered players."""
        ...

    @property
    def boards(self) -> Boards:
        """Boards."""
        ...

    @property
    def clocks(self) -> Clocks:
        """What those who mind the clocks share."""
        ...

    @property
    def vacations(self) -> Vacations:
        """Vacations."""
        ...

    @property
    def hint_agreements(self) -> HintAgreements:
        """Agreements to hints."""
        ...

    @property
    def watches(self) -> Watches:
        """Who watches boards."""
        ...

    @property
    def ratings(self) -> Ratings:
        """Ratings."""
        ...

    @property
    def seen_mails(self) -> SeenMails:
        """Letters seen."""
        ...

    @property
    def pending_confirmations(self) -> PendingConfirmations:
        """What waits for a code."""
        ...

    @property
    def preferences(self) -> Preferences:
        """What players want."""
        ...

    @property
    def blocks(self) -> Blocks:
        """Who wants to hear nothing from whom."""
        ...

    @property
    def outbox(self) -> Outbox:
        """Mails to send."""
        ...

    @property
    def retention(self) -> Retention:
        """What nobody needs any more."""
        ...

    @property
    def bounces(self) -> Bounces:
        """What came back."""
        ...

    @property
    def reachability(self) -> Reachability:
        """Who can't be reached."""
        ...

    @property
    def answer_counts(self) -> AnswerCounts:
        """How many answers were given."""
        ...

    @property
    def rate_counters(self) -> RateCounters:
        """What may be done only so often."""
        ...

    @property
    def held_notices(self) -> HeldMails:
        """Mails held back."""
        ...

    @property
    def solve_jobs(self) -> Jobs:
        """What takes a while."""
        ...

    def savepoint(self) -> AbstractContextManager[None]:
        """A savepoint: what happens in it is undone when it raises."""
        ...


class UnitOfWorkFactory(Protocol):
    """Where works begin."""

    def work(self) -> AbstractContextManager[UnitOfWork]:
        """A transaction, committed at its end, rolled back when it raises."""
        ...
