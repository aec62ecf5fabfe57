"""Checking what is kept: `pbm admin verify`, and `pbm admin audit`."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from commands.cli.admin.act import each_work, looking
from commands.cli.admin.formatting import entry_row
from commands.cli.arguments import AsJson
from commands.cli.terminal import say, say_json, show
from pbm.wording import counted
from storage import Database
from storage.admin.overview import BoardFacts

if TYPE_CHECKING:
    from rich.progress import Progress


def verify() -> None:
    """Replay every board, and compare it with what is stored.

    Names those that differ, which are frozen; the exit status is 1 then.

    Example: pbm admin verify
    """
    with each_work() as database:
        with database.work() as work:
            boards = [board for board in work.overview.boards() if not board.removed]
        with _progress(boards) as each:
            troubles = [trouble for board in each if (trouble := _trouble(database, board))]
    checked = f"{counted(len(boards), 'board')} replayed"
    if not troubles:
        say(f"{checked}: all lead to what is stored.")
        return
    show(f"{checked}, {len(troubles)} frozen", ("board", "trouble"), troubles)
    raise typer.Exit(1)


def audit(as_json: AsJson = False) -> None:
    """List what admins have done, the oldest first.

    Times are in UTC.

    Example: pbm admin audit --json
    """
    with looking() as (work, _):
        found = work.audit.entries()
    if as_json:
        say_json({"acts": [asdict(entry) for entry in found]})
        return
    rows = [entry_row(entry) for entry in found]
    show(counted(len(found), "act"), ("when", "admin", "what", "why"), rows)


def _trouble(database: Database, board: BoardFacts) -> tuple[str, str] | None:
    """In a work of its own, so that players needn't wait for all of them."""
    with database.work() as work:
        trouble = work.boards.trouble(board.game, board.number)
    return (f"{board.game} {board.number}", trouble) if trouble else None


def _progress(boards: Sequence[BoardFacts]) -> AbstractContextManager[Iterable[BoardFacts]]:
    """The boards, with a bar on the terminal that goes away at the end."""
    if not sys.stderr.isatty():
        return nullcontext(boards)
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.progress import Progress  # noqa: PLC0415

    return _bar(Progress(console=Console(stderr=True), transient=True), boards)


@contextmanager
def _bar(progress: "Progress", boards: Sequence[BoardFacts]) -> Iterator[Iterable[BoardFacts]]:
    with progress:
        yield progress.track(boards, description="Replaying")
