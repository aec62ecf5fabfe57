"""Checks of the stored boards and the audit log: `pbm admin verify` and `audit`."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from commands.cli.admin.act import admin_app, read_only
from commands.cli.admin.formatting import entry_row
from commands.cli.arguments import AsJson
from commands.cli.terminal import print_json, print_line, print_table
from pbm.wording import counted
from storage import Database
from storage.admin.overview import BoardSummary

if TYPE_CHECKING:
    from rich.progress import Progress


def verify() -> None:
    """Replay every board, and compare the result with the stored position.

    Boards that differ are listed; they are frozen. The exit status is 1 then.

    Example: pbm admin verify
    """
    with admin_app() as app:
        with app.database.work() as work:
            boards = [board for board in work.overview.boards() if not board.removed]
        with _progress(boards) as shown:
            problems = [problem for board in shown if (problem := _damage(app.database, board))]
    checked = f"{counted(len(boards), 'board')} replayed"
    if not problems:
        print_line(f"{checked}: all lead to what is stored.")
        return
    print_table(f"{checked}, {len(problems)} frozen", ("board", "problem"), problems)
    raise typer.Exit(1)


def audit(as_json: AsJson = False) -> None:
    """List what admins have done, the oldest first.

    Times are in UTC.

    Example: pbm admin audit --json
    """
    with read_only() as (work, _):
        found = work.audit_log.entries()
    if as_json:
        print_json({"acts": [asdict(entry) for entry in found]})
        return
    rows = [entry_row(entry) for entry in found]
    print_table(counted(len(found), "act"), ("when", "admin", "what", "why"), rows)


def _damage(database: Database, board: BoardSummary) -> tuple[str, str] | None:
    """Checks a board in its own unit of work, so that players needn't wait for all boards."""
    with database.work() as work:
        problem = work.boards.damage(board.game, board.number)
    return (f"{board.game} {board.number}", problem) if problem else None


def _progress(boards: Sequence[BoardSummary]) -> AbstractContextManager[Iterable[BoardSummary]]:
    """Returns the boards, with a progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext(boards)
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.progress import Progress  # noqa: PLC0415

    return _bar(Progress(console=Console(stderr=True), transient=True), boards)


@contextmanager
def _bar(progress: "Progress", boards: Sequence[BoardSummary]) -> Iterator[Iterable[BoardSummary]]:
    with progress:
        yield progress.track(boards, description="Replaying")
