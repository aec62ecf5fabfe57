"""Implements `pbm export`, which writes the records of finished games, one per line."""

import gzip
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Annotated

import typer

from commands.cli.arguments import known_games
from commands.cli.open_database import missing_database, open_for_command
from commands.cli.output_files import check_output
from commands.cli.typer_app import is_forced
from commands.security.record_signing import RECORD_BEGINNING
from commands.server.app.app import App
from commands.server.site.public_records import public_lines
from commands.settings import read_settings
from commands.system.logs.logging import configure_logging
from pbm import games
from pbm.clock import read_moment
from pbm.errors import NotFoundError, ParseError
from pbm.process.files import replaced_file
from pbm.wording import counted, shown

STANDARD_OUTPUT = "-"
STDOUT = 1
"""The file descriptor of standard output."""
COMPRESSED = ".gz"
BATCH_SIZE = 100
"""Number of boards read in one transaction. Short transactions don't hold up the server."""
Target = Annotated[
    str, typer.Argument(metavar="DIR|FILE", help="folder, file, or - for standard output")
]
GameOption = Annotated[
    str, typer.Option(metavar="GAME", help="only this game", autocompletion=known_games)
]
Since = Annotated[
    str, typer.Option(metavar="DATE", help="only games that ended on or after this day (UTC)")
]


def export(target: Target, game: GameOption = "", since: Since = "") -> None:
    """Export the records of all finished games.

    pbm writes only public records, each as one line of JSON. This is the signed record that "GAME
    record BOARD json" returns. To check the signatures, use "pbm import --verify FILE". Players who
    have deleted their accounts appear as "former-player" followed by a number.

    If you give a folder (an existing one, or a name that ends in /), each game gets its own file,
    such as knightpanic.jsonl. If the name of a file ends in .gz, pbm compresses it. Exports of the
    same database are identical, byte for byte.

    pbm replaces an existing file of records once the new one is complete. It doesn't replace other
    files unless you use "pbm --force export".

    Example: pbm export games.jsonl --game knightpanic --since 2026-01-01
    """
    configure_logging(quiet=True)
    names = [games.find(game).name] if game else list(games.games())
    first_moment = _moment(since) if since else None
    settings = read_settings()
    if missing := missing_database(settings):
        raise NotFoundError(missing)
    with ExitStack() as stack:
        files = stack.enter_context(_opened(target, names, settings.data))
        app = stack.enter_context(open_for_command(settings, new=False, force=is_forced()))
        written = {name: _write(app, name, first_moment, files[name]) for name in names}
    output = sys.stderr if _is_standard_output(target) else sys.stdout
    print(_summary(written), file=output)


def _moment(day: str) -> datetime:
    """Returns a point in time, or the beginning of a day in UTC.

    Raises ParseError for any other text.
    """
    try:
        moment = read_moment(day)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except ValueError:
        raise ParseError(
            f'"{shown(day)}" isn\'t a date. Use the format YYYY-MM-DD, such as 2026-03-01.'
        ) from None


@contextmanager
def _opened(target: str, names: Sequence[str], data: Path) -> Iterator[Mapping[str, IO[str]]]:
    """Yields the file for each game. At the end, the files replace older ones.

    Raises NotAllowedError for a path in the data folder, and for an existing file that contains no
    records.
    """
    if _is_standard_output(target):
        yield dict.fromkeys(names, sys.stdout)
        return
    path = Path(target)
    with ExitStack() as stack:
        if path.is_dir() or target.endswith(os.sep):
            paths = {name: path / f"{name}.jsonl" for name in names}
            for file in paths.values():
                check_output(file, data, RECORD_BEGINNING)
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            yield {name: stack.enter_context(replaced_file(file)) for name, file in paths.items()}
            return
        check_output(path, data, RECORD_BEGINNING)
        if target.endswith(COMPRESSED):
            yield dict.fromkeys(names, stack.enter_context(_compressed_file(path)))
        else:
            yield dict.fromkeys(names, stack.enter_context(replaced_file(path)))


def _is_standard_output(target: str) -> bool:
    """Whether the target is a dash or a path of standard output, such as /dev/stdout."""
    if target == STANDARD_OUTPUT:
        return True
    path = Path(target)
    return path.exists() and os.path.samestat(path.stat(), os.fstat(STDOUT))


@contextmanager
def _compressed_file(path: Path) -> Iterator[IO[str]]:
    """Yields a gzip text file without a date, so that equal content always gives equal bytes."""
    with (
        replaced_file(path, "wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed,
        io.TextIOWrapper(packed, "utf-8", newline="\n") as lines,
    ):
        yield lines


def _write(app: App, game: str, since: datetime | None, file: IO[str]) -> int:
    """Writes the records of a game and returns their number."""
    with app.database.snapshot() as work:
        numbers = work.public_boards.finished(game, since=since)
    written = 0
    for line in _lines(app, game, numbers):
        file.write(line)
        written += 1
    return written


def _lines(app: App, game: str, numbers: Sequence[int]) -> Iterator[str]:
    for first in range(0, len(numbers), BATCH_SIZE):
        with app.database.snapshot() as work:
            batch = numbers[first : first + BATCH_SIZE]
            yield from public_lines(work, game, batch, app.settings.address, app.services.signer)


def _summary(written: Mapping[str, int]) -> str:
    games_written = [f"{name} {count}" for name, count in written.items() if count]
    details = f": {', '.join(games_written)}" if games_written else ""
    return f"{counted(sum(written.values()), 'finished game')} exported{details}."
