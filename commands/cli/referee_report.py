"""What the referee says of games and programs, to people and to other programs."""

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from commands.cli.terminal import table_lines
from commands.engines.command_line import Argv
from commands.engines.series import LETTERS, EngineDeparture, Result, Series, Total
from pbm.wording import counted

HEAD = ("bot", "program", "won", "score", "failed", "rating")
NUMBERS = ("won", "score", "failed", "rating")


def game_lines(series: Series, result: Result) -> list[str]:
    """`Game 1, seed 42: Red A 2, Green B 1, Blue C 0`, and why who left."""
    signs = [seat.name for seat in series.game.seats]
    seats = zip(signs, result.seats, result.scores, strict=True)
    scores = ", ".join(f"{sign} {engine} {score}" for sign, engine, score in seats)
    moves = counted(len(result.moves), "move")
    return [f"Game {result.number}, seed {result.seed}, {moves}: {scores}", *_left(result.left)]


def totals_table(series: Series, totals: Sequence[Total]) -> list[str]:
    """The table at the end."""
    played = counted(totals[0].games, "game")
    title = f"{series.game.title}: {played}, --seed {series.seed}"
    return table_lines(title, HEAD, [_row(series, total) for total in totals], right=NUMBERS)


def data(series: Series, results: Sequence[Result], totals: Sequence[Total]) -> dict[str, Any]:
    """All of it for programs."""
    return {
        "game": series.game.name,
        "seed": series.seed,
        "games": [asdict(result) | {"winner": result.winner} for result in results],
        "bots": [_total_data(series, total) for total in totals],
    }


def _left(left: Sequence[EngineDeparture]) -> list[str]:
    return [f"  {one.bot} {one.reason} (after {counted(one.ply, 'move')})" for one in left]


def _row(series: Series, total: Total) -> tuple[str, ...]:
    numbers = (total.won, total.score, total.failed)
    program = _shown(_command(series, total.bot))
    return (total.bot, program, *map(str, numbers), total.rating.write())


def _total_data(series: Series, total: Total) -> dict[str, Any]:
    rating = {"points": total.rating.points, "margin": total.rating.margin}
    return asdict(total) | {"command": list(_command(series, total.bot)), "rating": rating}


def _command(series: Series, engine: str) -> Argv:
    return series.commands[LETTERS.index(engine)]


def _shown(command: Argv) -> str:
    """Without the folders."""
    return shlex.join(Path(word).name if "/" in word else word for word in command)
