"""The command `pbm starts`."""

from typing import Annotated

import typer

from pbm import games
from pbm.games import AnyGame


def starts(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME")] = None,
    new: Annotated[
        bool, typer.Option("--new", help="search for all proofs, and print the file of one game")
    ] = False,
    seconds: Annotated[float, typer.Option(min=0, help="the longest time for each start")] = 60,
) -> None:
    """Prove again what is proved about the starts of games.

    Prints each start and its value; the exit status is 1 if one isn't confirmed.
    """
    kinds = [games.find(name) for name in names or games.games()]
    if new:
        _print_file(kinds, seconds)
        return
    confirmed = [_is_confirmed(kind, seconds) for kind in kinds]
    if not all(confirmed):
        raise typer.Exit(1)


def _print_file(kinds: list[AnyGame], seconds: float) -> None:
    from pbm.proofs.start_search import new_starts  # noqa: PLC0415 - numpy is slow to load
    from pbm.proofs.starts import HEADING  # noqa: PLC0415

    if len(kinds) != 1:
        raise typer.BadParameter("A file is about one game: pbm starts --new knightsduel")
    print(HEADING)
    for start in new_starts(kinds[0], seconds):
        print(start.write(), flush=True)


def _is_confirmed(kind: AnyGame, seconds: float) -> bool:
    """Proves all starts of a game; returns False if one wasn't confirmed."""
    from pbm.proofs.start_search import is_confirmed, prove_start  # noqa: PLC0415 - see above
    from pbm.proofs.starts import proved_starts  # noqa: PLC0415

    confirmed = True
    for start in proved_starts(kind.name).values():
        found = prove_start(kind, start.options, seconds)
        good = is_confirmed(start, found)
        print(start.write(), "" if good else "\tNOT CONFIRMED", sep="", flush=True)
        confirmed &= good
    return confirmed
