"""Recognizes moves between which a reply doesn't decide, and moves that it excludes."""

import re
from collections.abc import Iterable

from commands.replies.moves.notation.written_moves import is_legal, legal_spelling, mentioned_moves
from commands.replies.vocabulary.moves.move_words import PLAYING
from commands.replies.vocabulary.sentence_words import FILLERS, NEGATIONS, OR_WORDS
from mail.reading.characters import plain_signs
from pbm.errors import IllegalError
from pbm.match.match import Match
from pbm.wording import listing

WHICH = (
    "Which move do you want to play: {}? Reply with only that move. We haven't played a move yet."
)
MAX_LENGTH = 400
"""Maximum number of characters of a text that is read."""
MAX_MOVE_WORDS = 3
"""Maximum number of words of a move behind a negation."""
_WORD = re.compile(r"[^\s,;:]+")
_SKIPPED = {*PLAYING.split()} | FILLERS


def check_no_alternative(match: Match, move: str, behind: str) -> None:
    """Raises IllegalError if the words behind a legal move begin with "or" and other moves."""
    words = behind.lower().split(maxsplit=1)
    if words and words[0] in OR_WORDS:
        check_one(match, (move, *mentioned_moves(match, behind)))


def check_one(match: Match, moves: Iterable[str]) -> None:
    """Raises IllegalError, which asks for a decision, if several of the moves are legal."""
    legal = [*dict.fromkeys(match.canonical(move) for move in moves if is_legal(match, move))]
    if len(legal) > 1:
        raise IllegalError(WHICH.format(listing(legal, "or")))


def excluded_moves(match: Match, text: str) -> list[str]:
    """Returns the legal moves directly behind negations: "not (1,3)", "I won't play a1-c5"."""
    text = plain_signs(text)
    if match.outcome or len(text) > MAX_LENGTH:
        return []
    negated = (word for word in _WORD.finditer(text) if word[0].lower() in NEGATIONS)
    return [*filter(None, (_leading(match, text[word.end() :]) for word in negated))]


def remaining_move(match: Match, text: str) -> str:
    """Returns the only legal move that a text doesn't exclude, or ""."""
    excluded = {*excluded_moves(match, text)}
    if not excluded or "?" in text or not excluded.issuperset(mentioned_moves(match, text)):
        return ""
    left = [move for move in match.legal if move not in excluded]
    return left[0] if len(left) == 1 else ""


def _leading(match: Match, text: str) -> str:
    """Returns the legal move at the beginning of a text, perhaps behind a verb, or ""."""
    words = text.split()
    while words and words[0].lower() in _SKIPPED:
        del words[0]
    heads = (" ".join(words[:count]) for count in range(1, MAX_MOVE_WORDS + 1))
    move = next(filter(None, (legal_spelling(match, head) for head in heads)), "")
    return match.canonical(move) if move else ""
