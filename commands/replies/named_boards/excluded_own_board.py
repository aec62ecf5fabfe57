"""Recognizes sentences that exclude the email's own board from a line: "but not here"."""

import re
from functools import cache

from commands.replies.answers.offer_answers import leaves_open
from commands.replies.moves.notation.written_moves import denies
from commands.replies.named_boards.connecting_words import SENTENCE_END
from commands.replies.sentences.accents import folded
from commands.replies.vocabulary.named_boards import other_board_words as tables

MAX_WORDS = 10
"""Maximum number of words of such a sentence."""


def without_exclusions(text: str) -> str:
    """Returns a text without the sentences that only say that nothing is to be done here."""
    sentences = SENTENCE_END.split(text)
    return (
        text
        if not any(map(_excludes, sentences))
        else " ".join(sentence for sentence in sentences if not _excludes(sentence))
    )


def _excludes(sentence: str) -> bool:
    if len(sentence.split()) > MAX_WORDS or any(map(str.isdigit, sentence)):
        return False
    is_here = bool(_here().search(folded(sentence).lower()))
    return is_here and "?" not in sentence and (denies(sentence) or leaves_open(sentence))


@cache
def _here() -> re.Pattern[str]:
    phrases = [" ".join(phrase.split()) for phrase in tables.HERE_PHRASES.split(",")]
    return re.compile(rf"(?<!\w)(?:{'|'.join([*tables.HERE.split(), *phrases])})(?!\w)")
