"""Finds the move that a reply introduces with words such as "my move is" or "ich spiele".

Such words outrank other squares in the reply. The move is never made before its writer confirms it.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from commands.replies.moves.notation.written_moves import denies, is_legal, mentioned_moves
from commands.replies.moves.spoken.spoken_moves import heard_moves
from commands.replies.sentences.accents import folded
from commands.replies.sentences.dictated_words import meanings, words_of_dictation
from commands.replies.vocabulary.moves import introducing_words as tables
from commands.replies.vocabulary.sentence_words import IF_WORDS, NEGATIONS, PAST, WHEN_WORDS
from mail.reading.characters import plain_signs
from pbm.match.match import Match

MAX_LENGTH = 2000
"""Maximum number of characters of a reply that are read."""
MAX_SEGMENT = 80
"""Maximum number of characters behind the introduction in which the move ends."""
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;]*")
_DOTS = re.compile(r"\s*(?:\.{2,}|\u2026)\s*")
_SEGMENT_END = re.compile(r"[.!?;\n]|,(?! ?\d)| - ")
_WORD = re.compile(r"[^\W\d_]+")


def introduced_move(match: Match, text: str) -> str:
    """Returns the only legal move that a text introduces, or ""."""
    if match.outcome or len(text) > MAX_LENGTH:
        return ""
    moves = {*_introduced(match, _DOTS.sub(" ", plain_signs(text)))}
    return moves.pop() if len(moves) == 1 else ""


def _introduced(match: Match, text: str) -> Iterator[str]:
    """Yields the legal moves that sentences introduce."""
    for sentence in _SENTENCE.findall(text):
        found = _introduction().search(folded(sentence).lower())
        if not found or "?" in sentence or _is_unsure(sentence[: found.start()]):
            continue
        behind = sentence[found.end() :]
        segment, *_ = _SEGMENT_END.split(behind[:MAX_SEGMENT], maxsplit=1)
        moves = [] if denies(segment) else _moves_in(match, segment)
        is_only = {*mentioned_moves(match, behind)}.issubset(moves)
        if is_only and len(moves) == 1 and is_legal(match, moves[0]):
            yield moves[0]


def _moves_in(match: Match, segment: str) -> list[str]:
    moves = [*heard_moves(match, segment)]
    return moves or [*heard_moves(match, _without_repeated_letters(segment))]


def _without_repeated_letters(text: str) -> str:
    """Returns the words of a text without letters that the next word spells: "h acca 6"."""
    words = [*words_of_dictation(text), ""]
    kept = [word for word, after in pairwise(words) if word not in meanings(after)]
    return " ".join(kept)


def _is_unsure(before: str) -> bool:
    """Whether a sentence begins so that it doesn't state the move behind: "should my move be"."""
    plain = folded(before).lower()
    unsure = IF_WORDS | WHEN_WORDS | {*tables.ASKING.split()}
    is_denied = not NEGATIONS.isdisjoint(_WORD.findall(plain.rpartition(",")[2]))
    return is_denied or not unsure.isdisjoint(_WORD.findall(plain)) or bool(PAST.search(plain))


@cache
def _introduction() -> re.Pattern[str]:
    phrases = sorted((each.split() for each in tables.INTRODUCING.split(",")), key=len)
    introducing = "|".join(r"\s+".join(map(re.escape, each)) for each in reversed(phrases))
    linking = "|".join(tables.LINKING.split())
    return re.compile(rf"(?<!\w)(?:{introducing})(?!\w)[\s:,=-]*(?:(?:{linking})(?!\w)[\s:,=-]*)*")
