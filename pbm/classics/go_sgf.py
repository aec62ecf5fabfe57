"""Moves, handicap stones and komi of Go in SGF."""

import re
from collections.abc import Collection, Iterator

from pbm.errors import IllegalError
from pbm.standard_records.notated_game import NotatedGame
from pbm.standard_records.sgf_reader import COLORS, point_in
from pbm.standard_records.sgf_writer import point
from pbm.wording import shown

COLUMNS = "abcdefghjklmnopqrst"
NO_STONE = "pass"
PASSES = ("", "tt")
"""A pass in FF[4], and in FF[3]."""
SIZE = re.compile(r"(\d{1,2})(?::\1)?")
LARGEST = 19


def read_size(notated: NotatedGame, smallest: int) -> int:
    """Returns the number of rows. Raises IllegalError for a board that the game doesn't have."""
    text = notated.tag("SZ") or str(LARGEST)
    found = SIZE.fullmatch(text)
    if not found or not smallest <= int(found[1]) <= LARGEST:
        raise IllegalError(
            f'The board size is "{shown(text)}". We can import boards from '
            f"{smallest}x{smallest} to {LARGEST}x{LARGEST}."
        )
    return int(found[1])


def read_komi(notated: NotatedGame) -> float:
    """Returns the points that White gets. Raises IllegalError if they aren't points."""
    text = notated.tag("KM") or "0"
    try:
        komi = float(text)
    except ValueError:
        komi = -1
    if not 0 <= komi < 100 or komi * 2 % 1:
        raise IllegalError(
            f'The komi "{shown(text)}" isn\'t a number of points from 0 to 99.5. Correct the KM '
            "property."
        )
    return komi


def placed_stones(notated: NotatedGame, size: int) -> tuple[str, ...]:
    """Returns Black's stones before the first move. Raises IllegalError for other changes."""
    if notated.tag("AW") or notated.tag("AE"):
        raise IllegalError(
            "White has stones on the board before the first move. We can import only games in "
            "which White begins without stones."
        )
    return tuple(_move(text, size) for text in notated.tags.get("AB", ()))


def moves_of(notated: NotatedGame, size: int, placed: Collection[str]) -> Iterator[str]:
    """Yields the moves, and a pass for each skipped turn.

    `placed`: stones at the start that aren't a handicap of the game, so Black plays them.
    """
    turn = "W" if notated.tags.get("AB") and not placed else "B"
    moves = [("B", stone) for stone in placed]
    moves += [(move.color, _move(move.text, size)) for move in notated.moves]
    for color, move in moves:
        if color != turn:
            yield NO_STONE
        yield move
        turn = COLORS[color == "B"]


def sgf_point(move: str, size: int) -> str:
    """Returns a move in SGF, where rows are counted from the top."""
    return "" if move == NO_STONE else point(COLUMNS.index(move[0]), size - int(move[1:]))


def _move(text: str, size: int) -> str:
    if text in PASSES:
        return NO_STONE
    column, row = point_in(text, size)
    return f"{COLUMNS[column]}{size - row}"
