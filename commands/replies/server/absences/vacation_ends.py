"""Recognizes texts of players who end their vacation: "Please take me off vacation"."""

import re
from collections.abc import Collection

from commands.replies.sentences.stemmed_phrases import mentions, word_set, words_of
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.requests.suspected_words import WISHES
from commands.replies.vocabulary.server.absences import vacation_ends as tables

_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;]*")


def ends_vacation(text: str, names: Collection[str] = ()) -> bool:
    """Whether a sentence ends its writer's vacation. It may be a polite question.

    `names`: the userids of other players, in lower case. Their vacations aren't the writer's.
    """
    return any(_ends(each, names) for each in _SENTENCE.findall(text[:MAX_LENGTH]))


def _ends(sentence: str, names: Collection[str]) -> bool:
    words = words_of(sentence)
    is_polite = "?" not in sentence or not word_set(WISHES).isdisjoint(words)
    if not is_polite or not {*names}.isdisjoint(words):
        return False
    is_ended = mentions(sentence, tables.VACATIONS) and mentions(sentence, tables.ENDING)
    return is_ended or mentions(sentence, tables.OVER)
