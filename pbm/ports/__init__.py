"""The interface of storage to commands: a unit of work and its repositories.

A unit of work is one transaction; savepoints may be nested: a batch of letters, a letter, a line.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from pbm.counters import Counter, Histogram
from pbm.ports.boards import (
    Boards,
    Clocks,
    HintAgreements,
    KeptCounts,
    PublishedComments,
    Ratings,
    Selector,
    TurnLeases,
    Watches,
)
from pbm.ports.explored import ExploredGames
from pbm.ports.incidents import Incident, IncidentKind, Incidents
from pbm.ports.mail import (
    Automatic,
    Bounce,
    BounceKind,
    Bounces,
    HeldMail,
    HeldMails,
    Mailboxes,
    MailCounts,
    Outbox,
    OutboxMail,
    Overflow,
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
from pbm.ports.reviews import ReviewJob, Reviews, TakenReview
from pbm.ports.solve_jobs import Job, Jobs, TakenJob

__all__ = [
    "Automatic",
    "Blocks",
    "Boards",
    "Bounce",
    "BounceKind",
    "Bounces",
    "Clocks",
    "ExploredGames",
    "HeldMail",
    "HeldMails",
    "HintAgreements",
    "Incident",
    "IncidentKind",
    "Incidents",
    "Job",
    "Jobs",
    "KeptCounts",
    "MailCounts",
    "Mailboxes",
    "Outbox",
    "OutboxMail",
    "Overflow",
    "Pending",
    "PendingConfirmations",
    "Players",
    "Preference",
    "Preferences",
    "PublishedComments",
    "Purpose",
    "RateCounters",
    "Ratings",
    "Reachability",
    "Retention",
    "ReviewJob",
    "Reviews",
    "SeenMails",
    "Selector",
    "TakenJob",
    "TakenReview",
    "TurnLeases",
    "UnitOfWork",
    "UnitOfWorkFactory",
    "Vacations",
    "Watches",
]


class UnitOfWork(Protocol):
    """One transaction."""

    @property
    def players(self) -> Players:
        """The registered players."""
        ...

    @property
    def boards(self) -> Boards:
        """The boards."""
        ...

    @property
    def kept_counts(self) -> KeptCounts:
        """The numbers of boards and rated players that are kept."""
        ...

    @property
    def explored(self) -> ExploredGames:
        """The finished games by position."""
        ...

    @property
    def turn_leases(self) -> TurnLeases:
        """The leases of robots' and engines' turns."""
        ...

    @property
    def clocks(self) -> Clocks:
        """The state shared by all that check clocks."""
        ...

    @property
    def vacations(self) -> Vacations:
        """The vacations."""
        ...

    @property
    def hint_agreements(self) -> HintAgreements:
        """The agreements to hints."""
        ...

    @property
    def published_comments(self) -> PublishedComments:
        """The comments whose writers publish them."""
        ...

    @property
    def watches(self) -> Watches:
        """The watchers of boards."""
        ...

    @property
    def ratings(self) -> Ratings:
        """The ratings."""
        ...

    @property
    def seen_mails(self) -> SeenMails:
        """The letters already processed."""
        ...

    @property
    def mailboxes(self) -> Mailboxes:
        """The mailboxes at providers."""
        ...

    @property
    def pending_confirmations(self) -> PendingConfirmations:
        """The actions that wait for a code."""
        ...

    @property
    def preferences(self) -> Preferences:
        """The players' preferences."""
        ...

    @property
    def blocks(self) -> Blocks:
        """The players blocked by others."""
        ...

    @property
    def outbox(self) -> Outbox:
        """The mails to send."""
        ...

    @property
    def retention(self) -> Retention:
        """The deletion of old rows."""
        ...

    @property
    def bounces(self) -> Bounces:
        """The bounces."""
        ...

    @property
    def reachability(self) -> Reachability:
        """The unreachable players."""
        ...

    @property
    def mail_counts(self) -> MailCounts:
        """The numbers of answers given."""
        ...

    @property
    def rate_counters(self) -> RateCounters:
        """The counters of rate-limited actions."""
        ...

    @property
    def overflow(self) -> Overflow:
        """The mails above the limits."""
        ...

    @property
    def held_notices(self) -> HeldMails:
        """The deferred notifications."""
        ...

    @property
    def solve_jobs(self) -> Jobs:
        """The solve jobs."""
        ...

    @property
    def reviews(self) -> Reviews:
        """The reviews of boards that players asked for."""
        ...

    @property
    def incidents(self) -> Incidents:
        """The incidents by which the server's health is judged."""
        ...

    @property
    def changes(self) -> int:
        """The number of statements so far that may have changed or locked something."""
        ...

    def lock_for(self, errors: Sequence[Exception]) -> None:
        """Takes the locks that earlier tries of the same work, which these ended, lacked."""
        ...

    def count(self, metric: Counter | Histogram, *values: str, amount: float = 1) -> None:
        """Counts events once they are committed; those of an undone savepoint never happened."""
        ...

    def is_database_error(self, error: Exception) -> bool:
        """Returns True if the database failed, or the machine: all of it is to be tried again."""
        ...

    def savepoint(self) -> AbstractContextManager[None]:
        """Returns a savepoint: changes within it are undone when it raises."""
        ...


class UnitOfWorkFactory(Protocol):
    """A factory of units of work."""

    def work(self, *, deferred_writes: bool = False) -> AbstractContextManager[UnitOfWork]:
        """Returns a transaction, committed at its end, rolled back when it raises.

        `deferred_writes`: what is written may wait until the end. That is quicker, but an error may
        concern any part of the transaction: each is to be done again in one that writes at once.
        """
        ...

    def snapshot(self) -> AbstractContextManager[UnitOfWork]:
        """Returns a transaction for reading one state of everything, for which nobody waits."""
        ...
