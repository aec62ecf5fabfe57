"""Reports on games between engines, as text and as JSON data."""

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from commands.cli.terminal import table_lines
from pbm.engines.command_line import Argv
from pbm.engines.series import LETTERS, EngineDeparture, Result, Series, Total
from pbm.wording import counted

HEAD = ("bot", "program", "won", "score", "failed", "rating")
NUMBERS = ("won", "score", "failed", "rating")


def game_lines(series: Series, result: Result) -> list[str]:
    """Returns a line with the scores of a game, and a line on each departure.

    The first line is similar to `Game 1, seed 42, 9 moves: Red A 2, Green B 1, Blue C 0`.
    """
    colours = [seat.name for seat in series.game.seats]
    seats = zip(colours, result.seats, result.scores, strict=True)
    scores = ", ".join(f"{colour} {engine} {score}" for colour, engine, score in seats)
    moves = counted(len(result.moves), "move")
    return [
        f"Game {result.number}, seed {result.seed}, {moves}: {scores}",
        *_departure_lines(result.left),
    ]


def totals_table(series: Series, totals: Sequence[Total]) -> list[str]:
    played = counted(totals[0].games, "game")
    title = f"{series.game.title}: {played}, --seed {series.seed}"
    return table_lines(title, HEAD, [_row(series, total) for total in totals], right=NUMBERS)


def report_data(
    series: Series, results: Sequence[Result], totals: Sequence[Total]
) -> dict[str, Any]:
    return {
        "game": series.game.name,
        "seed": series.seed,
        "games": [asdict(result) | {"winner": result.winner} for result in results],
        "bots": [_total_data(series, total) for total in totals],
    }


def _departure_lines(departures: Sequence[EngineDeparture]) -> list[str]:
    return [
        f"  {each.bot} {each.reason} (after {counted(each.ply, 'move')})" for each in departures
    ]


def _row(series: Series, total: Total) -> tuple[str, ...]:
    numbers = (total.won, total.score, total.failed)
    program = _short_command(_command(series, total.bot))
    return (total.bot, program, *map(str, numbers), total.rating.write())


def _total_data(series: Series, total: Total) -> dict[str, Any]:
    rating = {"points": total.rating.points, "margin": total.rating.margin}
    return asdict(total) | {"command": list(_command(series, total.bot)), "rating": rating}


def _command(series: Series, engine: str) -> Argv:
    return series.commands[LETTERS.index(engine)]


def _short_command(command: Argv) -> str:
    """Returns the command with the folders removed from its paths."""
    return shlex.join(Path(word).name if "/" in word else word for word in command)
