"""Implements `pbm perft`, which counts lines of play to check the rules of a game."""

from typing import Annotated

import typer

from pbm import games
from pbm.game import table


def perft(
    game: Annotated[str, typer.Argument(metavar="GAME", help="name of a game")],
    options: Annotated[
        list[str] | None, typer.Argument(metavar="-OPTION...", help="options of the game")
    ] = None,
    depth: Annotated[int, typer.Option(min=1, max=100, help="maximum number of moves")] = 3,
) -> None:
    """Count the possible sequences of moves, to check the rules.

    Example: pbm perft knightpanic -size=5 --depth 3
    """
    kind = games.find(game)
    chosen = kind.read_options(options or [])
    for reached, count in table(kind, kind.start(kind.resolve(chosen, 0)), depth):
        print(reached, count, flush=True)
