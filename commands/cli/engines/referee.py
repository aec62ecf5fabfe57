"""Implements `pbm referee`, which lets engines play each other."""

import os
import secrets
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from commands.cli.arguments import AsJson
from commands.cli.engines.referee_reports import game_lines, report_data, totals_table
from commands.cli.output_files import check_outside
from commands.cli.terminal import print_json, print_line
from commands.settings import engine_limits, read_settings
from pbm.engines.command_line import Argv, read_command
from pbm.engines.limits import EngineLimits
from pbm.engines.series import Result, Series, results, totals
from pbm.errors import UsageError, UserError
from pbm.games import AnyGame
from pbm.protocol import turns
from pbm.randomness import MAX_SEED

LIMITS = EngineLimits()
Programs = Annotated[
    list[str],
    typer.Argument(metavar="CMD...", help="commands that start the programs, one per player"),
]
Seed = Annotated[
    int | None,
    typer.Option(min=0, max=MAX_SEED, help="seed for the starting squares and random moves"),
]
ErrorFolder = Annotated[
    Path | None, typer.Option(metavar="DIR", help="folder for the programs' error output")
]
FirstTime = Annotated[
    int, typer.Option(min=1, max=600_000, help="milliseconds for a program's first turn")
]
TurnTime = Annotated[int, typer.Option(min=1, max=600_000, help="milliseconds for each later turn")]


def referee(
    game: Annotated[str, typer.Argument(metavar="GAME", help="madknights or knightsduel")],
    programs: Programs,
    *,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="number of games")] = 1,
    seed: Seed = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="number of simultaneous games")] = 1,
    stderr: ErrorFolder = None,
    first_ms: FirstTime = LIMITS.first_ms,
    turn_ms: TurnTime = LIMITS.turn_ms,
    as_json: AsJson = False,
) -> None:
    """Let programs play against each other.

    "pbm help engines" describes their protocol. A program that answers incorrectly, too late or not
    at all is out of the game and scores -1. The others score 0, 1 and 2 in the order in which they
    leave the game.

    Seats rotate from game to game. The starting squares change once every program has had each
    seat. If you use --jobs, make sure that each thinking program has its own core. Otherwise,
    answers may be too late.

    Example: pbm referee madknights "python3 mine.py" ./theirs "pbm bot madknights" --games 20
    """
    try:
        settings = read_settings()
        if stderr:
            check_outside(stderr, settings.data)
        limits = replace(engine_limits(settings), first_ms=first_ms, turn_ms=turn_ms)
        kind = turns.find_game(game)
        first_seed = secrets.randbelow(MAX_SEED + 1) if seed is None else seed
        commands = _read_commands(kind, programs)
        _play(
            Series(kind, commands, first_seed, games, limits, _make_folder(stderr)), jobs, as_json
        )
    except UserError as error:
        if not as_json:
            raise
        print_json({"ok": False, "text": error.text, "data": None})
        raise typer.Exit(2 if isinstance(error, UsageError) else 1) from None


def _play(series: Series, jobs: int, as_json: bool) -> None:
    lines, played_games = list[str](), list[Result]()
    try:
        for result in results(series, jobs):
            played_games.append(result)
            lines += (played := game_lines(series, result))
            if not as_json:
                _print(played)
    except KeyboardInterrupt:
        _report(series, played_games, lines, as_json)
        os._exit(128 + signal.SIGINT)  # The sandboxes stop the engines of running games.
    _report(series, played_games, lines, as_json)


def _report(series: Series, played_games: list[Result], lines: list[str], as_json: bool) -> None:
    series_totals = totals(series, played_games)
    table = totals_table(series, series_totals)
    if not as_json:
        _print(["", *table])
        return
    text = "\n".join([*lines, "", *table])
    report = report_data(series, played_games, series_totals)
    print_json({"ok": True, "text": text, "data": report})
    sys.stdout.flush()


def _print(lines: list[str]) -> None:
    for line in lines:
        print_line(line)
    sys.stdout.flush()


def _read_commands(game: AnyGame, programs: list[str]) -> tuple[Argv, ...]:
    """Returns the commands to run.

    Raises UsageError unless there is one for each player.
    """
    needed, count = len(game.seats), len(programs)
    if count != needed:
        raise UsageError(
            f"{game.title} needs {needed} programs, not {count}: pbm referee {game.name}"
            f"{' CMD' * needed}. Put quotes around a command that contains spaces: "
            '"python3 bot.py".'
        )
    return tuple(map(read_command, programs))


def _make_folder(path: Path | None) -> Path | None:
    try:
        if path:
            path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"pbm can't create the folder {path}: {error.strerror}.") from None
    return path
