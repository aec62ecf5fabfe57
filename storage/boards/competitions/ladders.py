"""The ladders of all games, and the games that were played for them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    and_,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
)

from pbm.board.board import Board
from pbm.board.ladder import DEMOTED_AFTER, LadderEntry
from pbm.board.players import Player
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.repository import LockingRepository
from storage.tables.boards import boards, seats
from storage.tables.competitions import ladders
from storage.tables.players import bans, blocks

BANNED = select(bans.c.player_id)
theirs = seats.alias("ladder_seat")


def is_demoted(before: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """Returns the condition for players to demote: their last demotion is old, or they are banned.

    `before`: a demotion before this time is old.
    """
    return or_(ladders.c.demoted <= before, ladders.c.player_id.in_(BANNED))


class LadderRepository(LockingRepository):
    def lock(self, game: str) -> Sequence[LadderEntry]:
        """Returns a ladder from the top, locked until the transaction ends."""
        self._locks.take(LockKey(LockKind.LADDER, game))
        return self.find(game)

    def find(self, game: str) -> Sequence[LadderEntry]:
        """Returns a ladder from the top."""
        rows = select(ladders).where(ladders.c.game == game).order_by(ladders.c.place)
        return [
            LadderEntry(row.player_id, row.played, row.demoted)
            for row in self._connection.execute(rows)
        ]

    def save(self, game: str, ladder: Sequence[LadderEntry]) -> None:
        """Saves a locked ladder."""
        self._connection.execute(delete(ladders).where(ladders.c.game == game))
        rows = [
            {"game": game, "player_id": entry.player, "place": place}
            | {"played": entry.played, "demoted": entry.demoted}
            for place, entry in enumerate(ladder, 1)
        ]
        if rows:
            self._connection.execute(insert(ladders), rows)

    def due(self, now: datetime) -> Sequence[str]:
        """Returns the games whose ladders have a player who may lose a place now, or is banned."""
        query = select(ladders.c.game).where(is_demoted(now - DEMOTED_AFTER)).distinct()
        query = query.order_by(ladders.c.game)
        return self._connection.execute(query).scalars().all()

    def banned(self, game: str) -> frozenset[int]:
        """Returns the ids of the banned players on a ladder."""
        query = select(ladders.c.player_id).where(ladders.c.player_id.in_(BANNED))
        ids = self._connection.execute(query.where(ladders.c.game == game))
        return frozenset(ids.scalars())

    def blocked(self, game: str) -> frozenset[tuple[int, int]]:
        """Returns pairs of player ids: the first is on the ladder and blocks the second."""
        here = ladders.c.player_id == blocks.c.player_id, ladders.c.game == game
        query = select(blocks.c.player_id, blocks.c.other_id).join(ladders, and_(*here))
        return frozenset((row.player_id, row.other_id) for row in self._connection.execute(query))

    def running(self, game: str, since: datetime | None = None) -> dict[int, frozenset[int]]:
        """Returns the players of each running ladder game, by the board's number.

        `since`: only games that began after this time.

        Games with banned players wait for the admin, and are left out.
        """
        waits = exists().where(theirs.c.board_id == boards.c.id, theirs.c.player_id.in_(BANNED))
        query = (
            select(boards.c.number, seats.c.player_id)
            .join(seats, seats.c.board_id == boards.c.id)
            .where(boards.c.game == game, boards.c.ladder, boards.c.due.is_not(None), ~waits)
            .order_by(boards.c.number)
        )
        if since is not None:
            query = query.where(boards.c.begun > since)
        players: dict[int, frozenset[int]] = {}
        for number, player in self._connection.execute(query):
            players[number] = players.get(number, frozenset()) | {player}
        return players

    def other_board(self, board: Board) -> int | None:
        """Returns the number of the other board of a pair, or None if there is none.

        Both began at the same time. Times that a clock correction has made equal don't matter,
        because the boards of a pair have the nearest numbers.
        """
        if not board.terms.pair:
            return None
        pairs = (boards.c.game == board.game.name, boards.c.ladder, boards.c.pair)
        same_players = (
            exists().where(seats.c.board_id == boards.c.id, seats.c.player_id == player.id)
            for player in board.players
        )
        query = (
            select(boards.c.number)
            .where(*pairs, boards.c.begun == board.begun, boards.c.id != board.id, *same_players)
            .order_by(func.abs(boards.c.number - board.number))
        )
        return self._connection.execute(query.limit(1)).scalar()

    def first_seats(self, game: str, players: Sequence[Player]) -> dict[int, int]:
        """Returns how many more ladder games each player has played in the first seat than not."""
        surplus = func.sum(case((seats.c.seat == 0, 1), else_=-1))
        query = (
            select(seats.c.player_id, surplus)
            .join(boards, boards.c.id == seats.c.board_id)
            .where(boards.c.game == game, boards.c.ladder)
            .where(seats.c.player_id.in_([player.id for player in players]))
            .group_by(seats.c.player_id)
        )
        return {player: int(games) for player, games in self._connection.execute(query)}

    def played_since(self, game: str, one: Player, two: Player, since: datetime) -> int | None:
        """Returns the number of a board on which these two finished a ladder game after `since`.

        Returns None if there is no such board.
        """
        boards_of = (
            select(seats.c.board_id).where(seats.c.player_id == each.id) for each in (one, two)
        )
        query = (
            select(boards.c.number)
            .where(boards.c.game == game, boards.c.ladder, boards.c.places.is_not(None))
            .where(boards.c.changed > since, *(boards.c.id.in_(each) for each in boards_of))
        )
        return self._connection.execute(query.limit(1)).scalar()
