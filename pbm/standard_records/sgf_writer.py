"""Write Smart Game Format, of Go, Gomoku, Othello and Hex."""

import re
from collections.abc import Iterable

from pbm.standard_records.exported_game import RecordFacts

WON_BY = re.compile(r"wins by ([0-9.]+) point")
ENDINGS = {"resigned": "R", "signed off": "R", "forfeited": "F", "illegal move": "F"}
"""The letters for reasons that don't follow from the rules, by their last words."""
LETTERS = "abcdefghijklmnopqrs"


def write_sgf(
    facts: RecordFacts, game: int, size: int, moves: Iterable[tuple[str, str]], more: str = ""
) -> str:
    """Returns a game in Smart Game Format.

    `game`: the number of the game in the format.
    `moves`: the color, `B` or `W`, and the point of each move.
    `more`: other properties of the root.
    """
    first, second = map(_escaped, facts.players)
    site = f"PC[{_escaped(facts.site)}]" if facts.site else ""
    head = f"(;GM[{game}]FF[4]CA[UTF-8]AP[pbm]SZ[{size}]PB[{first}]PW[{second}]"
    head += f"DT[{facts.begun:%Y-%m-%d}]{site}GN[Board {facts.number}]"
    head += f"{more}{_result(facts)}"
    return "\n".join([head, *(f";{color}[{point}]" for color, point in moves), ")", ""])


def sgf_result(places: tuple[int, ...], reason: str) -> str:
    """Returns a result, such as `B+2.5` or `W+R`."""
    if len(set(places)) == 1:
        return "0"
    points = WON_BY.search(reason)
    ending = next((letter for word, letter in ENDINGS.items() if reason.endswith(word)), "")
    return f"{'B' if places[0] == 1 else 'W'}+{points[1] if points else ending}"


def _result(facts: RecordFacts) -> str:
    return f"RE[{sgf_result(facts.places, facts.reason)}]" if facts.places else ""


def alternating(points: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Returns the points with their colors, if Black begins and nobody is skipped."""
    return (("BW"[ply % 2], point) for ply, point in enumerate(points))


def point(column: int, row: int) -> str:
    """Returns the letters of a point. Its column and row are counted from the top left."""
    return LETTERS[column] + LETTERS[row]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
