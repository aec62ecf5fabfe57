"""Reads replies to an email about a new game as a refusal or an acceptance of the game.

A challenge needs no answer: its game begins at once, and can be called off before the first move.
"""

import re
from collections.abc import Sequence
from functools import cache

from commands.replies.answers.offer_answers import OfferAnswer, is_wordless, offer_answer
from commands.replies.answers.yes_or_no import BETWEEN_PHRASES
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.requests.resignations import only_calls_off
from commands.replies.sentences.word_tables import plain_set
from commands.replies.server.topics import requested_topics
from commands.replies.vocabulary.answers.yes_no_words import NO_TIME
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server.tournaments import NEVER
from mail.reading.characters import plain_signs

_SENTENCE = re.compile(r"[^.!?]+[.!?]*")


def declines_game(replying: ReplyContext, written: Sequence[str]) -> bool:
    """Whether a reply about a game that its writer can call off declines it."""
    board = replying.board
    if not _is_new(replying) or board.terms.ladder or board.tournament:
        return False
    text = plain_signs(" ".join(written))
    if requested_topics(text, replying.names):
        return False
    has_no_time = any(map(_says_no_time, _SENTENCE.findall(text)))
    return _refuses(text, replying) or only_calls_off(text) or has_no_time


def accepts_game(replying: ReplyContext, written: Sequence[str]) -> bool:
    """Whether a reply about a game in which its writer hasn't moved agrees to play it."""
    if not _is_new(replying) or is_wordless("\n".join(written)):
        return False
    answer = offer_answer(["\n".join(written)], replying.names)
    return answer in (OfferAnswer.ACCEPT, OfferAnswer.MAY_ACCEPT)


def _is_new(replying: ReplyContext) -> bool:
    """Whether the writer hasn't moved in the game, and isn't asked anything."""
    board = replying.board
    is_asked = replying.is_asked or replying.has_pending_move
    return not (board.match.outcome or board.moved(replying.claims.seat) or is_asked)


def _refuses(text: str, replying: ReplyContext) -> bool:
    if not plain_set(NEVER).isdisjoint(plain_words(text)):
        return False
    first = next(iter(BETWEEN_PHRASES.split(text, maxsplit=1)), "")
    return offer_answer([first], replying.names) is OfferAnswer.REFUSE


def _says_no_time(sentence: str) -> bool:
    said = f" {' '.join(plain_words(sentence))} "
    return "?" not in sentence and any(f" {phrase} " in said for phrase in _no_time())


@cache
def _no_time() -> tuple[str, ...]:
    return tuple(" ".join(plain_words(phrase)) for phrase in NO_TIME.split(","))
