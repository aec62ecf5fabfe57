"""The repository of ratings: a row for each player and game, and one for each change."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, delete, func, insert, select, update

from pbm.board import Board, Player
from pbm.ratings import NEWCOMER, Change, Rating, Standing
from storage.sql.locks import LockKey, LockKind, Locks
from storage.sql.upserts import insert_into
from storage.tables import boards, players, rating_changes, ratings, seats


class RatingRepository:
    """The repository of the players' ratings, by game."""

    def __init__(self, connection: Connection, locks: Locks) -> None:
        self._connection = connection
        self._locks = locks

    def lock(self, game: str, sitting: Sequence[Player]) -> Sequence[Rating]:
        """Returns their ratings, locked on PostgreSQL, including newly inserted rows."""
        ids = sorted(player.id for player in sitting)
        for id in ids:
            self._locks.take(LockKey(LockKind.RATING, game, id))
        self._add_newcomers(game, ids)
        # as servers of the version before do, which know no other locks
        held = _of(game, ids).order_by(ratings.c.player_id).with_for_update()
        found = {row.player_id: _rating(row) for row in self._connection.execute(held)}
        return [found[player.id] for player in sitting]

    def save(self, board: Board) -> None:
        """Saves the board's changes of locked ratings; the database refuses a second time."""
        rows = [_change_row(board, seat) for seat in range(len(board.players))]
        self._connection.execute(insert(rating_changes), rows)
        for seat, player in enumerate(board.players):
            after, result = board.ratings[seat].after, ratings.c[_result(board, seat)]
            theirs = and_(ratings.c.game == board.game.name, ratings.c.player_id == player.id)
            values = {"mu": after.mu, "sigma": after.sigma, result.name: result + 1}
            self._connection.execute(update(ratings).where(theirs).values(values))

    def withdraw(self, board: Board) -> None:
        """Reverts the board's rating changes, as a later decision has undone its end."""
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
        """Returns the player's ratings, by game."""
        query = select(ratings).where(ratings.c.player_id == player.id).order_by(ratings.c.game)
        return {row.game: _rating(row) for row in self._connection.execute(query)}

    def standings(self, game: str) -> Sequence[Standing]:
        """Returns the standings of all who have played a rated game, in no order."""
        active = _active(game).subquery()
        query = (
            select(
                ratings,
                players.c.userid,
                players.c.robot,
                func.coalesce(active.c.boards, 0).label("active"),
            )
            .join(players, players.c.id == ratings.c.player_id)
            .join(active, active.c.player_id == ratings.c.player_id, isouter=True)
            .where(ratings.c.game == game)
        )
        return [
            Standing(
                player=row.player_id,
                userid=row.userid,
                rating=_rating(row),
                won=row.won,
                lost=row.lost,
                drawn=row.drawn,
                active=row.active,
                robot=bool(row.robot),
            )
            for row in self._connection.execute(query)
        ]

    def _add_newcomers(self, game: str, ids: Sequence[int]) -> None:
        newcomer = {"game": game, "mu": NEWCOMER.mu, "sigma": NEWCOMER.sigma}
        newcomer |= {"won": 0, "lost": 0, "drawn": 0}
        rows = [newcomer | {"player_id": id} for id in ids]
        new = insert_into(self._connection, ratings).values(rows)
        self._connection.execute(new.on_conflict_do_nothing())


def with_ratings(query: Select[Any]) -> Select[Any]:
    """Adds to a query of boards and seats their players' ratings, and the changes by this game."""
    own = and_(ratings.c.player_id == seats.c.player_id, ratings.c.game == boards.c.game)
    now = ratings.c.mu.label("mu_now"), ratings.c.sigma.label("sigma_now")
    return _with_changes(query).add_columns(*now).outerjoin(ratings, own)


def current_ratings(sitting: Sequence[Row[Any]]) -> tuple[Rating | None, ...]:
    """Returns the players' ratings, from the rows of their seats; None for an unrated player."""
    return tuple(
        None if row.mu_now is None else Rating(row.mu_now, row.sigma_now) for row in sitting
    )


def _with_changes(query: Select[Any]) -> Select[Any]:
    """Adds to a query of seats the rating changes of their players."""
    here = and_(
        rating_changes.c.board_id == seats.c.board_id, rating_changes.c.seat == seats.c.seat
    )
    numbers = [column for column in rating_changes.c if not column.primary_key]
    return query.add_columns(*numbers).outerjoin(rating_changes, here)


def changes(sitting: Sequence[Row[Any]]) -> tuple[Change, ...]:
    """Returns a board's rating changes, from the rows of its seats; none if it is unrated."""
    return tuple(
        Change(Rating(row.mu_before, row.sigma_before), Rating(row.mu_after, row.sigma_after))
        for row in sitting
        if row.mu_before is not None
    )


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
    """Returns the name of the column that counts this seat's result."""
    winners = list(board.winners())
    if not winners:
        return "drawn"
    return "won" if board.players[seat] in winners else "lost"


def _of(game: str, ids: Sequence[int]) -> Select[Any]:
    return select(ratings).where(ratings.c.game == game, ratings.c.player_id.in_(ids))


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.mu, row.sigma)


def _active(game: str) -> Select[Any]:
    """Returns the number of unfinished boards of the game by player."""
    running = and_(boards.c.game == game, boards.c.places.is_(None), boards.c.removed == "")
    return (
        select(seats.c.player_id, func.count().label("boards"))
        .join(boards, boards.c.id == seats.c.board_id)
        .where(running)
        .group_by(seats.c.player_id)
    )
