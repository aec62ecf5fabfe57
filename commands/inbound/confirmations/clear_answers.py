"""Decides whether a reply is clear enough to confirm or cancel the pending actions."""

from collections.abc import Sequence
from functools import cache

from commands.inbound.confirmations.announcement_replies import is_offered, says_join
from commands.inbound.finding.tournament_requests import accepts, declines
from commands.players.pending_lines import PendingAction, PendingLine
from commands.replies.answers.offer_answers import is_vague
from commands.replies.answers.yes_no_patterns import NO, YES, words_of
from commands.replies.answers.yes_or_no import YesOrNo, yes_or_no, yes_or_no_with_question
from commands.replies.vocabulary.answers.yes_no_words import LEAVING_IT
from commands.replies.vocabulary.sentence_words import plain_words
from mail.reading.parsed_mail import ParsedMail

MAX_LEAVING_WORDS = 16
"""Maximum number of words of a text that takes an order back."""
MAX_LEAVING_LENGTH = 200
DEPUTY = ("deputy", "for")
"""Words of the line by which a player agrees to be a deputy."""


def said_answer(parsed_mail: ParsedMail) -> YesOrNo:
    """Returns the answer of a reply. If it has no text, its subject may say no."""
    if parsed_mail.reaction is not None:
        return YesOrNo.OTHER
    answer = yes_or_no(parsed_mail.blocks)
    if answer is YesOrNo.EMPTY and yes_or_no([parsed_mail.subject]) is YesOrNo.NO:
        return YesOrNo.NO
    return answer


def is_plain_no(parsed_mail: ParsedMail) -> bool:
    """Whether the text of a reply is a single word that means no."""
    words = words_of("\n".join(parsed_mail.blocks))
    return len(words.split()) == 1 and bool(NO.fullmatch(words))


def clear_answer(
    parsed_mail: ParsedMail, waiting: Sequence[PendingAction], answer: YesOrNo
) -> YesOrNo:
    """Returns YES or NO if the reply is clear enough for all of the pending actions.

    `answer`: what the reply says by itself.
    """
    irreversible = any(each.action.irreversible for each in waiting)
    is_reversible = not (irreversible or parsed_mail.doubtful)
    text, joins = "\n".join(parsed_mail.blocks), is_offered(waiting)
    if answer is YesOrNo.OTHER and len(parsed_mail.blocks) == 1 and parsed_mail.reaction is None:
        if says_join(text, waiting):
            return YesOrNo.YES
        if joins and declines(text):
            return YesOrNo.NO
        if not joins and (takes_back(text) or _declines_to_help(text, waiting)):
            return YesOrNo.NO
        asking = yes_or_no_with_question(text)
        return asking if asking is YesOrNo.NO or is_reversible else answer
    if answer is YesOrNo.NO and joins and accepts(text):
        return YesOrNo.OTHER
    if answer is YesOrNo.YES and joins and is_vague(text):
        return YesOrNo.OTHER
    # Some absence notices can be recognized only by the header that makes an email doubtful.
    if answer is YesOrNo.EMPTY and is_reversible and not joins:
        return YesOrNo.YES
    return answer


def _declines_to_help(text: str, waiting: Sequence[PendingAction]) -> bool:
    """Whether a player who is asked to be a deputy says that they can't.

    A text that says yes doesn't: "Ja, aber nach Mittwoch kann ich nicht".
    """
    actions = (each.action for each in waiting)
    is_asked = all(
        isinstance(each, PendingLine) and each.words[:1] == DEPUTY[:1] and DEPUTY[1] in each.words
        for each in actions
    )
    return is_asked and declines(text) and not YES.search(words_of(text))


def takes_back(text: str) -> bool:
    """Whether a short text takes an order back: "Changed my mind, leave it as it is".

    A text that says yes, or asks something, doesn't.
    """
    if len(text) > MAX_LEAVING_LENGTH or any(mark in text for mark in ("?", "\uff1f")):
        return False
    words = plain_words(text)
    is_short = len(words) <= MAX_LEAVING_WORDS and not YES.search(words_of(text))
    said = f" {' '.join(words)} "
    return is_short and any(phrase in said for phrase in _leaving())


@cache
def _leaving() -> tuple[str, ...]:
    return tuple(f" {' '.join(plain_words(phrase))} " for phrase in LEAVING_IT.split(","))
