"""Read PGN and PDN: tags and moves, without comments, variations and annotations.

A file may contain several games. Raises ParseError for text in another format.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbm.errors import ParseError
from pbm.standard_records.imported_game import (
    Ending,
    RecordedGame,
    RecordedResult,
    board_number,
    date_in,
)
from pbm.standard_records.notated_game import NotatedGame, NotatedMove
from pbm.standard_records.source_text import line_at, quoted_at
from pbm.wording import shown

PLACES: Mapping[str, tuple[int, ...]] = {
    **dict.fromkeys(("1-0", "2-0"), (1, 2)),
    **dict.fromkeys(("0-1", "0-2"), (2, 1)),
    **dict.fromkeys(("1/2-1/2", "1/2", "½-½", "1-1"), (1, 1)),
}
"""The places in each result of PGN and PDN. The first player of PDN may get two points."""
UNFINISHED = "*"
NO_MOVE = re.compile(r"\d+|e\.?p\.?|[^\w-]+|[+=-][+=-]|=|N|D", re.IGNORECASE)
"""Words that aren't moves: move numbers, `e.p.`, and signs such as `!?` and `+-`."""
NULL_MOVE = "--"
ANNOTATIONS = "!?*"
TOKEN = re.compile(
    r"\s+|;[^\n]*|^%[^\n]*|\$\d+|\{[^}]*\}|\d+[.…]+"
    r'|\[[ \t]*(?P<tag>\w{1,64})[ \t]*"(?P<value>(?:\\.|[^\n\\]){0,999}?)"[ \t]*\]'
    r"|(?P<parenthesis>[()])"
    r"|(?P<word>[^\s{}()\[\];$]+)",
    re.MULTILINE,
)
ESCAPED = re.compile(r'\\(["\\])')
CLOSING = {"{": "}", "(": ")", "[": "]"}
FORFEITS = re.compile("time|clock|forfeit|abandon|rules|disconnect", re.IGNORECASE)
DECISIONS = re.compile("admin|adjudicat|decided|round ended", re.IGNORECASE)


@dataclass
class _Draft:
    """A game of which a part has been read."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[NotatedMove] = field(default_factory=list)
    result: str = ""

    def finished(self, form: str) -> NotatedGame:
        if PLACES.get(self.tags.get("Result", "")) is None:
            self.tags["Result"] = self.result
        tags = {name: (value,) for name, value in self.tags.items()}
        return NotatedGame(form, tags, tuple(self.moves))


def read_pgn(text: str, form: str) -> Iterator[NotatedGame]:
    """Yields the games of a file. `form`: `pgn` or `pdn`."""
    draft = _Draft()
    for token in _main_tokens(text):
        word = (token["word"] or "").rstrip(ANNOTATIONS) or token[0]
        if token["tag"]:
            if draft.moves:  # the result of the game before is missing
                yield draft.finished(form)
                draft = _Draft()
            draft.tags[token["tag"]] = ESCAPED.sub(r"\1", token["value"])
        elif word in PLACES or word == UNFINISHED:
            draft.result = word
            if draft.moves or draft.tags:
                yield draft.finished(form)
            draft = _Draft()
        elif word == NULL_MOVE or not NO_MOVE.fullmatch(word):
            draft.moves.append(NotatedMove(word))
    if draft.moves or draft.tags:
        yield draft.finished(form)


def _main_tokens(text: str) -> Iterator["re.Match[str]"]:
    """Yields the tags and words that aren't in a comment or a variation."""
    position, opened = 0, list[int]()
    while position < len(text):
        token = TOKEN.match(text, position)
        if not token:
            raise _unreadable(text, position)
        if token[0] == "(":
            opened.append(position)
        elif token[0] == ")":
            if not opened:
                raise _unreadable(text, position)
            opened.pop()
        elif token.lastgroup and not opened:
            yield token
        position = token.end()
    if opened:
        raise _unreadable(text, opened[0])


def _unreadable(text: str, offset: int) -> ParseError:
    """Returns the error for text that isn't PGN."""
    line, quoted = line_at(text, offset), shown(quoted_at(text, offset))
    closing = CLOSING.get(text[offset])
    if not closing:
        return ParseError(
            f'{line}: "{quoted}" begins with an unexpected "{text[offset]}". Remove this character.'
        )
    if closing == "]":
        return ParseError(f'{line}: "{quoted}" isn\'t a tag. Write tags like [White "Name"].')
    return ParseError(f'{line}: "{quoted}" never ends. Close it with "{closing}".')


def recorded_pgn(notated: NotatedGame, seats: tuple[str, str], options: Any) -> RecordedGame:
    """Returns a game in PGN or PDN.

    `seats`: the tags with the names of the players. The first seat moves first.
    """
    return RecordedGame(
        options,
        notated.texts,
        tuple(notated.tag(seat) for seat in seats),
        _result(notated),
        date_in(notated, "Date"),
        notated.tag("Site"),
        board_number(notated.tag("Event")),
    )


def _result(notated: NotatedGame) -> RecordedResult:
    text = notated.tag("Result")
    places = PLACES.get(text, ())
    return RecordedResult(text, places, _ending(places, notated.tag("Termination")))


def _ending(places: tuple[int, ...], termination: str) -> Ending:
    """Returns the usual end, if the record doesn't name another one."""
    if DECISIONS.search(termination):
        return Ending.DECIDED
    if len(set(places)) == 1:
        return Ending.AGREED
    return Ending.FORFEITED if FORFEITS.search(termination) else Ending.RESIGNED
