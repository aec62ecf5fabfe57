"""Implements `pbm starts`, which repeats the proofs of all starts whose values pbm knows."""

from typing import TYPE_CHECKING, Annotated

import typer

from commands.settings import read_settings
from pbm import games
from pbm.errors import NotAllowedError
from pbm.games import AnyGame
from pbm.search.budget import MAX_POSITIONS, BudgetExhausted

if TYPE_CHECKING:
    from pbm.proofs.proving import Tables

COUNTED_GAME = "knightsdance"
MAX_COUNTED_SIZE = 8
PLACES_GAME = "madknights"
MAX_PLACES_SIZE = 5


Names = Annotated[list[str] | None, typer.Argument(metavar="GAME")]
New = Annotated[
    bool,
    typer.Option(
        "--new",
        help=("search for new proofs for one game, and print a new version of its proofs file"),
    ),
]
Count = Annotated[
    bool,
    typer.Option(
        "--count", help="count the starting positions by value, and print a table of the counts"
    ),
]
Places = Annotated[
    bool,
    typer.Option(
        "--places",
        help=(
            "search for the finishing places that players can force in a three-player game, and "
            "print a new version of the file that lists them"
        ),
    ),
]
Largest = Annotated[
    int | None,
    typer.Option(
        min=2, max=20, help="maximum rows and columns (default 8 for --count, 5 for --places)"
    ),
]
Seconds = Annotated[float, typer.Option(min=0, help="maximum seconds per starting position")]
Positions = Annotated[
    int,
    typer.Option(
        min=0, help="maximum positions in memory per starting position (about 100 bytes each)"
    ),
]


def starts(
    *,
    names: Names = None,
    new: New = False,
    count: Count = False,
    places: Places = False,
    largest: Largest = None,
    seconds: Seconds = 60,
    positions: Positions = MAX_POSITIONS,
) -> None:
    """Prove the known values of starting positions again.

    pbm prints each start and its value. Starts of large games need the tablebases that "pbm tables
    make" writes to the data folder. The exit status is 1 if a value isn't confirmed.
    """
    if new + count + places > 1:
        raise typer.BadParameter("Give only one of --new, --count and --places.")
    kinds = [games.find(name) for name in names or games.games()]
    if count:
        _print_counts(kinds, largest or MAX_COUNTED_SIZE)
    elif places:
        _print_places(kinds, largest or MAX_PLACES_SIZE, seconds, positions)
    elif new:
        _print_file(kinds, seconds, positions)
    else:
        confirmed = [_is_confirmed(kind, seconds, positions) for kind in kinds]
        if not all(confirmed):
            raise typer.Exit(1)


def _print_file(kinds: list[AnyGame], seconds: float, positions: int) -> None:
    from pbm.proofs.starts.proved_starts import HEADING  # noqa: PLC0415
    from pbm.proofs.starts.start_search import new_starts  # noqa: PLC0415 - numpy is slow to load

    if len(kinds) != 1:
        raise typer.BadParameter("Give one game, such as: pbm starts --new knightsduel")
    print(HEADING)
    for start in new_starts(kinds[0], seconds, _tables(), positions):
        print(start.write(), flush=True)


def _print_counts(kinds: list[AnyGame], largest: int) -> None:
    from pbm.proofs.starts.dance_counts import count_boards  # noqa: PLC0415 - see above
    from pbm.proofs.starts.start_counts import COUNTS_HEADING  # noqa: PLC0415

    if [kind.name for kind in kinds] != [COUNTED_GAME]:
        raise typer.BadParameter(
            f"--count works only with {COUNTED_GAME}. Run: pbm starts --count {COUNTED_GAME}"
        )
    print(COUNTS_HEADING)
    for counted in count_boards(largest):
        print(counted.write(), flush=True)


def _print_places(kinds: list[AnyGame], largest: int, seconds: float, positions: int) -> None:
    from pbm.proofs.madknights_places import SMALLEST, all_places  # noqa: PLC0415 - see above
    from pbm.proofs.starts.start_places import PLACES_HEADING  # noqa: PLC0415

    if [kind.name for kind in kinds] != [PLACES_GAME]:
        raise typer.BadParameter(
            f"--places works only with {PLACES_GAME}. Run: pbm starts --places {PLACES_GAME}"
        )
    print(PLACES_HEADING)
    try:
        for size in range(SMALLEST, largest + 1):
            for start in all_places(size, seconds, positions):
                print(start.write(), flush=True)
    except BudgetExhausted:
        raise NotAllowedError(
            f"The next starting position needs more than {seconds:g} seconds or {positions:,} "
            "positions. Allow more, such as --seconds 600."
        ) from None


def _is_confirmed(kind: AnyGame, seconds: float, positions: int) -> bool:
    """Proves all starts of a game again. Returns whether all of them were confirmed."""
    from pbm.proofs.starts.proved_starts import proved_starts  # noqa: PLC0415
    from pbm.proofs.starts.start_search import is_confirmed, prove_start  # noqa: PLC0415 - see above

    confirmed, tables = True, _tables()
    for start in proved_starts(kind.name).values():
        distance = start.value.plies is not None
        proof = prove_start(kind, start.options, seconds, tables, positions, distance=distance)
        good = is_confirmed(start, proof)
        print(start.write(), "" if good else "\tNOT CONFIRMED", sep="", flush=True)
        confirmed &= good
    return confirmed


def _tables() -> "Tables":
    """Returns the tables of proofs.

    It makes small ones in memory and reads large ones from files.
    """
    from pbm.solver.mapped_tables import NewAndMappedTables  # noqa: PLC0415 - see above

    return NewAndMappedTables(read_settings().tables_folder)
