"""The command `pbm certificate`."""

from pathlib import Path
from typing import Annotated

import typer

from pbm import games
from pbm.errors import NotAllowedError
from pbm.options import read_options

LARGEST_TABLE = 20_000_000
"""The most entries of a table: all those of boards of 4x4, as a certificate may take a minute."""


def certificate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="a game's name")],
    options: Annotated[
        list[str] | None, typer.Argument(metavar="-OPTION...", help="its options")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="the file to write; without it only the summary is printed")
    ] = None,
    winner: Annotated[
        bool, typer.Option("--winner", help="claim only who wins, not by which move")
    ] = False,
    seconds: Annotated[float, typer.Option(min=0, help="the longest time of the search")] = 600,
) -> None:
    """Make a certificate of a start's value.

    Prints the start, the claims on it, the number of positions and the SHA-256.

    Example: pbm certificate knightsduel -size=5 --output duel5.txt
    """
    from pbm.proofs.certificates import certify  # noqa: PLC0415 - numpy is slow to load
    from pbm.proofs.proving import NewTables  # noqa: PLC0415
    from pbm.search_budget import BudgetExhausted, SearchBudget  # noqa: PLC0415

    kind = games.find(game)
    chosen = kind.resolve(read_options(kind.options, options or [], kind.title), 0)
    try:
        tables = NewTables(LARGEST_TABLE)
        made = certify(kind, chosen, SearchBudget(seconds), tables, distance=not winner)
    except BudgetExhausted:
        made = None
    if made is None:
        raise NotAllowedError("Nothing is proved that has a certificate, or not in this time.")
    if output:
        with output.open("w", encoding="ascii", newline="\n") as file:
            file.writelines(made.lines())
    print(made.summary().write())
