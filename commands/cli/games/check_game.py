"""Implements `pbm check-game`, which checks the laws, drawings and emails of a game."""

import inspect
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from commands.cli.games.board_drawings import drawings, sized_options
from commands.cli.games.mailed_game import MAX_MOVES, mails
from commands.cli.games.named_game import named_game
from commands.cli.games.served_games import conflicts
from commands.cli.output_files import check_outside
from commands.cli.terminal import print_line, print_table
from commands.system.data_folder import DEFAULT, named_data_folder
from commands.system.logs.logging import configure_logging
from pbm import games
from pbm.errors import GameFailedError, UserError
from pbm.game import perft
from pbm.games import AnyGame
from pbm.laws.game_laws import LAWS, check_law, random_game
from pbm.options import write_options
from pbm.robots.levels import rated_levels
from pbm.wording import counted

HOLDS = "holds"
PERFT_SECONDS = 1.0
"""Seconds after which no further ply is counted. Each ply takes several times as long as the last.
"""
MAX_PERFT_SECONDS = 10.0
"""Maximum number of seconds that the next ply is expected to take."""
Rows = Iterator[tuple[str, str]]
"""The names of checks with their results."""


def check_game(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME|MODULE", help="name of a game, or of a module that contains it"
        ),
    ],
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="FOLDER", help="folder for the drawings and emails"),
    ] = None,
) -> None:
    """Check a game's rules and drawings, and play it once by email.

    pbm finds the module in the current folder, too, so you don't have to install it. It draws some
    boards and plays a random game, and writes the drawings and emails to files for you to read. The
    exit status is 1 if a check fails.

    Example: pbm check-game knightpanic
    """
    configure_logging(quiet=True, long_tracebacks=True)
    game = named_game(name)
    target = folder or Path(f"check-{game.name}")
    check_outside(target, Path(named_data_folder() or DEFAULT))
    target.mkdir(parents=True, exist_ok=True)
    rows = [(check, " ".join(result.split())) for check, result in _rows(game, target)]
    package = games.package_of(game)
    origin = f"from {package}" if package.version else f"from {package.name}, not installed"
    print_table(f"{game.title}, {origin}", ("check", "result"), rows)
    print_line(f"The game is in {inspect.getfile(type(game))}.")
    print_line(f"The drawings and emails are in {target}.")
    if any(found.startswith(("broken: ", "failed: ")) for _, found in rows):
        raise typer.Exit(1)


def _rows(game: AnyGame, folder: Path) -> Rows:
    for check in (_names, _laws, _counts, _time, drawings, mails):
        try:
            yield from check(game, folder)
        except Exception as error:  # noqa: BLE001 - a faulty game must not prevent the other checks
            yield check.__name__.strip("_"), f"failed: {_cause(error)}"


def _cause(error: Exception) -> str:
    if isinstance(error, GameFailedError):
        return error.cause
    return error.text if isinstance(error, UserError) else f"{type(error).__name__}: {error}"


def _names(game: AnyGame, _folder: Path) -> Rows:
    problems = " ".join(conflicts())
    yield "names", f"broken: {problems}" if problems else HOLDS
    has_levels = rated_levels(game.name)[1].game == game.name
    yield "robots' levels", "measured" if has_levels else "not measured, so default ratings apply"


def _laws(game: AnyGame, _folder: Path) -> Rows:
    for name, law in LAWS.items():
        try:
            check_law(game, law)
            result = HOLDS
        except AssertionError as broken:
            result = f"broken: {broken}"
        except UserError as error:
            result = f"broken: unexpected error: {_cause(error)}"
        yield name.replace("_", " "), result


def _counts(game: AnyGame, _folder: Path) -> Rows:
    """Yields the number of lines of play of each length, to compare with known numbers."""
    position, counts = game.start(sized_options(game, "")), list[int]()
    began = last = time.monotonic()
    while last < began + PERFT_SECONDS and (not counts or counts[-1]):
        counts.append(perft(game, position, len(counts) + 1))
        before, last = last, time.monotonic()
        factor = counts[-1] / max(counts[-2], 1) if len(counts) > 1 else counts[-1]
        if (last - before) * factor > MAX_PERFT_SECONDS:
            break
    yield "sequences of 1, 2, ... moves", " ".join(map(str, counts))


def _time(game: AnyGame, _folder: Path) -> Rows:
    options = sized_options(game, "")
    began = time.perf_counter()
    moves = random_game(game, options, 0)
    milliseconds = (time.perf_counter() - began) * 1000 / max(len(moves), 1)
    yield "a random game", f"{counted(len(moves), 'move')}, {milliseconds:.2f} ms per move"
    small = sized_options(game, "low")
    yield (
        "an example",
        " ".join((*write_options(small), *random_game(game, small, 0, MAX_MOVES))),
    )
