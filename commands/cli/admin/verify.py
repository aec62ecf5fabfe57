"""Implements `pbm admin verify`, which checks everything that is stored."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

import typer

from commands.cli.admin.admin_actions import admin_app
from commands.cli.database.database_checks import board_damage, storage_damage
from commands.cli.open_database import missing_database
from commands.cli.terminal import print_line, print_table
from commands.server.app.app import App
from commands.settings import read_settings
from pbm.errors import NotFoundError, UsageError
from pbm.wording import counted
from storage.admin.integrity import Damage

if TYPE_CHECKING:
    from rich.progress import Progress

BoardName = tuple[str, int]


def verify() -> None:
    """Check all stored rows, boards and tournaments for damage.

    pbm replays each board and compares the result with the stored position. It freezes boards that
    differ. It also replays tournaments and checks the file of an SQLite database. The server
    continues to work during the check. The exit status is 1 if anything is damaged.

    Example: pbm admin verify
    """
    if missing := missing_database(read_settings()):
        raise NotFoundError(missing)
    with admin_app(may_be_older=True, check_key=False) as app:
        damaged = [*_identity_damage(app), *storage_damage(app.database)]
        with app.database.snapshot() as work:
            boards = work.overview.existing()
        with progress_bar(boards) as names:
            damages = (board_damage(app.database, *board) for board in names)
            frozen = [damage for each in damages for damage in each]
    replayed = f"{counted(len(boards), 'board')} replayed"
    print_damage(frozen, f"{replayed}, no differences found.", f"{replayed}, {{}} frozen", "board")
    print_damage(damaged, "All tables read, no damage found.", "{} damaged", "where")
    if frozen or damaged:
        raise typer.Exit(1)


def print_damage(damages: Sequence[Damage], none: str, title: str, head: str) -> None:
    """Prints a table of damage or, if there is none, a sentence saying so."""
    if damages:
        print_table(title.format(len(damages)), (head, "problem"), damages)
    else:
        print_line(none)


def _identity_damage(app: App) -> Iterator[Damage]:
    """Yields the reasons why the server wouldn't start on this database."""
    if app.database.loss:
        yield Damage("database", app.database.loss)
    try:
        app.check_key()
        app.open_keys()
    except UsageError as error:
        yield Damage("key", error.text)


def progress_bar(boards: Sequence[BoardName]) -> AbstractContextManager[Iterable[BoardName]]:
    """Returns the boards.

    If standard error is a terminal, iterating over them shows a progress bar.
    """
    if not sys.stderr.isatty():
        return nullcontext(boards)
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.progress import Progress  # noqa: PLC0415

    return _bar(Progress(console=Console(stderr=True), transient=True), boards)


@contextmanager
def _bar(progress: "Progress", boards: Sequence[BoardName]) -> Iterator[Iterable[BoardName]]:
    with progress:
        yield progress.track(boards, description="Replaying")
