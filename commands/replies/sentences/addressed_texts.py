"""Decides whether a text without a command seems to be for the opponents.

Other texts may ask the server for something in words that pbm doesn't know.
"""

import re
from collections.abc import Collection

from commands.replies.sentences.sentence_subjects import is_for_others
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.addressee_words import (
    ASKING,
    ASKING_FOR_ONESELF,
    FRIENDLY,
    PERSONS,
    UNSPACED_FRIENDLY,
)
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server.nouns import PLEASE
from commands.replies.vocabulary.server.sentences import FIRST_PERSON

_QUESTION = re.compile(r"[^.!?\n]+\?")
_SMILE = re.compile(r"[:;8=]-?[)(DPpOo/|*]|\^\^|<3|[\u2600-\u27bf\U0001f300-\U0001faff]")


def is_for_opponents(text: str, names: Collection[str]) -> bool:
    """Whether a text addresses its readers, is friendly, or asks nothing.

    `names`: names of the opponents in lower case.
    """
    words = plain_words(text)
    if is_for_others(words) or not {*names}.isdisjoint(words) or smiles(text):
        return True
    if not plain_set(FRIENDLY).isdisjoint(words) or any(map(text.__contains__, UNSPACED_FRIENDLY)):
        return True
    return plain_set(PLEASE).isdisjoint(words) and not any(map(_asks, _QUESTION.findall(text)))


def smiles(text: str) -> bool:
    """Whether a text has an emoji, or an emoticon such as ":-)"."""
    return bool(_SMILE.search(text))


def _asks(question: str) -> bool:
    """Whether a question may be for the server: "do I have to jump?", not "how about a draw?"."""
    words = plain_words(question)
    if not plain_set(PERSONS).isdisjoint(words) or words[1:2] == ["about"]:
        return False
    if not plain_set(ASKING_FOR_ONESELF).isdisjoint(words[:1]):
        return True
    is_own = not plain_set(FIRST_PERSON).isdisjoint(words)
    return is_own and not plain_set(ASKING).isdisjoint(words[:1])
