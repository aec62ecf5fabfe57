"""Write Portable Game Notation, of chess and of checkers (as PDN)."""

from collections.abc import Iterable, Iterator
from textwrap import fill

from pbm.standard_records.exported_game import RecordFacts

WIDTH = 79
"""Width of the lines of moves, which the standard asks for."""
RESULTS: dict[tuple[int, ...], str] = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "1/2-1/2"}
UNFINISHED = "*"


def write_pgn(
    facts: RecordFacts,
    moves: Iterable[str],
    seats: tuple[str, str],
    more: Iterable[tuple[str, str]],
) -> str:
    """Returns a game in Portable Game Notation.

    `moves`: all moves as the format writes them. The first one is by the first seat.
    `seats`: the names of the tags of the players.
    `more`: tags of the game after the seven usual ones.
    """
    result = RESULTS.get(facts.places, UNFINISHED)
    players = zip(seats, facts.players, strict=True)
    tags = [
        ("Event", f"Board {facts.number}"),
        ("Site", facts.site or "?"),
        ("Date", f"{facts.begun:%Y.%m.%d}"),
        ("Round", "-"),
        *players,
        ("Result", result),
        *more,
        *([("Termination", facts.reason)] if facts.reason else []),
    ]
    lines = [f'[{name} "{_escaped(text)}"]' for name, text in tags]
    return "\n".join([*lines, "", fill(" ".join([*_numbered(moves), result]), WIDTH), ""])


def _numbered(moves: Iterable[str]) -> Iterator[str]:
    for ply, move in enumerate(moves):
        yield move if ply % 2 else f"{ply // 2 + 1}. {move}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
