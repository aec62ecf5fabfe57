"""Smart Game Format, of Go, Gomoku, Othello and Hex."""

from collections.abc import Iterable

from pbm.standard_record import RecordFacts

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
    head += f"DT[{facts.begun:%Y-%m-%d}]{site}GN[Board {facts.number}]{more}"
    return "\n".join([head, *(f";{color}[{point}]" for color, point in moves), ")", ""])


def alternating(points: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Returns the points with their colors, if Black begins and nobody is skipped."""
    return (("BW"[ply % 2], point) for ply, point in enumerate(points))


def point(column: int, row: int) -> str:
    """Returns the letters of a point. Its column and row are counted from the top left."""
    return LETTERS[column] + LETTERS[row]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
