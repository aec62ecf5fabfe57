"""Recognizes moves that players name by their words, such as "petit roque" and "Ich passe".

Such a move is never made before its writer confirms it.
"""

import re
from functools import cache

from commands.replies.moves.notation.written_moves import is_legal
from commands.replies.vocabulary.moves import chess_words, pass_words
from commands.replies.vocabulary.sentence_words import plain_words
from mail.reading.characters import plain_signs
from pbm.match.match import Match

SHORT_CASTLING, LONG_CASTLING, PASS = "O-O", "O-O-O", "pass"
MAX_LENGTH = 200
"""Maximum number of characters of a line that is read."""
MAX_CASTLING_WORDS = 10
_CLAUSE_END = re.compile(r"[,.;:!\n()]+| - ")
_SENTENCE_END = re.compile(r"[.!;\n]+\s*")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ZEROS = re.compile(r"[0oO]\s?[-\u2010-\u2015]?\s?[0oO](\s?[-\u2010-\u2015]?\s?[0oO])?")


def worded_moves(match: Match, text: str) -> list[str]:
    """Returns the moves that a line names by words for castling or passing.

    These are the legal ones, or else all moves that the game has.
    """
    if match.outcome:
        return []
    moves = [move for move in named_by_words(text) if match.reads(move)]
    return [move for move in moves if is_legal(match, move)] or moves


def named_by_words(text: str) -> list[str]:
    """Returns the moves that words for castling or passing name in a line, in any game."""
    if len(text) > MAX_LENGTH or "?" in text:
        return []
    if _passes(text):
        return [PASS]
    found = (_castling(each) for each in (text, *_SENTENCE_END.split(text)) if each)
    return next(filter(None, found), [])


def mentions_castling(match: Match, text: str) -> bool:
    """Whether a text has a word for castling, and the game has castling."""
    has_word = not _listed(chess_words.CASTLING).isdisjoint(_words(text))
    return has_word and match.reads(SHORT_CASTLING)


def _passes(text: str) -> bool:
    """Whether a clause of the text says that its writer passes: "I pass for now, thanks"."""
    return any(map(_is_pass, _CLAUSE_END.split(plain_signs(text))))


def _is_pass(clause: str) -> bool:
    words = _words(clause)
    if " ".join(words) in _listed(pass_words.ALONE):
        return True
    phrases, around = _passing(), _listed(pass_words.AROUND_PASSING)
    start, end = 0, len(words)
    while start < end and words[start] in around:
        start += 1
    while start < end and words[end - 1] in around:
        end -= 1
    wholes = (words, words[start:], words[:end], words[start:end])
    return any(" ".join(each) in phrases for each in wholes)


def _castling(text: str) -> list[str]:
    """Returns the kinds of castling that a line names, if it says nothing else."""
    text = plain_signs(text)
    if zeros := _ZEROS.fullmatch(text.strip(" .!,")):
        return [LONG_CASTLING if zeros[1] else SHORT_CASTLING]
    words = _words(text)
    castling = _listed(chess_words.CASTLING)
    if len(words) > MAX_CASTLING_WORDS or castling.isdisjoint(words):
        return []
    short, long = _listed(chess_words.SHORT), _listed(chess_words.LONG)
    around = _listed(chess_words.AROUND_CASTLING) | _listed(pass_words.AROUND_PASSING)
    if not {*words} <= castling | short | long | around:
        return []
    both = short & long  # such as "side", for "king side" and "queen side"
    is_short, is_long = (not (each - both).isdisjoint(words) for each in (short, long))
    if is_short != is_long:
        return [SHORT_CASTLING if is_short else LONG_CASTLING]
    return [] if is_short else [SHORT_CASTLING, LONG_CASTLING]


def _words(text: str) -> list[str]:
    """Returns the words in lower case and without accents. An apostrophe is a part of its word."""
    plain = plain_signs(text).replace("\u2019", "'")
    return ["'".join(plain_words(word)) for word in _WORD.findall(plain)]


@cache
def _listed(table: str) -> frozenset[str]:
    return frozenset(_words(table))


@cache
def _passing() -> frozenset[str]:
    phrases = pass_words.PASSING.split(",")
    return frozenset(" ".join(_words(phrase)) for phrase in phrases)
