"""Implements `pbm bot`, which plays as an engine.

It imports little, because an engine must be ready within a second.
"""

import gc
import sys
from typing import Annotated

import typer

from commands.content.status import Status
from pbm.engines.engine_loop import run_engine_loop
from pbm.errors import UserError
from pbm.protocol import turns
from pbm.robots.move_choice import SearchLimit, choose_move

POSITIONS = 10**9
"""Number of positions that no search can reach, so that only the time limits a search."""


def bot(
    game: Annotated[str, typer.Argument(metavar="GAME", help="madknights or knightsduel")],
    level: Annotated[int, typer.Option(min=1, max=3, help="strength, from 1 to 3 (strongest)")] = 3,
    ms: Annotated[int, typer.Option(min=1, max=600_000, help="milliseconds per move")] = 60,
    seed: Annotated[int, typer.Option(min=0, help="seed for random choices")] = 0,
) -> None:
    """Run one of pbm's robots as a program.

    It reads positions from standard input and writes moves to standard output. "pbm help engines"
    describes the protocol.

    Example: pbm referee knightsduel ./mine "pbm bot knightsduel --level 2" --games 10
    """
    kind, search_limit = turns.find_game(game), SearchLimit(POSITIONS, ms / 1000)
    gc.disable()  # A garbage collection may take longer than a turn.
    run_engine_loop(
        kind,
        lambda position: choose_move(kind, position, level, seed, limit=search_limit),
        input,
        _send,
    )


def _send(line: str) -> None:
    print(line, flush=True)
    gc.collect()  # The collection runs while the opponents think.


def main(words: list[str]) -> int:
    """Runs `pbm bot` without loading the rest of the program, and returns the exit status."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command()(bot)
    try:
        app(words, prog_name="pbm bot")
    except UserError as error:
        print(error.text, file=sys.stderr)
        return Status.REFUSED
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else Status.DONE
    return Status.DONE
