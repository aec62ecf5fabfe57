"""Interfaces of the repositories of boards, clocks, watchers and ratings."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, Protocol

from pbm.board import Board, BoardLine, Player, Terms
from pbm.board_clock import Period
from pbm.match import Match
from pbm.ratings import Rating, Standing
from pbm.visibility import Viewer

Selector = Literal["all", "active", "inactive", "next"]
"""A selection of boards: all, unfinished, finished, or those waiting for the player."""


class Boards(Protocol):
    """The repository of boards, by game and number."""

    def open(
        self,
        players: Sequence[Player],
        match: Match,
        terms: Terms,
        at: datetime,
        resumed: datetime | None = None,
    ) -> Board:
        """Returns a new board, with a number never used before.

        `resumed`: when the turn that the match has come to begins again.
        """
        ...

    def prefetch(
        self,
        ids: Sequence[int],
        names: Sequence[tuple[str, int]],
        shown: Sequence[tuple[str, int]],
    ) -> Sequence[Board]:
        """Reads boards, and locks them but for those that are only `shown`; returns them.

        They are named by their ids or by game and number. Those that another transaction has
        locked, and damaged ones, are left out.
        """
        ...

    def find(self, game: str, number: int) -> Board | None:
        """Returns a board for reading."""
        ...

    def number_of(self, game: str, checksum: str) -> int | None:
        """Returns the number of the first board whose log has this checksum."""
        ...

    def lock_id(self, id: int) -> Board | None:
        """Returns the board with this number over all games, locked until the transaction ends."""
        ...

    def lock(self, game: str, number: int) -> Board | None:
        """Returns a board, locked until the transaction ends."""
        ...

    def save(self, before: Board, after: Board, at: datetime) -> Board:
        """Saves the additions to a locked board's log and its new state; returns the saved board.

        Where the turn has changed, so has the board's clock.
        """
        ...

    def is_seen(self, game: str, number: int, viewer: Viewer) -> bool:
        """Returns True if there is such a board, removed or not, and this viewer may see it."""
        ...

    def played_by(self, player: Player) -> Sequence[tuple[str, int, tuple[str, ...], int]]:
        """Returns game, number, userids and ply of all boards of a player."""
        ...

    def has_seen(self, player: Player, viewer: Viewer) -> bool:
        """Returns True if the player has a board that this viewer may see."""
        ...

    def players_near(self, userid: str, viewer: Viewer) -> Sequence[str]:
        """Returns userids that a misspelt one may mean, of players with boards that are seen."""
        ...

    def lines(
        self,
        game: str,
        userids: Sequence[str],
        selector: Selector,
        limit: int | None = None,
        *,
        viewer: Viewer,
    ) -> tuple[int, Sequence[BoardLine]]:
        """Returns the number of boards of any of these players (of all, if none), and the newest.

        Boards that the viewer may not see are neither counted nor returned.

        `limit`: the most boards returned; None for all.
        """
        ...

    def finished(
        self, game: str, limit: int, offset: int, viewer: Viewer
    ) -> tuple[int, Sequence[BoardLine]]:
        """Returns the number of finished boards, and some of them, those that ended last first."""
        ...

    def waiting_for_robots(self, holder: str, now: datetime) -> Sequence[tuple[str, int]]:
        """Returns game and number of each board on which a robot has to move or answer an offer.

        Those whose turn another than this holder has leased are left out.
        """
        ...

    def counts(self, viewer: Viewer) -> dict[str, tuple[int, int]]:
        """Returns the numbers of unfinished and finished boards, by game."""
        ...


class KeptCounts(Protocol):
    """The repository of the numbers of boards and rated players, which are kept."""

    def adapt(self, most: int) -> int:
        """Adapts the numbers to so many of the changes since; returns the number of these."""
        ...


class TurnLeases(Protocol):
    """The repository of leases of robots' and engines' turns; each is for a state of its board."""

    def take(self, board: int, checksum: str, holder: str, now: datetime, until: datetime) -> bool:
        """Leases the turn in this state of a board until then; returns False if another has it."""
        ...

    def renew(self, ids: Sequence[int], holder: str, until: datetime) -> frozenset[int]:
        """Renews a holder's leases for these boards; returns those that it still had."""
        ...

    def is_anothers(self, board: int, checksum: str, holder: str, now: datetime) -> bool:
        """Returns True if another has the lease of the turn in this state of a board."""
        ...

    def release(self, board: int, holder: str) -> bool:
        """Ends a holder's lease for this board; returns True if it still had it."""
        ...

    def forget(self, before: datetime) -> None:
        """Deletes the leases that ended before this."""
        ...


class Clocks(Protocol):
    """The repository of the state shared by all that check clocks."""

    def heartbeat(self, at: datetime, longest: timedelta) -> Period | None:
        """Records that the server runs; returns the downtime that ends, if it was silent longer.

        No clock runs in a downtime.
        """
        ...

    def last_heartbeat(self) -> datetime | None:
        """Returns the time of the last heartbeat; None before the first."""
        ...

    def due(self, at: datetime) -> Sequence[tuple[str, int]]:
        """Returns game and number of each board on which a nag or a forfeit may be due."""
        ...

    def check_again(self, game: str, number: int, at: datetime) -> None:
        """Defers the next check of this board to this time."""
        ...

    def check_soon(self, player: Player, at: datetime) -> None:
        """Lets the boards on which it is the player's turn be checked: deadlines have changed."""
        ...

    def check_all(self, player: Player, at: datetime) -> None:
        """Lets all running boards of the player be checked, whoever is to move there."""
        ...

    def restart(self, player: Player, at: datetime) -> None:
        """Restarts the player's current turns: earlier time doesn't count."""
        ...

    def first_nag(self, board: Board, day: int) -> bool:
        """Records the reminder of this day of this turn; returns True if it is new."""
        ...


class HintAgreements(Protocol):
    """The repository of agreements to hints on boards."""

    def add(self, board: Board, player: Player) -> bool:
        """Records a player's agreement on a locked board; returns True if it is new."""
        ...

    def of(self, board: Board) -> frozenset[int]:
        """Returns the ids of the players who agree."""
        ...


class Watches(Protocol):
    """The repository of players who watch boards without playing on them."""

    def prefetch(self, boards: Sequence[Board]) -> dict[int, Sequence[Player]]:
        """Reads and returns the watchers of these boards, by the ids of those that have any."""
        ...

    def add(self, player: Player, game: str, board: int | None, *, end_only: bool) -> bool:
        """Adds a watcher of a board, or with None of the whole game; returns True if it is new."""
        ...

    def remove(self, player: Player, game: str, board: int | None) -> bool:
        """Removes a watcher of every move; returns True if they watched."""
        ...

    def of(self, board: Board, *, end_only: bool) -> Sequence[Player]:
        """Returns the watchers of this board, of every move or only of its end.

        A board that only its players see has none.
        """
        ...

    def by(self, player: Player) -> Sequence[tuple[str, int, bool]]:
        """Returns what a player watches: game, board (0 for all), True if only its end."""
        ...

    def leave(self, player: int, board: int) -> Sequence[tuple[str, int]]:
        """Removes all by which a player gets mails about the board of this id; returns what it was.

        Games and boards, 0 for all.
        """
        ...


class PublishedComments(Protocol):
    """The repository of comments whose writers publish them."""

    def add(self, board: Board, player: Player, text: str, at: datetime) -> None:
        """Adds a comment on a public board, if its writer publishes theirs."""
        ...

    def by(self, player: Player) -> Sequence[tuple[str, int, int, str, datetime]]:
        """Returns what a player has published: game, board, ply, text and time."""
        ...

    def withdraw(self, player: Player) -> int:
        """Deletes all that a player has published; returns the number of comments."""
        ...

    def take_back(self, board: Board) -> None:
        """Deletes what was written with moves that no longer count."""
        ...


class Ratings(Protocol):
    """The repository of the players' ratings, by game."""

    def lock(self, game: str, players: Sequence[Player]) -> Sequence[Rating]:
        """Returns these players' ratings, locked until the transaction ends."""
        ...

    def save(self, board: Board) -> None:
        """Saves the rating changes by the end of this board, and counts who won; only once."""
        ...

    def of(self, player: Player) -> dict[str, Rating]:
        """Returns the player's ratings, by game."""
        ...

    def withdraw(self, board: Board) -> None:
        """Reverts the rating changes of this board, as a later decision has undone its end."""
        ...

    def count(self, game: str, viewer: Viewer) -> int:
        """Returns the number of players rated at a game whom this viewer may see."""
        ...

    def standings(
        self, game: str, viewer: Viewer, first: int, most: int
    ) -> Sequence[tuple[int, Standing]]:
        """Returns some of the players rated at a game with their ranks, the best first.

        Those alone whom this viewer may see, with the number of running boards that it may see.
        Equal points share a rank. `first`: the number of those before.
        """
        ...
