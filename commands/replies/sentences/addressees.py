"""Decides whether a sentence addresses a player by name, or only mentions the player.

"Ben, your turn!" and "Have a great trip Ben" address Ben. "What's Ben's rating?" mentions him.
"""

import re
from collections.abc import Collection, Sequence

from commands.replies.sentences.sentence_subjects import is_for_others
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary import addressing_words as tables
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server.sentences import FIRST_PERSON
from mail.reading.characters import plain_signs

MAX_LENGTH = 2_000
"""Maximum number of characters of a text that are read."""
SENTENCE = re.compile(r"[^.!?\n\u3002\uff01\uff1f]+[.!?\u3002\uff01\uff1f]*")
_CLAUSE = re.compile(r"[^,.!?;:()\n\u2013\u2014\u3001\u3002]+")
_QUESTION_MARKS = ("?", "\uff1f")
_POSSESSIVE = re.compile(r"(?<=\w)['\u2019]s(?!\w)")


def sentences_of(text: str) -> list[str]:
    """Returns the sentences of a text with their punctuation."""
    return [each for each in SENTENCE.findall(text[:MAX_LENGTH]) if plain_words(each)]


def addresses(text: str, names: Collection[str]) -> bool:
    """Whether a clause of the text addresses one of these players, in lower case, by name."""
    text = plain_signs(text[:MAX_LENGTH])
    is_spoken = is_for_others(plain_words(text))
    clauses = map(_words, _CLAUSE.findall(text))
    return any(_addresses(words, names, is_spoken=is_spoken) for words in clauses)


def mentions_only(text: str, names: Collection[str]) -> bool:
    """Whether a text names one of these players, but addresses none of them."""
    is_named = not {*names}.isdisjoint(plain_words(text))
    return is_named and not addresses(text, names)


def asks_only(text: str, names: Collection[str]) -> bool:
    """Whether a text has only questions, and none of them is for the reader or names a player."""
    sentences = sentences_of(text)
    return bool(sentences) and all(
        each.rstrip().endswith(_QUESTION_MARKS)
        and {*names}.isdisjoint(plain_words(each))
        and not is_for_others(plain_words(each))
        for each in sentences
    )


def _words(clause: str) -> list[str]:
    """Returns the words of a clause. "Ben's" is one word, so that it isn't a name."""
    return plain_words(_POSSESSIVE.sub("_s", clause))


def _addresses(words: Sequence[str], names: Collection[str], *, is_spoken: bool) -> bool:
    """Whether the words of a clause address a player.

    `is_spoken`: whether a word such as "your" is in any clause of the text.
    """
    if words[:1] and words[0] in plain_set(tables.GREETING) and words[1:2] and words[1] in names:
        return True
    ends = (words[:1], words[-1:])
    if not any(word[0] in names for word in ends if word):
        return False
    rest = [word for word in words if word not in names]
    if plain_set(tables.BEFORE_NAMES).issuperset(rest):
        return True
    if is_for_others(rest) and words[0] in names:
        return True
    if words[-1] not in names:
        return False
    if words[-2] in plain_set(tables.NOT_BEFORE_NAMES):
        return False
    is_wish = is_spoken or words[0] in plain_set(tables.WISHING)
    return is_for_others(rest) or (is_wish and plain_set(FIRST_PERSON).isdisjoint(rest))
