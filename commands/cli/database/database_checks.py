"""Checks everything in a database: every table, row, board log and tournament."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from commands.content.messages import load
from storage import Database, is_transient
from storage.admin.integrity import Check, Damage, table_names
from storage.unit_of_work import UnitOfWork

CHECKS: dict[str, dict[str, Check]] = {
    "outbox": {"said": load},
    "held": {"said": load},
    "overflow": {"said": load},
    "code": {"content": json.loads},
}
"""Functions that parse the values of columns, by table. The values of boards are checked by
replaying them.
"""
MAX_DAMAGES = 1000
"""Maximum number of damages reported per table. Even a small backup can contain any number of
damaged rows.
"""


def storage_damage(database: Database) -> Iterator[Damage]:
    """Yields the damage in SQLite's file, in all rows, and in all tournaments."""
    yield from damage(database, "database", lambda work: work.integrity.file_damage())
    for table in table_names():
        read = partial(_row_damage, table=table)
        yield from damage(database, table, read)
    with database.snapshot() as work:
        names = work.tournaments.names()
    for name in names:
        yield from damage(database, f"tournament {name}", partial(_tournament_damage, name=name))


def board_damage(database: Database, game: str, number: int) -> list[Damage]:
    """Replays a board and returns its damage.

    Each board has its own transaction, so that no transaction takes long.
    """
    name = f"{game} {number}"

    def replay(work: UnitOfWork) -> Iterator[Damage]:
        problem = work.board_logs.damage(game, number)
        if problem:
            yield Damage(name, problem)

    return damage(database, name, replay)


def damage(
    database: Database, where: str, read: Callable[[UnitOfWork], Iterator[Damage]]
) -> list[Damage]:
    """Returns the damage that a reader finds.

    If the reader itself fails, that is reported as damage.
    """
    damages: list[Damage] = []
    try:
        with database.snapshot() as work:
            for problem in islice(read(work), MAX_DAMAGES):
                damages.append(problem)  # noqa: PERF402 - keeps the damage found before an error
    except Exception as error:
        # A lost connection isn't damage.
        if is_transient(error):
            raise
        damages.append(Damage(where, f"unreadable: {getattr(error, 'orig', error)}"))
    return damages


def _row_damage(work: UnitOfWork, table: str) -> Iterator[Damage]:
    return work.integrity.row_damage(table, CHECKS.get(table, {}))


def _tournament_damage(work: UnitOfWork, name: str) -> Iterator[Damage]:
    return (Damage(f"tournament {name}", found) for found in work.tournament_checks.damage(name))
