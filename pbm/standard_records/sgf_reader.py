"""Read SGF: properties and moves of the main line, without comments and variations.

A file may contain several games. Raises ParseError for text in another format.
"""

import re
from collections.abc import Iterator
from typing import Any

from pbm.errors import IllegalError, ParseError
from pbm.standard_records.imported_game import (
    Ending,
    RecordedGame,
    RecordedResult,
    board_number,
    date_in,
)
from pbm.standard_records.notated_game import NotatedGame, NotatedMove
from pbm.standard_records.sgf_writer import LETTERS
from pbm.standard_records.source_text import line_at, quoted_at
from pbm.wording import shown

COLORS = ("B", "W")
STONES = ("AB", "AW", "AE")
"""Properties that put stones on the board without a move."""
START = re.compile(r"\(\s*;")
# The number of escaped characters is limited, because each needs memory until the end is found.
TOKEN = re.compile(
    r"\s+|(?P<name>[A-Za-z]{1,64})|(?P<value>\[[^\]\\]*(?:\\.[^\]\\]*){0,9999}\])|(?P<sign>[();])",
    re.DOTALL,
)
ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
LOWER_CASE = re.compile("[a-z]")
RESULT = re.compile(r"([BW])\+(.*)", re.IGNORECASE)
POINTS = re.compile(r"\d{1,3}(\.\d{1,2})?")
DRAWS = ("0", "draw", "jigo")
ENDINGS = {"r": Ending.RESIGNED, "t": Ending.FORFEITED, "f": Ending.FORFEITED}
"""How a game ended, by the first letter after `B+` or `W+`, as in `B+R` and `W+Time`."""


def read_sgf(text: str, form: str = "sgf") -> Iterator[NotatedGame]:
    """Yields the games of a file."""
    position = 0
    while start := START.search(text, position):
        tokens, position = _tokens(text, start.start())
        yield _game(tokens, form)


def _tokens(text: str, start: int) -> tuple[list["re.Match[str]"], int]:
    """Returns the tokens of the main line of a game, and the offset of the game's end.

    The main line is the first variation at each branch, so it ends at the first `)`.
    """
    tokens, depth, position, is_main = list["re.Match[str]"](), 0, start, True
    while token := TOKEN.match(text, position):
        position = token.end()
        if is_main and token.lastgroup:
            tokens.append(token)
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        is_main = is_main and token[0] != ")"
        if depth == 0:
            return tokens, position
    line = line_at(text, position)
    if position == len(text):
        raise ParseError(f'{line}: the closing ")" of the game is missing. Add it.')
    quoted = shown(quoted_at(text, position))
    if text[position] == "[":
        raise ParseError(f'{line}: "{quoted}" never ends. Close it with "]".')
    raise ParseError(f'{line}: "{quoted}" isn\'t SGF. Write properties like PB[Name].')


def _game(tokens: list["re.Match[str]"], form: str) -> NotatedGame:
    name, tags, moves = "", dict[str, tuple[str, ...]](), list[NotatedMove]()
    for token in tokens:
        if token["name"]:
            name = LOWER_CASE.sub("", token[0])
        elif token["value"] and name in COLORS:
            moves.append(NotatedMove(ESCAPED.sub(_unescaped, token[0][1:-1]).strip(), name))
        elif token["value"] and not moves:
            value = ESCAPED.sub(_unescaped, token[0][1:-1])
            tags[name] = (*tags.get(name, ()), value)
        elif token["value"] and name in STONES:
            raise ParseError(
                f'"{name}{shown(token[0])}" after move {len(moves)} changes the board without a '
                "move. Remove it, or export the game without it."
            )
    return NotatedGame(form, tags, tuple(moves))


def _unescaped(escaped: "re.Match[str]") -> str:
    """Returns the character after a backslash. An escaped end of line disappears."""
    return "" if escaped[1].strip("\r\n") == "" else escaped[1]


def recorded_sgf(notated: NotatedGame, options: Any, moves: tuple[str, ...]) -> RecordedGame:
    """Returns a game in SGF, with moves as the game reads them."""
    return RecordedGame(
        options,
        moves,
        (notated.tag("PB"), notated.tag("PW")),
        read_result(notated.tag("RE")),
        date_in(notated, "DT"),
        notated.tag("PC"),
        board_number(notated.tag("GN")),
    )


def read_result(text: str) -> RecordedResult:
    """Returns a result such as `B+R`, `W+2.5` or `Draw`. Others are unfinished games."""
    if text.lower() in DRAWS:
        return RecordedResult(text, (1, 1), Ending.AGREED)
    won = RESULT.fullmatch(text)
    if not won:
        return RecordedResult(text)
    places = (1, 2) if won[1].upper() == "B" else (2, 1)
    return RecordedResult(text, places, ENDINGS.get(won[2][:1].lower(), Ending.DECIDED))


def is_same_result(text: str, other: str) -> bool:
    """Whether two results are equal, such as `B+2.5` and `B+2.50`."""
    points = _points(text)
    return text == other or (points is not None and points == _points(other))


def _points(result: str) -> float | None:
    """Returns the points by which Black won. Returns None if the result has no points."""
    won = RESULT.fullmatch(result)
    if not won or not POINTS.fullmatch(won[2]):
        return None
    return float(won[2]) * (1 if won[1].upper() == "B" else -1)


def check_turns(notated: NotatedGame) -> None:
    """Raises ParseError if Black and White don't take turns, beginning with Black."""
    for ply, move in enumerate(notated.moves):
        if move.color != COLORS[ply % 2]:
            raise ParseError(
                f'Move {ply + 1}, "{move.color}[{shown(move.text)}]", is by the wrong player. '
                "Correct its color."
            )


def read_number(notated: NotatedGame, tag: str, usual: int, allowed: range) -> int:
    """Returns the number in a property. Raises IllegalError if it isn't allowed."""
    text = notated.tag(tag) or str(usual)
    if text not in map(str, allowed):
        first, last = allowed[0], allowed[-1]
        numbers = f"{first}" if first == last else f"{first} to {last}"
        raise IllegalError(
            f'{tag} is "{shown(text)}". We can import only games with {tag} {numbers}.'
        )
    return int(text)


def point_in(text: str, size: int) -> tuple[int, int]:
    """Returns the column and the row of a point, counted from the top left.

    Raises ParseError if it isn't a point of the board.
    """
    letters = LETTERS[:size]
    if len(text) != 2 or not set(text) <= set(letters):
        raise ParseError(
            f'"{shown(text)}" isn\'t a point on the board. Points run from aa to {letters[-1] * 2}.'
        )
    return letters.index(text[0]), letters.index(text[1])
