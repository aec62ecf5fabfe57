"""The interface of the repository of reviews, one for each board and player."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pbm.board import Board, Player


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A finished board whose review is requested."""

    asker: str
    """The address to which the review is sent."""
    letter: str
    """The Message-ID of the request; empty if it had none."""
    game: str
    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class TakenReview:
    """A leased review."""

    id: int
    player: int
    """The id of the player who asked."""
    job: ReviewJob
    tries: int
    """The number of its earlier leases."""


class Reviews(Protocol):
    """The repository of reviews that were requested; those that were answered stay."""

    def add(self, board: Board, player: Player, job: ReviewJob) -> None:
        """Adds a review at the end of the queue."""
        ...

    def requested(self, board: Board, player: Player) -> datetime | None:
        """Returns the time at which a player asked for the review of a board, if they did."""
        ...

    def by(self, player: Player) -> Sequence[tuple[str, int, datetime]]:
        """Returns the reviews that a player has asked for: game, board and time."""
        ...

    def waiting(self) -> int:
        """Returns the number of unanswered reviews, including leased ones."""
        ...

    def take(self, now: datetime, until: datetime, holder: str) -> TakenReview | None:
        """Returns the oldest review that isn't leased, and leases it until `until`."""
        ...

    def renew(self, id: int, holder: str, until: datetime) -> bool:
        """Renews a lease; returns False if the holder has it no more."""
        ...

    def done(self, id: int, holder: str) -> bool:
        """Records that a review was answered; returns False if the holder has its lease no more."""
        ...
