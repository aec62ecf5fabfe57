"""Recognizes texts that ask for a rematch first, and then say only something to the opponents."""

import re

from commands.replies.led_answers import QUESTION_MARKS, has_reserve
from commands.replies.lines_for_somebody_else import asks_server
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.requests.worded_requests import REMATCH, requested_word
from commands.replies.sentences.word_tables import plain_set
from commands.replies.server.games.game_wishes import has_other_terms
from commands.replies.vocabulary.requests.suspected_words import REMATCHES
from commands.replies.vocabulary.sentence_words import FILLERS, plain_words
from commands.replies.vocabulary.server.nouns import PLEASE

MAX_LENGTH = 400
"""Maximum number of characters of a text that is read."""
_SENTENCE = re.compile(r"[^.!?\u2026\n]+[.!?\u2026]*")


def asks_for_rematch(text: str) -> bool:
    """Whether a text begins by asking for a rematch, and nothing else in it changes or asks this.

    An example is "Rematch please! That was so close".
    """
    first, *others = _SENTENCE.findall(text[:MAX_LENGTH]) or [""]
    if len(text) > MAX_LENGTH or not _asks(first) or has_other_terms(text):
        return False
    return not any(map(_may_change_it, others))


def words_behind_request(line: str) -> str:
    """Returns the sentences of a line behind the first one."""
    first = _SENTENCE.search(line)
    return line[first.end() :].strip() if first else line


def _asks(sentence: str) -> bool:
    """Whether a sentence only asks for a rematch, even in one word: "Revanche!"."""
    words = {*plain_words(sentence)} - FILLERS - plain_set(PLEASE)
    is_word = bool(words) and words <= plain_set(REMATCHES) and not sentence.endswith("?")
    return is_word or requested_word(sentence.strip()) == REMATCH


def _may_change_it(sentence: str) -> bool:
    is_question = any(mark in sentence for mark in QUESTION_MARKS)
    asks = suspected_request(sentence) or requested_word(sentence) or asks_server(sentence)
    return bool(is_question or asks or has_reserve(sentence))
