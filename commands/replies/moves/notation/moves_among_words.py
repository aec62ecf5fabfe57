"""Finds the moves among the words of a text, in the notation of the game."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from commands.replies.vocabulary.sentence_words import PLAN_FILLERS
from pbm.match.match import MAX_MOVE_WORDS, Match

_SIGNS = re.compile(
    r"""[,:;!?()"\[\]*\u2022|/\\`\u00ab\u00bb_~] | [-=]{0,3}> | [<=\u2192]"""
    r""" | \.{2,} | \.(?=\s|$) | (?<=\d)\.(?=[a-z(]) | (?<!\w)' | '(?!\w)""",
    re.VERBOSE | re.IGNORECASE,
)
_TWO_SQUARES = re.compile(r"\b[a-z]?([a-z]\d{1,2})[-=]*[-x>]([a-z]\d{1,2})\b", re.IGNORECASE)
"""A move in the notation of chess players: `a7xe5`, `Na7-e5`, `a7->e5`."""
_UNSPACED = re.compile(
    r"如果|若|もし|(?<=[\u3040-\u30ff\u4e00-\u9fff])(?=[a-z0-9(])"
    r"|(?<=[a-z0-9)])(?=[\u3040-\u30ff\u4e00-\u9fff])",
    re.IGNORECASE,
)
"""Places where a word ends in languages without spaces between words."""


@dataclass(frozen=True, slots=True)
class FoundMove:
    """A move among words. `start` and `end` are word indexes."""

    text: str
    start: int
    end: int


def moves_with_digits(match: Match, words: Sequence[str]) -> Iterator[str]:
    """Yields the moves with digits. "right" and similar moves may be ordinary words."""
    return (move.text for move in found_moves(match, words, 0))


def found_moves(match: Match, words: Sequence[str], at: int) -> Iterator[FoundMove]:
    """Yields the moves from word index `at`. Moves without digits, such as "right", are skipped."""
    last = max((at for at, word in enumerate(words) if any(map(str.isdigit, word))), default=-1)
    while at <= last:
        has_digit = any(map(str.isdigit, "".join(words[at : at + MAX_MOVE_WORDS])))
        move = read_move(match, words, at) if has_digit else None
        if move and any(map(str.isdigit, move.text)):
            yield move
            at = move.end
        else:
            at += 1


def read_move(match: Match, words: Sequence[str], at: int) -> FoundMove | None:
    """Returns the longest move that begins at word index `at`, or None."""
    for end in range(min(at + MAX_MOVE_WORDS, len(words)), at, -1):
        if match.reads(" ".join(words[at:end])):
            return FoundMove(_as_one_word(match, words[at:end]), at, end)
    return None


def _as_one_word(match: Match, words: Sequence[str]) -> str:
    """Returns a move without spaces, as `queue` expects it: `a7-e5`, `2,3`."""
    squares = [word for word in words if word.lower() not in PLAN_FILLERS]
    joined = (mark.join(squares) for mark in ("-", ",", ""))
    return next(filter(match.reads, joined), "".join(words))


def spaced(text: str) -> str:
    """Returns the text with spaces around moves in languages without spaces between words."""
    return text if text.isascii() else _UNSPACED.sub(r" \g<0> ", text)


def words_of(text: str) -> list[str]:
    """Returns the words of the text without punctuation. Moves are normalized to `a1-c5`."""
    return _SIGNS.sub(" ", _TWO_SQUARES.sub(r"\1-\2", text)).split()
