"""The tables in the pages on what is proved, made from the data shipped with the program."""  # noqa: INP001 - a part of the pages

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from pbm import games
from pbm.proofs.starts.start_counts import StartCount, start_counts
from pbm.proofs.starts.start_places import StartPlaces, start_places

FOLDER = Path(__file__).parent
NAMES = ("knightpanic", "knightsdance", "knightsduel", "trailblazer", "madknights")
RULES = {
    "": "standard",
    "-misere": "`-misere`",
    "-jumpblock": "`-jumpblock`",
    "-misere -jumpblock": "both",
}
COUNTED = ((5, 6), (8, 8))
"""The boards of Knight's Dance whose starts are shown as counted; the data have all up to 8x8."""
SEATS = [seat.name for seat in games.find("madknights").seats]


def with_tables(name: str, text: str) -> str:
    """Returns a game's page with its tables, each between two comments, made again."""
    made = {"counts": counts, "places": places, "max-n": max_n}
    for title, make in made.items():
        text = _with_table(text, title, "".join(f"{line}\n" for line in make(name)))
    return text


def _with_table(text: str, title: str, table: str) -> str:
    pattern = rf"(<!-- {title} -->\n).*?(<!-- end -->)"
    return re.sub(pattern, lambda found: f"{found[1]}{table}{found[2]}", text, flags=re.DOTALL)


def counts(name: str) -> Iterator[str]:
    """Yields the table of all starts on some boards."""
    head = ("board", "rules", "starts", "won", "lost", "endless", "longest win", "longest loss")
    shown = (each for each in start_counts(name) if (each.rows, each.columns) in COUNTED)
    return _table(head, map(_count_row, shown), right=range(2, 8))


def _count_row(count: StartCount) -> tuple[str, ...]:
    numbers = (count.starts, count.won, count.lost, count.endless)
    longest = (count.longest_win or "", count.longest_loss or "")
    board = f"{count.rows}x{count.columns}"
    return (board, RULES[count.rules], *(f"{number:,}" for number in numbers), *map(str, longest))


def places(_: str) -> Iterator[str]:
    """Yields the table of starts by the place that each player can force against two."""
    head = ("board", "starts", "player", "the first place", "the second", "only the last")
    return _table(head, _place_rows(), right=(1, 3, 4, 5))


def _place_rows() -> Iterator[tuple[str, ...]]:
    for size, group in _by_size():
        for seat, player in enumerate(SEATS):
            forced = Counter(each.against_two[seat] for each in group)
            shares = (f"{forced[place]:,}" for place in "123")
            yield f"{size}x{size}", f"{len(group):,}", player, *shares


def max_n(_: str) -> Iterator[str]:
    """Yields the table of starts by winner, if all play for themselves."""
    return _table(("board", "in a tie, all help", *SEATS), _winner_rows(), right=(2, 3, 4))


def _winner_rows() -> Iterator[tuple[str, ...]]:
    for size, group in _by_size():
        if not group[0].favouring_next:  # max-n isn't searched on larger boards
            continue
        next_player = Counter(each.favouring_next.index("1") for each in group)
        previous_player = Counter(each.favouring_previous.index("1") for each in group)
        for rule, won in (("next", next_player), ("previous", previous_player)):
            yield f"{size}x{size}", f"the {rule} player", *(f"{won[seat]:,}" for seat in range(3))


def _by_size() -> Iterator[tuple[int, list[StartPlaces]]]:
    for size, group in groupby(start_places(), lambda each: each.size):
        yield size, list(group)


def _table(
    head: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()
) -> Iterator[str]:
    rule = ["---:" if column in right else "---" for column in range(len(head))]
    for row in (head, None, *rows):
        yield f"| {' | '.join(row)} |" if row else f"|{'|'.join(rule)}|"
