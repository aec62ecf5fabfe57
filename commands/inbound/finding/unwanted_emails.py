"""Recognizes strangers who get emails that they don't want: "I never signed up for this"."""

import re
from collections.abc import Sequence

from commands.replies.requests.worded_requests import LEAVE, requested_among
from commands.replies.sentences.stemmed_phrases import whole_phrases, word_set, words_of
from commands.replies.vocabulary.server import sentences, tournaments

MAX_LENGTH = 600
"""Maximum number of characters of a text that are read."""
_SENTENCE = re.compile(r"[^.!?;\n\u3002]+[.!?\u3002]*")


def wants_no_emails(text: str) -> bool:
    """Whether a stranger's text says that its writer doesn't want our emails."""
    text = text[:MAX_LENGTH]
    said = words_of(text)
    is_sent = not word_set(sentences.GETTING_EMAILS).isdisjoint(said)
    if is_sent and _has(said, sentences.UNREQUESTED):
        return True
    return any(map(_ends_emails, _SENTENCE.findall(text)))


def _ends_emails(sentence: str) -> bool:
    if requested_among(sentence) == LEAVE:
        return True
    words = words_of(sentence)
    if sentence.rstrip().endswith("?"):
        return False
    is_stopped = _has(words, tournaments.UNLISTING) or (
        _has(words, tournaments.STOPPING) and not word_set(sentences.MAILING).isdisjoint(words)
    )
    return is_stopped and word_set(sentences.MISSING).isdisjoint(words)


def _has(words: Sequence[str], table: str) -> bool:
    text = f" {' '.join(words)} "
    return any(phrase in text for phrase in whole_phrases(table))
