"""Reads the terms of a wished game: its size, its days per move, its seats and its rating."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from commands.replies.sentences.stemmed_phrases import mentions, whole_phrases, word_set, words_of
from commands.replies.server.complete_lines import size_in
from commands.replies.vocabulary.addressee_words import PERSONS
from commands.replies.vocabulary.sentence_words import AMBIGUOUS_NEGATIONS, NEGATIONS
from commands.replies.vocabulary.server.games import game_wishes
from commands.replies.vocabulary.server.games import wished_terms as tables
from mail.reading.characters import plain_signs
from pbm import games

DAYS_IN_WEEK = 7
MAX_DAYS = 99
MAX_SEATS = 2
"""Maximum number of seats of a game whose colors are read."""
MAX_BETWEEN = 2
"""Maximum number of words between days and the word for a move, or between a player and a color."""
VAGUE_SIZE = (
    "Which size? The command below has {0}x{0}, and the usual size is {1}x{1}. To play on another "
    "board, change the option -size before you send it."
)
SIZE = re.compile(r"\d{1,2} ?[xX*\u00d7] ?\d{1,2}")
CLAUSE = re.compile(r"[^.!?;,:\n]+")


@dataclass(frozen=True)
class WishedTerms:
    """The terms that a text names."""

    options: str
    """The options of the challenge, or ""."""
    seat: int | None = None
    """The seat of the writer, or None if the text names none."""
    is_complete: bool = True
    """Whether everything that seems to be a term was read."""
    note: str = ""
    """A question about the terms, or ""."""


def wished_terms(game: str, text: str, who: str = "") -> WishedTerms:
    """Returns the terms of a game that a text wishes for.

    `who`: the userid of the opponent, or "".
    """
    size, days = size_in(game, text), _days_per_move(words_of(text))
    options = [size, f"--forfeittime={days}" if days else ""]
    options += ["-unrated" if mentions(text, tables.UNRATED) else ""]
    options += ["-private" if mentions(text, tables.PRIVATE) else ""]
    colours = [each for clause in CLAUSE.findall(text) for each in _colours(clause, who)]
    seats = {_seat(game, colour) for colour in colours}
    seats |= {0} if _moves_first(text) else set()
    is_clear = len(seats) <= 1 and None not in seats
    is_read = bool(size) or not SIZE.search(text)
    is_complete = is_clear and is_read and not mentions(text, tables.OTHER_TERMS)
    seat = next(iter(seats)) if len(seats) == 1 else None
    vague = "" if size else _vague_size(game, text)
    note = VAGUE_SIZE.format(vague, _usual_size(game)) if vague else ""
    options += [f"-size={vague}"] if vague else []
    return WishedTerms(" ".join(filter(None, options)), seat, is_complete, note)


def _moves_first(text: str) -> bool:
    """Whether the writer wants to move first: "I'd like to go first", "... I want to start."."""
    ends = (" ".join(words_of(clause)) for clause in CLAUSE.findall(text))
    phrases = tuple(each.strip() for each in whole_phrases(tables.FIRST_AT_END))
    return mentions(text, tables.FIRST) or any(end.endswith(phrases) for end in ends)


def _usual_size(game: str) -> int:
    """Returns the size that a game has without an option, or 0 if it has no sizes."""
    return getattr(games.games()[game].read_options(), "size", None) or 0


def _vague_size(game: str, text: str) -> int:
    """Returns a size that fits a text about a small or large board, or 0."""
    usual = _usual_size(game)
    for clause in CLAUSE.findall(text):
        if usual and mentions(clause, tables.BOARDS):
            half = usual // 2
            if mentions(clause, tables.SMALL):
                return _nearest_size(game, range(half, usual))
            if mentions(clause, tables.LARGE):
                return _nearest_size(game, range(usual + half, usual, -1))
    return 0


def _nearest_size(game: str, sizes: Iterable[int]) -> int:
    return next((each for each in sizes if size_in(game, f"{each}x{each}")), 0)


def number_of(word: str) -> int:
    """Returns the number that a word or numeral stands for, or 0."""
    if word.isdecimal():
        return int(word)
    return next((number for number, names in _numbers().items() if word in names), 0)


def numbers_in(words: Sequence[str]) -> list[int]:
    """Returns the numbers that are written as words."""
    return [number for number, names in _numbers().items() if not names.isdisjoint(words)]


def _days_per_move(words: Sequence[str]) -> int:
    """Returns the days of "3 days per move" or "a week for each move", or 0."""
    days, weeks, per, moves = map(word_set, (tables.DAYS, tables.WEEKS, tables.PER, tables.MOVES))
    for at in range(1, len(words)):
        if words[at] not in days | weeks:
            continue
        behind = words[at + 1 : at + 2 + MAX_BETWEEN]
        count = next((at for at, word in enumerate(behind) if word not in per), len(behind))
        is_per_move = count < len(behind) and behind[count] in moves
        number = number_of(words[at - 1]) or (1 if words[at - 1] in per else 0)
        number *= DAYS_IN_WEEK if words[at] in weeks else 1
        if is_per_move and 0 < number <= MAX_DAYS:
            return number
    return 0


def _colours(clause: str, who: str) -> list[str]:
    """Returns the colors that a clause wants, each with a "-" if it is the opponent's.

    A color that the clause denies has a "?": "I don't want black".
    """
    words = words_of(clause)
    is_denied = not (NEGATIONS - AMBIGUOUS_NEGATIONS).isdisjoint(
        plain_signs(clause).lower().split()
    )
    found = []
    for at, word in enumerate(words):
        for colour, names in tables.COLOURS.items():
            if word in word_set(names):
                is_theirs = who.lower() in words[max(at - MAX_BETWEEN, 0) : at] if who else False
                is_theirs = is_theirs and "challenge" not in words
                is_theirs = is_theirs or words[0] in word_set(PERSONS)  # "she can have black"
                found.append(f"{'?' if is_denied else '-' if is_theirs else ''}{colour}")
    return found


def _seat(game: str, colour: str) -> int | None:
    """Returns the writer's seat, or None if the game doesn't have this color."""
    names = [seat.name.lower() for seat in games.games()[game].seats]
    name = colour.lstrip("-")
    if name not in names or len(names) > MAX_SEATS:
        return None
    seat = names.index(name)
    return 1 - seat if colour.startswith("-") else seat


@cache
def _numbers() -> dict[int, frozenset[str]]:
    return {number: frozenset(words.split()) for number, words in game_wishes.NUMBERS.items()}
