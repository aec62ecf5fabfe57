"""The identity of a database: its name, its commits and its generations."""

import secrets
from datetime import datetime, timedelta

from sqlalchemy import Connection, Table, func, insert, select, update

from pbm import games
from pbm.board.board import FIRST_BOARD
from pbm.generations import Generation, Generations
from storage.commit_count import last_commit
from storage.last_commit import Commit
from storage.sql.inserts import insert_into
from storage.tables.boards import boards, counters
from storage.tables.identity import generations, identity
from storage.tables.mail import outbox
from storage.tables.players import players
from storage.transactions import WRITERS_LOCK

SKIPPED = 1000
"""Minimum number of board numbers that a new generation skips, because lost boards may have them.
"""
SECONDS_A_NUMBER = 10
"""A new generation skips one more number for each 10 seconds since the restored state.

A backup that is restored twice then doesn't reuse the numbers of the first restore.
"""


class IdentityRepository:
    """Generations and commits of the database."""

    def __init__(self, connection: Connection, all_generations: Generations) -> None:
        self._connection = connection
        self.generations = all_generations
        """All generations, including one that this transaction has begun."""

    @property
    def last_commit(self) -> Commit:
        """The last commit that the database has recorded."""
        return last_commit(self._connection)

    @property
    def restored(self) -> datetime | None:
        """The time of the last restore, or None if the database was never restored."""
        return self._connection.execute(select(func.max(generations.c.begun))).scalar()

    def wait_for_others(self) -> None:
        """Waits until all other write transactions have ended. New ones wait until this one ends.

        Call it first: a transaction that waits here has no locks yet that others could wait for.
        """
        if self._connection.dialect.name == "postgresql":
            self._connection.execute(select(func.pg_advisory_xact_lock(WRITERS_LOCK)))

    def begin_generation(self, number: int, at: datetime, lost: timedelta) -> Generation:
        """Begins a generation. Its new ids and board numbers differ from any that were lost.

        `lost`: the time since the restored state.
        """
        player, board, mail = (self._next_id(table) for table in (players, boards, outbox))
        first_number = self._first_number(lost)
        begun = Generation(number, player, board, mail, first_number)
        values = {"first_player": begun.first_player, "first_board": begun.first_board}
        values |= {"first_mail": begun.first_mail, "first_number": first_number}
        self._connection.execute(insert(generations).values(number=number, begun=at, **values))
        numbered_games = self._connection.execute(select(counters.c.game)).scalars()
        for game in sorted({*numbered_games, *games.games()}):
            self._set_next_number(game, first_number)
        self.generations = read_generations(self._connection)
        return begun

    def _next_id(self, table: Table) -> int:
        highest = self._connection.execute(select(func.max(table.c.id))).scalar()
        return (highest or 0) + 1

    def _first_number(self, lost: timedelta) -> int:
        """Returns the first board number of a generation. All games share it."""
        highest = self._connection.execute(select(func.max(counters.c.next))).scalar()
        skipped = SKIPPED + max(int(lost.total_seconds()), 0) // SECONDS_A_NUMBER
        return (highest or FIRST_BOARD) + skipped

    def _set_next_number(self, game: str, value: int) -> None:
        raised = insert_into(self._connection, counters).values(game=game, next=value)
        same = raised.on_conflict_do_update(index_elements=["game"], set_={"next": value})
        self._connection.execute(same)


def read_generations(connection: Connection) -> Generations:
    rows = connection.execute(select(generations).order_by(generations.c.number))
    begun = (
        Generation(row.number, row.first_player, row.first_board, row.first_mail, row.first_number)
        for row in rows
    )
    return Generations((Generation(), *begun))


def ensure_identity(connection: Connection, oldest: str | None) -> None:
    """Gives a new database a random name.

    `oldest`: the oldest schema version whose pbm may work on its tables. None if the tables aren't
    new.
    """
    row = insert_into(connection, identity)
    named = row.values(number=0, name=secrets.token_hex(8), key_fingerprints="", commits=0)
    connection.execute(named.on_conflict_do_nothing())
    if oldest is not None:
        connection.execute(update(identity).values(oldest_schema_version=oldest))
