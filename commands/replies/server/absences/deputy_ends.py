"""Recognizes texts of deputies who stop: "I can't move for Ben any more"."""

import re

from commands.replies.sentences.stemmed_phrases import mentions, word_set, words_of
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.requests.suspected_words import WISHES
from commands.replies.vocabulary.server.absences import deputy_ends as tables

_SENTENCE = re.compile(r"[^.!?;]+[.!?;]*")


def ends_deputyship(text: str) -> bool:
    """Whether a sentence of a deputy ends that. It may be a polite question."""
    return any(map(_ends, _SENTENCE.findall(text[:MAX_LENGTH])))


def _ends(sentence: str) -> bool:
    is_polite = "?" not in sentence or not word_set(WISHES).isdisjoint(words_of(sentence))
    return (
        is_polite and mentions(sentence, tables.DEPUTIZING) and mentions(sentence, tables.STOPPING)
    )
