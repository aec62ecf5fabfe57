"""Implements `pbm site`, which writes the static web pages."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Annotated, Any

import typer

from commands.cli.arguments import AsJson
from commands.cli.open_database import missing_database, open_for_command
from commands.cli.terminal import print_json, print_line
from commands.cli.typer_app import is_forced
from commands.server.app.app import App
from commands.server.site.updating.making import MadePages
from commands.server.site.updating.site_ownership import check_site_folder, open_site
from commands.server.site.updating.state import SiteState
from commands.server.site.updating.state_file import site_lock, state_file
from commands.server.site.updating.updater import Outcome, SiteUpdater
from commands.server.workers.explorer import explore_finished
from commands.settings import read_settings
from commands.system.logs.logging import configure_logging
from pbm.errors import NotAllowedError, NotFoundError
from pbm.wording import counted

MAX_SHOWN = 10
"""Maximum number of errors that are printed."""

Folder = Annotated[str, typer.Argument(metavar="DIR", help="folder to write the pages to")]
TakeOver = Annotated[
    bool,
    typer.Option(
        "--take-over", help="use the folder even if it contains other files or another site"
    ),
]


@dataclass(frozen=True)
class _Result:
    """The result of updating the site."""

    outcome: Outcome
    files: int
    errors: dict[str, str]


def site(folder: Folder, take_over: TakeOver = False, as_json: AsJson = False) -> None:
    """Write the website: static pages for any web server.

    The pages show games, boards and players. pbm only writes pages that have changed since the last
    run, and deletes pages that are no longer public. The folder must be new or empty on the first
    run. It can't be the data folder.

    A running server keeps the folder in PBM_SITE up to date by itself.

    The exit status is 1 if pbm couldn't write some of the pages.

    Example: pbm site /srv/www/games
    """
    configure_logging(quiet=True)
    settings = read_settings()
    path = check_site_folder(Path(folder), settings)
    if missing := missing_database(settings):
        raise NotFoundError(missing)
    with open_for_command(settings, new=False, force=is_forced()) as app:
        try:
            result = _update(app, path, take_over=take_over)
        except OSError as error:
            reason = error.strerror or error
            if isinstance(error.filename, str):
                reason = f"{reason}: {error.filename}"
            raise NotAllowedError(f"pbm can't write the pages to {path}: {reason}.") from error
    if as_json:
        print_json(_data(path, result))
    else:
        _print(path, result)
    if result.errors:
        raise typer.Exit(1)


def _update(app: App, path: Path, *, take_over: bool) -> _Result:
    with app.database.snapshot() as work:
        database = work.identity.last_commit.database
    with (
        open_site(path, database, take_over=take_over) as folder,
        _state(app, path) as state,
    ):
        updater = SiteUpdater(app.background.page_maker(folder), state)
        explore_finished(app.database, inf)
        outcome = updater.make_all(_shown)
        errors = {str(subject): error for subject, error in state.failed().items()}
        return _Result(outcome, state.file_count(), errors)


@contextmanager
def _state(app: App, path: Path) -> Iterator[SiteState]:
    """Yields the state of the site after waiting for other programs that update it."""
    file = state_file(app.settings.data, path)
    with site_lock(file, wait=False) as is_free:
        if not is_free:
            print("Waiting for the server, which is updating the pages.", file=sys.stderr)
    with site_lock(file, wait=True):
        state = SiteState(file)
        try:
            yield state
        finally:
            state.close()


def _shown(outcomes: Iterable[MadePages], total: int) -> Iterable[MadePages]:
    """Returns the outcomes as they are made.

    If standard error is a terminal, a progress bar is shown.
    """
    if not sys.stderr.isatty():
        return outcomes
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.progress import track  # noqa: PLC0415

    console = Console(stderr=True)
    return track(outcomes, "Writing pages", total, console=console, transient=True)


def _print(path: Path, result: _Result) -> None:
    outcome = result.outcome
    print_line(
        f"{path}: {counted(result.files, 'file')} ({outcome.written} written, "
        f"{outcome.removed} removed)"
    )
    for subject, error in [*result.errors.items()][:MAX_SHOWN]:
        print(f"pbm can't write the pages of {subject}: {error}", file=sys.stderr)
    if len(result.errors) > MAX_SHOWN:
        print(f"... and {len(result.errors) - MAX_SHOWN} more.", file=sys.stderr)


def _data(path: Path, result: _Result) -> dict[str, Any]:
    return {
        "ok": not result.errors,
        "folder": str(path),
        "files": result.files,
        "written": result.outcome.written,
        "removed": result.outcome.removed,
        "errors": result.errors,
    }
