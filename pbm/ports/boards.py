"""Boards, their clocks, who watches them, and how strong their players are."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, Protocol

from pbm.board import Board, BoardLine, Player, Terms
from pbm.board_clock import Period
from pbm.match import Match
from pbm.ratings import Rating, Standing

Selector = Literal["all", "active", "inactive", "next"]
"""Which boards: all, those going on, those that are over, those waiting for the player."""


class Boards(Protocol):
    """Boards, by game and number."""

    def open(
        self,
        players: Sequence[Player],
        match: Match,
        terms: Terms,
        at: datetime,
        resumed: datetime | None = None,
    ) -> Board:
        """A new board, under a number never used before.

        `resumed`: when the turn that the match has come to begins anew.
        """
        ...

    def find(self, game: str, number: int) -> Board | None:
        """A board to look at."""
        ...

    def number_of(self, game: str, checksum: str) -> int | None:
        """The number of the first board whose log has this checksum."""
        ...

    def lock_id(self, id: int) -> Board | None:
        """The board of this number over all games, to change."""
        ...

    def lock(self, game: str, number: int) -> Board | None:
        """A board to change: nobody else changes it until this work ends."""
        ...

    def save(self, before: Board, after: Board, at: datetime) -> Board:
        """Keeps what was added to a held board's log, and its new state; the board as kept.

        Where the turn has changed, so has the board's clock.
        """
        ...

    def lines(
        self, game: str, userids: Sequence[str], selector: Selector, limit: int | None = None
    ) -> tuple[int, Sequence[BoardLine]]:
        """How many boards of any of these players (of all, if none) there are, and the newest.

        `limit`: how many of them; None for all.
        """
        ...

    def finished(self, game: str, limit: int, offset: int) -> tuple[int, Sequence[BoardLine]]:
        """How many boards are over, and some of them, those that ended last first."""
        ...

    def waiting_for_robots(self) -> Sequence[tuple[str, int]]:
        """Game and number of each board on which a robot is to move or has an offer to answer."""
        ...

    def counts(self) -> dict[str, tuple[int, int]]:
        """Boards going on, and finished, by game."""
        ...


class Clocks(Protocol):
    """What those who mind the boards' clocks share."""

    def heartbeat(self, at: datetime, longest: timedelta) -> Period | None:
        """Notes that the server lives; the downtime that this ends, if it was silent longer.

        No clock runs in a downtime.
        """
        ...

    def due(self, at: datetime) -> Sequence[tuple[str, int]]:
        """Game and number of each board on which a nag or a forfeit may be due."""
        ...

    def check_again(self, game: str, number: int, at: datetime) -> None:
        """Nothing is due on this board before."""
        ...

    def restart(self, player: Player, at: datetime) -> None:
        """The turns that this player has begin now: what went by until then doesn't count."""
        ...

    def first_nag(self, board: Board, day: int) -> bool:
        """Whether the reminder of this day of this turn is new; from now on it isn't."""
        ...


class HintAgreements(Protocol):
    """Who has agreed that there may be hints on a board."""

    def add(self, board: Board, player: Player) -> bool:
        """Whether it is new that this player agrees; the board must be held."""
        ...

    def of(self, board: Board) -> frozenset[int]:
        """The ids of the players who agree."""
        ...


class Watches(Protocol):
    """Who watches boards without playing on them."""

    def add(self, player: Player, game: str, board: int | None, *, end_only: bool) -> bool:
        """Whether it is new that this player watches; None for all boards of the game."""
        ...

    def remove(self, player: Player, game: str, board: int | None) -> bool:
        """Whether the player watched every move; ends it."""
        ...

    def of(self, game: str, board: int, *, end_only: bool) -> Sequence[Player]:
        """Who watches this board, every move or only its end."""
        ...

    def by(self, player: Player) -> Sequence[tuple[str, int, bool]]:
        """What this player watches: game, board (0 for all), whether only its end."""
        ...

    def leave(self, player: int, board: int) -> Sequence[tuple[str, int]]:
        """Ends all for which a player gets mails about the board of this id; what it was.

        Games and boards, 0 for all.
        """
        ...


class Ratings(Protocol):
    """How strong players are, by game."""

    def lock(self, game: str, players: Sequence[Player]) -> Sequence[Rating]:
        """These players' ratings, to be changed: nobody else changes them until this work ends."""
        ...

    def save(self, board: Board) -> None:
        """Keeps what the end of this board did to the ratings, and counts who won; only once."""
        ...

    def of(self, player: Player) -> dict[str, Rating]:
        """The player's ratings, by game."""
        ...

    def withdraw(self, board: Board) -> None:
        """Takes back what the end of this board did, as a later decision has undone it."""
        ...

    def standings(self, game: str) -> Sequence[Standing]:
        """How everybody stands who has played a rated game, in no order."""
        ...
