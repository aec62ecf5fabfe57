"""Finds captures that a reply tells without a square: "take the knight", "I jump both of them".

Such a move is never made before its writer confirms it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from commands.replies.moves.notation.piece_moves import notation_of
from commands.replies.sentences.dictated_words import piece_names, words_around, words_of_dictation
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.moves import capture_words as tables
from commands.replies.vocabulary.sentence_words import IF_WORDS, PAST, WHEN_WORDS, plain_words
from mail.reading.characters import plain_signs
from pbm.match.match import Match

MAX_LENGTH = 400
"""Maximum number of characters of a line that is read."""
MAX_WORDS = 10
"""Maximum number of words of a clause that tells a capture."""
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;]*")
_CLAUSE_END = re.compile(r"[,.:;!?()\n]+| - ")
_SQUARE = re.compile(r"\([^)]*\)|[a-z]\d+")


class _Capture(NamedTuple):
    """The kinds of pieces that a clause names. Each is None if it names none."""

    by: str | None
    taken: str | None

    def swapped(self) -> "_Capture":
        return _Capture(self.taken, self.by)


def worded_captures(match: Match, text: str) -> list[str]:
    """Returns the legal captures that fit a clause about one."""
    for told in _told(match, text):
        fitting = [*_fitting(match, told)]
        return fitting or [*_fitting(match, told.swapped())]  # "den Springer nehme ich"
    return []


def tells_capture(match: Match, text: str) -> bool:
    """Whether a line has no other content than a capture, whatever is legal."""
    clauses = [*filter(str.strip, _CLAUSE_END.split(plain_signs(text)))]
    return bool(clauses) and "?" not in text and all(any(_told(match, each)) for each in clauses)


def _told(match: Match, text: str) -> Iterator[_Capture]:
    """Yields what the clauses of a text tell about captures."""
    if match.outcome or len(text) > MAX_LENGTH:
        return
    for sentence in _SENTENCE.findall(plain_signs(text)):
        clauses = [*map(words_of_dictation, _CLAUSE_END.split(sentence))]
        is_stated = "?" not in sentence and not PAST.search(sentence.lower())
        if is_stated and not any(map(_is_condition, clauses)):
            yield from (told for clause in clauses if (told := _in_clause(match, clause)))


def _is_condition(words: Sequence[str]) -> bool:
    return len(words) > 1 and words[0] in IF_WORDS | WHEN_WORDS


def _in_clause(match: Match, words: Sequence[str]) -> _Capture | None:
    """Returns what a clause tells, if it has a verb of capturing and no unfamiliar word."""
    capturing = plain_set(tables.CAPTURING) | plain_set(tables.TAKING)
    verbs = [at for at, word in enumerate(words) if word in capturing]
    if len(words) > MAX_WORDS or len(verbs) != 1 or any(map(str.isdigit, words)):
        return None
    pieces = _kinds(match)
    known = pieces.keys() | words_around() | _around() | plain_set(tables.WITH) | {words[verbs[0]]}
    if not known.issuperset(words) or not _by_others().isdisjoint(words):
        return None
    before, behind = words[: verbs[0]], words[verbs[0] + 1 :]
    named = [word for word in words if word in pieces]
    if not named and words[verbs[0]] not in plain_set(tables.CAPTURING):
        return None
    with_words = plain_set(tables.WITH)
    start = next((at for at, word in enumerate(behind) if word in with_words), len(behind))
    by = [pieces[word] for word in (*before, *behind[start:]) if word in pieces]
    taken = [pieces[word] for word in behind[:start] if word in pieces]
    return _Capture(next(iter(by), None), next(iter(taken), None))


def _kinds(match: Match) -> dict[str, str | None]:
    """Returns the kinds of pieces by their words. The kind is None for a word for any piece."""
    kinds: dict[str, str | None] = dict.fromkeys(_words_for_any())
    if match.game.piece_words:
        return kinds | {**notation_of(match.game).by_plain_word}
    names = {piece.words for piece in match.diagram.pieces()}
    is_uniform = len(names) <= len(match.game.seats)
    return kinds | dict.fromkeys(piece_names()) if is_uniform else kinds


def _fitting(match: Match, told: _Capture) -> Iterator[str]:
    """Yields the legal captures by and of the kinds of pieces that a clause names."""
    pieces = {piece.square: piece for piece in match.diagram.pieces()}
    for move in match.legal:
        squares = _SQUARE.findall(move.lower())
        taken = pieces.get(squares[-1]) if squares else None
        is_capture = "x" in move or (taken and taken.seat not in (None, match.to_move))
        if not is_capture or (told.by is not None and _kind_moved(match, move) != told.by):
            continue
        name = plain_words(taken.words)[-1:] if taken else []
        kind = _kinds(match).get("".join(name))
        if told.taken is None or kind == told.taken:
            yield move


def _kind_moved(match: Match, move: str) -> str:
    """Returns the letter of the piece that makes a move. Pawns have none."""
    return next(
        (each for each in filter(None, match.game.piece_words) if move.startswith(each)), ""
    )


@cache
def _by_others() -> frozenset[str]:
    return frozenset(tables.BY_OTHERS.split())


@cache
def _around() -> frozenset[str]:
    return frozenset(tables.AROUND_CAPTURES.split())


@cache
def _words_for_any() -> frozenset[str]:
    return frozenset(tables.ANY_PIECE.split())
