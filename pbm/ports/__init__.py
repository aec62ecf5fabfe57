"""What commands need of whatever keeps players, boards and mails: a unit of work.

A unit of work is one transaction; its parts are savepoints, and parts have parts: a batch of
letters, a letter, a line.
"""

from contextlib import AbstractContextManager
from typing import Protocol

from pbm.ports.boards import Agreements, Boards, Clocks, Ratings, Selector, Watches
from pbm.ports.jobs import Job, Jobs, TakenJob
from pbm.ports.mail import (
    Answers,
    Automatic,
    Bounce,
    BounceKind,
    Bounces,
    HeldMail,
    HeldMails,
    Letters,
    Outbox,
    Outgoing,
    Past,
    Reach,
    Tallies,
)
from pbm.ports.players import (
    Blocks,
    Codes,
    Pending,
    Players,
    Preference,
    Preferences,
    Purpose,
    Vacations,
)

__all__ = [
    "Agreements",
    "Answers",
    "Automatic",
    "Blocks",
    "Boards",
    "Bounce",
    "BounceKind",
    "Bounces",
    "Clocks",
    "Codes",
    "HeldMail",
    "HeldMails",
    "Job",
    "Jobs",
    "Letters",
    "Outbox",
    "Outgoing",
    "Past",
    "Pending",
    "Players",
    "Preference",
    "Preferences",
    "Purpose",
    "Ratings",
    "Reach",
    "Selector",
    "Store",
    "TakenJob",
    "Tallies",
    "Vacations",
    "Watches",
    "Work",
]


class Work(Protocol):
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
    def agreements(self) -> Agreements:
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
    def letters(self) -> Letters:
        """Letters seen."""
        ...

    @property
    def codes(self) -> Codes:
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
    def past(self) -> Past:
        """What nobody needs any more."""
        ...

    @property
    def bounces(self) -> Bounces:
        """What came back."""
        ...

    @property
    def reach(self) -> Reach:
        """Who can't be reached."""
        ...

    @property
    def answers(self) -> Answers:
        """How many answers were given."""
        ...

    @property
    def tallies(self) -> Tallies:
        """What may be done only so often."""
        ...

    @property
    def held(self) -> HeldMails:
        """Mails held back."""
        ...

    @property
    def jobs(self) -> Jobs:
        """What takes a while."""
        ...

    def part(self) -> AbstractContextManager[None]:
        """A savepoint: what happens in it is undone when it raises."""
        ...


class Store(Protocol):
    """Where works begin."""

    def work(self) -> AbstractContextManager[Work]:
        """A transaction, committed at its end, rolled back when it raises."""
        ...
