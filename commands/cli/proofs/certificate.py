"""Implements `pbm certificate`, which writes a checkable proof of a start's value."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.cli.output_files import check_output
from commands.settings import read_settings
from pbm import games
from pbm.errors import NotAllowedError
from pbm.process.files import replaced_file

if TYPE_CHECKING:
    from pbm.proofs.certificates.certificates import Certificate

LARGEST_TABLE = 20_000_000
"""Maximum number of entries in a table. All 4x4 boards have fewer. A certificate of this size may
take a minute.
"""


def certificate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="name of a game")],
    options: Annotated[
        list[str] | None, typer.Argument(metavar="-OPTION...", help="options of the game")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="file to write (default: print only the summary)")
    ] = None,
    winner: Annotated[
        bool, typer.Option("--winner", help="claim only who wins, not how soon")
    ] = False,
    seconds: Annotated[
        float, typer.Option(min=0, help="maximum length of the search in seconds")
    ] = 600,
) -> None:
    """Write a certificate that proves a starting position's value.

    pbm also prints the starting position, the claims about it, the number of positions and the
    SHA-256 of the certificate.

    Example: pbm certificate knightsduel -size=5 --output duel5.txt
    """
    if output:
        from pbm.proofs.certificates.certificates import HEADING  # noqa: PLC0415 - as below

        check_output(output, read_settings().data, HEADING)
    with replaced_file(output) if output else nullcontext() as file:
        proof = _made(game, options or [], seconds, distance=not winner)
        if file:
            file.writelines(proof.lines())
    print(proof.summary().write())


def _made(name: str, words: list[str], seconds: float, *, distance: bool) -> "Certificate":
    """Returns the certificate.

    Raises NotAllowedError if none can be made, or not within the time.
    """
    from pbm.proofs.certificates.certificates import certify  # noqa: PLC0415 - numpy is slow to load
    from pbm.proofs.proving import NewTables  # noqa: PLC0415
    from pbm.search.budget import BudgetExhausted, SearchBudget  # noqa: PLC0415

    game = games.find(name)
    options = game.resolve(game.read_options(words), 0)
    tables, budget = NewTables(LARGEST_TABLE), SearchBudget(seconds)
    try:
        proof = certify(game, options, budget, tables, distance=distance)
    except BudgetExhausted:
        proof = None
    if proof is None:
        raise NotAllowedError(
            "pbm couldn't prove the value in the time allowed. Increase --seconds, or try a "
            "smaller board."
        )
    return proof
