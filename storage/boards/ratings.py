"""The players' ratings at each game, and the changes that each board made to them."""

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

from sqlalchemy import Float, Row, Select, and_, bindparam, delete, insert, select, update

from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.ratings import NEWCOMER, Change, Rating
from pbm.robots.levels import nearest_level
from storage.sql.connection import WorkConnection
from storage.sql.inserts import INSERTS
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.locks import Locks
from storage.sql.prepared import Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables.boards import boards, rating_changes, ratings, seats

ADD_NEWCOMER = Prepared(
    INSERTS["sqlite"](ratings).on_conflict_do_nothing(),
    postgresql=lambda: INSERTS["postgresql"](ratings).on_conflict_do_nothing(),
)
HELD = Prepared(
    select(ratings)
    .where(ratings.c.game == bindparam("game"))
    .where(ratings.c.player_id.in_(bindparam("players", expanding=True)))
    .order_by(ratings.c.player_id)
    .with_for_update(),
    locks=True,
)
ADD_CHANGE = Prepared(insert(rating_changes))
RESULTS = ("won", "lost", "drawn")
_THEIRS = and_(
    ratings.c.game == bindparam("of_game"), ratings.c.player_id == bindparam("of_player")
)
SET_RATING = {
    name: Prepared(
        update(ratings)
        .where(_THEIRS)
        .values(
            {
                "mu": bindparam("new_mu", type_=Float),
                "sigma": bindparam("new_sigma", type_=Float),
                name: ratings.c[name] + 1,
            }
        ),
        columns=["mu", "sigma", name],
    )
    for name in RESULTS
}
"""Statements that set a rating and add one to a result's column, by the name of that column."""


class RatingRepository:
    """Ratings by player and game."""

    def __init__(
        self,
        connection: WorkConnection,
        locks: Locks,
        known_boards: Prefetched[int, Board | None],
    ) -> None:
        """`known_boards`: prefetched boards, whose ratings are updated, too."""
        self._connection = connection
        self._locks = locks
        self._known_boards = known_boards

    def lock(self, game: str, sitting: Sequence[Player]) -> Sequence[Rating]:
        """Returns the ratings of these players at a game, and locks their rows on PostgreSQL.

        It inserts rows for newcomers.
        """
        # Lock in a fixed order: otherwise, boards with the same players could cause a deadlock.
        ids = sorted(player.id for player in sitting)
        for id in ids:
            self._locks.take(LockKey(LockKind.RATING, game, id))
        key = {"game": game, "players": ids}
        rows = self._connection.rows(HELD, key)
        if len(rows) < len(ids):
            newcomers = [_first_row(game, player) for player in sitting]
            newcomers.sort(key=itemgetter("player_id"))
            self._connection.queue_all(ADD_NEWCOMER, newcomers, still_valid=[self._known_boards])
            rows = self._connection.rows(HELD, key)
        ratings_by_id = {row.player_id: _rating(row) for row in rows}
        return [ratings_by_id[player.id] for player in sitting]

    def save(self, board: Board) -> None:
        """Saves a board's changes of locked ratings. The primary key prevents saving them twice."""
        rows = [_change_row(board, seat) for seat in range(len(board.players))]
        self._connection.queue_all(ADD_CHANGE, rows, still_valid=[self._known_boards])
        for seat, player in enumerate(board.players):
            after = board.ratings[seat].after
            values: dict[str, Any] = {"new_mu": after.mu, "new_sigma": after.sigma}
            values |= {"of_game": board.game.name, "of_player": player.id}
            change = SET_RATING[_result(board, seat)]
            self._connection.queue(change, values, still_valid=[self._known_boards])
        self._adapt_known_boards(board)

    def _adapt_known_boards(self, board: Board) -> None:
        """Updates the ratings of prefetched boards after the end of this board."""
        after = {
            player.id: change.after
            for player, change in zip(board.players, board.ratings, strict=True)
        }
        for id, prefetched_board in self._known_boards.items():
            if prefetched_board and prefetched_board.game == board.game:
                seated = zip(
                    prefetched_board.players, prefetched_board.current_ratings, strict=True
                )
                now = tuple(after.get(player.id, before) for player, before in seated)
                self._known_boards.change(id, replace(prefetched_board, current_ratings=now))

    def withdraw(self, board: Board) -> None:
        """Reverts a board's rating changes, because a later decision has undone its end."""
        self.lock(board.game.name, board.players)
        mine = rating_changes.c.board_id == board.id
        self._connection.execute(delete(rating_changes).where(mine))
        for seat, player in enumerate(board.players):
            change, result = board.ratings[seat], ratings.c[_result(board, seat)]
            theirs = and_(ratings.c.game == board.game.name, ratings.c.player_id == player.id)
            values = {
                "mu": ratings.c.mu + (change.before.mu - change.after.mu),
                "sigma": ratings.c.sigma * (change.before.sigma / change.after.sigma),
                result.name: result - 1,
            }
            self._connection.execute(update(ratings).where(theirs).values(values))

    def of(self, player: Player) -> dict[str, Rating]:
        """Returns a player's ratings by game."""
        query = select(ratings).where(ratings.c.player_id == player.id).order_by(ratings.c.game)
        return {row.game: _rating(row) for row in self._connection.execute(query)}


def with_ratings(query: Select[Any]) -> Select[Any]:
    """Adds the players' ratings, and the board's rating changes, to a query of boards and seats."""
    is_of_seat = and_(ratings.c.player_id == seats.c.player_id, ratings.c.game == boards.c.game)
    now = ratings.c.mu.label("mu_now"), ratings.c.sigma.label("sigma_now")
    return _with_changes(query).add_columns(*now).outerjoin(ratings, is_of_seat)


def current_ratings(sitting: Sequence[Row[Any]]) -> tuple[Rating | None, ...]:
    """Returns the players' ratings from the rows of their seats. None for unrated players."""
    return tuple(
        None if row.mu_now is None else Rating(row.mu_now, row.sigma_now) for row in sitting
    )


def _with_changes(query: Select[Any]) -> Select[Any]:
    """Adds the board's rating changes to a query of seats."""
    here = and_(
        rating_changes.c.board_id == seats.c.board_id, rating_changes.c.seat == seats.c.seat
    )
    numbers = [column for column in rating_changes.c if not column.primary_key]
    return query.add_columns(*numbers).outerjoin(rating_changes, here)


def changes(sitting: Sequence[Row[Any]]) -> tuple[Change, ...]:
    """Returns a board's rating changes from the rows of its seats. Empty for an unrated board."""
    return tuple(
        Change(Rating(row.mu_before, row.sigma_before), Rating(row.mu_after, row.sigma_after))
        for row in sitting
        if row.mu_before is not None
    )


def _first_row(game: str, player: Player) -> dict[str, Any]:
    """Returns the first rating of a player. Robots begin with the ratings of their levels."""
    first = nearest_level(player.robot, game) or NEWCOMER
    row = {"game": game, "player_id": player.id, "mu": first.mu, "sigma": first.sigma}
    return row | dict.fromkeys(RESULTS, 0)


def _change_row(board: Board, seat: int) -> dict[str, Any]:
    change = board.ratings[seat]
    return {
        "board_id": board.id,
        "seat": seat,
        "mu_before": change.before.mu,
        "sigma_before": change.before.sigma,
        "mu_after": change.after.mu,
        "sigma_after": change.after.sigma,
    }


def _result(board: Board, seat: int) -> str:
    """Returns the name of the column in which this seat's result is counted."""
    winners = list(board.winners())
    if not winners:
        return "drawn"
    return "won" if board.players[seat] in winners else "lost"


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.mu, row.sigma)
