"""Recognizes lines that only say that moves follow later: "will do the other one tomorrow"."""

from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.named_boards import postponing_words as tables
from commands.replies.vocabulary.sentence_words import plain_words

MAX_WORDS = 14
"""Maximum number of words of such a line."""


def postpones(line: str) -> bool:
    """Whether a line names a later time and the other games, and has no other content."""
    if "?" in line or any(map(str.isdigit, line)):
        return False
    words = plain_words(line)
    later, others, around = map(plain_set, (tables.LATER, tables.OTHERS, tables.AROUND))
    is_known = {*words} <= later | others | around
    return len(words) <= MAX_WORDS and is_known and not later.isdisjoint(words)
