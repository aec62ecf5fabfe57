"""Checks everything that is stored: `pbm admin verify`."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

import typer

from commands.app import App
from commands.cli.admin.act import admin_app
from commands.cli.opening import missing_database
from commands.cli.terminal import print_line, print_table
from commands.messages.content import load
from commands.settings import read_settings
from pbm.errors import NotFoundError, UsageError
from pbm.wording import counted
from storage import Database, is_transient
from storage.admin.integrity import Check, Damage, table_names
from storage.unit_of_work import SqlUnitOfWork

if TYPE_CHECKING:
    from rich.progress import Progress

BoardName = tuple[str, int]

CHECKS: dict[str, dict[str, Check]] = {
    "outbox": {"said": load},
    "held": {"said": load},
    "overflow": {"said": load},
    "code": {"content": json.loads},
}
"""The readers of what stands in columns, by table; a board's are read by its replay."""


def verify() -> None:
    """Check everything that is stored: every table, every row, every board's log.

    Each board is replayed, and the result compared with the stored position: boards that differ
    are frozen. On SQLite the file is checked as well. What is damaged is listed; the exit status is
    1 then. Players needn't wait meanwhile.

    Example: pbm admin verify
    """
    if missing := missing_database(read_settings()):
        raise NotFoundError(missing)
    with admin_app(may_be_older=True, check_key=False) as app:
        damaged = [*_identity_damage(app), *_storage_damage(app.database)]
        with app.database.snapshot() as work:
            boards = work.overview.existing()
        with _progress(boards) as shown:
            found = (_board_damage(app.database, *board) for board in shown)
            frozen = [damage for each in found for damage in each]
    replayed = f"{counted(len(boards), 'board')} replayed"
    _print(frozen, f"{replayed}: all lead to what is stored.", f"{replayed}, {{}} frozen", "board")
    _print(damaged, "All tables read: nothing is damaged.", "{} damaged", "where")
    if frozen or damaged:
        raise typer.Exit(1)


def _print(found: Sequence[Damage], none: str, title: str, head: str) -> None:
    if found:
        print_table(title.format(len(found)), (head, "problem"), found)
    else:
        print_line(none)


def _identity_damage(app: App) -> Iterator[Damage]:
    """Yields the reasons for which the server wouldn't start."""
    if app.database.loss:
        yield Damage("database", app.database.loss)
    try:
        app.check_key()
    except UsageError as error:
        yield Damage("key", error.text)


def _storage_damage(database: Database) -> Iterator[Damage]:
    yield from _damage(database, "database", lambda work: work.integrity.file_damage())
    for table in table_names():
        read = partial(_row_damage, table=table)
        yield from _damage(database, table, read)


def _row_damage(work: SqlUnitOfWork, table: str) -> Iterator[Damage]:
    return work.integrity.row_damage(table, CHECKS.get(table, {}))


def _board_damage(database: Database, game: str, number: int) -> list[Damage]:
    """Replays a board in its own transaction, so that none lasts long."""
    name = f"{game} {number}"

    def replay(work: SqlUnitOfWork) -> Iterator[Damage]:
        problem = work.board_logs.damage(game, number)
        if problem:
            yield Damage(name, problem)

    return _damage(database, name, replay)


def _damage(
    database: Database, where: str, read: Callable[[SqlUnitOfWork], Iterator[Damage]]
) -> list[Damage]:
    """Returns the damage that a reader finds, and that by which it fails itself."""
    found: list[Damage] = []
    try:
        with database.snapshot() as work:
            for each in read(work):
                found.append(each)  # noqa: PERF402 - those before an error count as well
    except Exception as error:
        if is_transient(error):
            raise
        found.append(Damage(where, f"can't be read: {getattr(error, 'orig', error)}"))
    return found


def _progress(boards: Sequence[BoardName]) -> AbstractContextManager[Iterable[BoardName]]:
    """Returns the boards, with a progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext(boards)
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.progress import Progress  # noqa: PLC0415

    return _bar(Progress(console=Console(stderr=True), transient=True), boards)


@contextmanager
def _bar(progress: "Progress", boards: Sequence[BoardName]) -> Iterator[Iterable[BoardName]]:
    with progress:
        yield progress.track(boards, description="Replaying")
