"""Board numbers. Each game has a separate sequence, and never reuses a number."""

from collections.abc import Sequence
from typing import cast

from sqlalchemy import bindparam, case, select

from pbm import games
from pbm.board.board import FIRST_BOARD
from storage.sql.inserts import insert_into
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.prepared import Prepared
from storage.sql.repository import LockingRepository
from storage.tables.boards import boards, counters

IDS_BY_NUMBERS = Prepared(
    select(boards.c.id, boards.c.game, boards.c.number).where(
        boards.c.game.in_(bindparam("games", expanding=True)),
        boards.c.number.in_(bindparam("numbers", expanding=True)),
    )
)


class BoardNumbers(LockingRepository):
    """The next number of each game."""

    def next(self, game: games.AnyGame, preferred: int) -> int:
        """Returns the preferred number if it was never used. Otherwise, returns the next one."""
        self._locks.take(LockKey(LockKind.NUMBERS, game.name))
        package = games.package_of(game)
        package_values = {"title": game.title, "package": package.name, "version": package.version}
        row = {"game": game.name, "next": max(FIRST_BOARD, preferred) + 1, **package_values}
        first = insert_into(self._connection, counters).values(row)
        following = case((counters.c.next > preferred, counters.c.next), else_=preferred)
        counted = first.on_conflict_do_update(
            index_elements=["game"], set_={"next": following + 1, **package_values}
        )
        after = self._connection.execute(counted.returning(counters.c.next)).scalar_one()
        return cast("int", after) - 1

    def ids(self, names: Sequence[tuple[str, int]]) -> dict[tuple[str, int], int]:
        """Returns the ids of boards by game and number, for boards that exist."""
        if not names:
            return {}
        games, numbers = zip(*names, strict=True)
        values = {"games": sorted(set(games)), "numbers": sorted(set(numbers))}
        rows = self._connection.rows(IDS_BY_NUMBERS, values)
        return {(row.game, row.number): row.id for row in rows if (row.game, row.number) in names}
