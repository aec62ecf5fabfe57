"""The part of a game's help page on proved values, generated from the proofs that pbm ships."""

import textwrap
from collections.abc import Iterator, Sequence

from commands.views.text.tables import table
from pbm.games import AnyGame
from pbm.proofs.starts.proved_starts import proved_starts
from pbm.proofs.starts.start_counts import StartCount, start_counts
from pbm.proofs.starts.start_places import StartPlaces, start_places
from pbm.wording import counted, filled

PLACED = "madknights"
RULES = {
    "": "usual rules",
    "-misere": "-misere",
    "-jumpblock": "-jumpblock",
    "-misere -jumpblock": "both",
}

COUNTS_HEAD = ("", "won", "by move", "lost", "by move", "endless")


def proved(kind: AnyGame) -> Iterator[str]:
    """Yields paragraphs on the proved starting positions of a game."""
    if count := len(proved_starts(kind.name)):
        starts = counted(count, "starting position")
        value = f"For {starts}, we have proved who wins. To ask about one, send:"
        yield f"{value}\n  {kind.name} solve [OPTIONS]"
    if counts := _usual(kind, start_counts(kind.name)):
        yield _counts_text(counts)
    if kind.name == PLACED and (places := start_places()):
        yield _places_text(kind, places)


def _usual(kind: AnyGame, counts: Sequence[StartCount]) -> list[StartCount]:
    """Returns the counts for the default board size, with all combinations of rules."""
    options = kind.resolve(kind.options(), 0)
    shape = getattr(options, "rows", None), getattr(options, "cols", None)
    return [each for each in counts if (each.rows, each.columns) == shape]


def _counts_text(counts: Sequence[StartCount]) -> str:
    """Returns the number of starts with each value, and the length of the longest games."""
    board = f"{counts[0].rows} by {counts[0].columns}"
    rows = [
        (
            RULES[each.rules],
            f"{each.won:,}",
            str(each.longest_win),
            f"{each.lost:,}",
            str(each.longest_loss),
            f"{each.endless:,}",
        )
        for each in counts
    ]
    about = (
        f"We have solved all starting positions with four pieces on a {board} board. With best "
        "play, the player who moves first gets these results:"
    )
    return f"{filled(about)}\n{textwrap.indent(table(COUNTS_HEAD, rows, right=range(1, 6)), '  ')}"


def _places_text(kind: AnyGame, places: Sequence[StartPlaces]) -> str:
    """Returns a paragraph on how often players can force a place against two allied opponents."""
    size = max(each.size for each in places)
    starts = [each.against_two for each in places if each.size == size]
    return filled(
        f"On a {size} by {size} board, there are {len(starts)} starting positions, not counting "
        "rotations and reflections. In some of them, one player can guarantee a high finish even "
        "if the other two team up. Positions that guarantee first place: "
        f"{_forced(kind, starts, '1')}. Positions that guarantee at least second place: "
        f"{_forced(kind, starts, '12')}."
    )


def _forced(kind: AnyGame, starts: Sequence[str], places: str) -> str:
    """Returns which seats can force one of these places, and in how many starts, as text."""
    numbers = [sum(each[seat] in places for each in starts) for seat in range(len(kind.seats))]
    by = zip(kind.seats, numbers, strict=True)
    return ", ".join(f"{seat.name} in {number}" for seat, number in by if number) or "none"
