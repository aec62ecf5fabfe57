"""Recognizes comments that only say that their writer makes a move: "I think I play c1-g3"."""

import re
from collections.abc import Collection
from functools import cache

from commands.replies.sentences.dictated_words import is_dictated
from commands.replies.vocabulary.moves import move_words
from commands.replies.vocabulary.named_boards import opponent_words
from commands.replies.vocabulary.sentence_words import plain_words

_SENTENCE_END = re.compile(r"[.!?;\n]+")


def says_more_than_move(text: str, names: Collection[str]) -> bool:
    """Whether a comment has other text than a move, courtesies and words of moving.

    `names`: names of the players, in lower case.
    """
    known = _around() | {*names}
    return any(not is_dictated(each, known) for each in _SENTENCE_END.split(text) if each.strip())


@cache
def _around() -> frozenset[str]:
    tables = opponent_words.TELLING, move_words.BEFORE_SQUARES, move_words.AROUND_HELD
    return frozenset(plain_words(" ".join(tables)))
