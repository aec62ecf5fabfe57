"""Decides whether a reply is clear enough to confirm or cancel the pending actions."""

from collections.abc import Collection, Sequence
from functools import cache

from commands.inbound.confirmations.announcement_replies import asks_to_join, is_offered, says_join
from commands.inbound.confirmations.further_wishes import wishes_more
from commands.inbound.confirmations.offer_remarks import has_condition
from commands.inbound.finding.tournaments.tournament_requests import accepts, declines, ends_emails
from commands.players.pending_lines import PendingAction, PendingLine
from commands.replies.answers.offer_answers import is_vague
from commands.replies.answers.yes_no_patterns import NO, YES, words_of
from commands.replies.answers.yes_or_no import (
    BETWEEN_PHRASES,
    SENTENCE_END,
    YesOrNo,
    yes_or_no,
    yes_or_no_with_question,
)
from commands.replies.led_answers import has_reserve, is_friendly, leaves_out_text, led_answer
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.sentences.stemmed_phrases import mentions
from commands.replies.server.complete_lines import game_in
from commands.replies.server.questions.plain_questions import wished_name
from commands.replies.vocabulary.answers import consent_words
from commands.replies.vocabulary.answers.yes_no_words import LEAVING_IT
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server.questions.plain_questions import RENAMING
from mail.reading.parsed_mail import ParsedMail

MAX_LEAVING_WORDS = 16
"""Maximum number of words of a text that takes an order back."""
MAX_LEAVING_LENGTH = 200
RESIGN = "resign"
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
    text, joins = text_without_name(parsed_mail, waiting), is_offered(waiting)
    if answer is YesOrNo.OTHER and len(parsed_mail.blocks) == 1 and parsed_mail.reaction is None:
        if says_join(text, waiting):
            return YesOrNo.YES
        if joins and declines(text):
            return YesOrNo.NO
        if not joins and (takes_back(text) or _declines_to_help(text, waiting)):
            return YesOrNo.NO
        if not parsed_mail.doubtful and agrees(text, waiting):
            return YesOrNo.YES
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


def text_without_name(parsed_mail: ParsedMail, waiting: Sequence[PendingAction]) -> str:
    """Returns the text of a reply without the lines that are only its writer's name."""
    names = {each.player.userid.lower() for each in waiting}
    lines = "\n".join(parsed_mail.blocks).split("\n")
    return "\n".join(line for line in lines if line.strip(" .,-").lower() not in names)


def agrees(text: str, waiting: Sequence[PendingAction]) -> bool:
    """Whether a text begins with a yes, and its rest doesn't change what it agrees to.

    The rest may be friendly, leave out the comment, or have a further wish. Only a plain yes joins.
    """
    led = led_answer(text)
    if led.answer is not YesOrNo.YES:
        return False
    if is_offered(waiting):
        is_muted = asks_to_join(waiting) and led.is_new_sentence and ends_emails(led.rest)
        return is_muted or not led.rest
    if leaves_out_text(led.rest) and any(map(_has_comment, waiting)):
        return True
    names = {word.lower() for each in waiting for word in each.title.split()}
    if all(map(_resigns, waiting)):
        return _gives_up(led.rest, names)
    if _asks_deputy(waiting) and _asks_behind_yes(led.rest, names):
        return True
    irreversible = any(each.action.irreversible for each in waiting)
    if irreversible or is_friendly(led.rest, names):
        return is_friendly(led.rest, names) and (not irreversible or _asks_deputy(waiting))
    return led.is_new_sentence and not has_reserve(led.rest) and _is_further(led.rest, waiting)


def with_rest(rest: str, line: PendingLine) -> PendingLine:
    """Returns a confirmed line with the comment that the text behind the yes wants.

    Friendly sentences about a resignation go to the opponents, too.
    """
    if leaves_out_text(rest):
        return line.model_copy(update={"comment": ""})
    if RESIGN not in line.words or line.ticket is None:
        return line
    said = [each for each in SENTENCE_END.split(rest) if is_friendly(each) and each.strip()]
    return line.model_copy(update={"comment": "\n".join(filter(None, (line.comment, *said)))})


def is_answered_by_terms(rest: str, waiting: Sequence[PendingAction]) -> bool:
    """Whether a new deputy's terms answer the text behind the yes: "Which games are they?"."""
    return "?" in rest and _asks_deputy(waiting)


def _asks_behind_yes(rest: str, names: Collection[str]) -> bool:
    """Whether a text behind a yes has only questions and friendly sentences, and no condition."""
    statements = [each for each in SENTENCE_END.split(rest) if not each.endswith("?")]
    is_bound = has_reserve(rest) or has_condition(rest)
    return not is_bound and is_friendly(" ".join(statements), names)


def _has_comment(waiting: PendingAction) -> bool:
    return isinstance(waiting.action, PendingLine) and bool(waiting.action.comment)


def _resigns(waiting: PendingAction) -> bool:
    return isinstance(waiting.action, PendingLine) and RESIGN in waiting.action.words


def _gives_up(rest: str, names: Collection[str]) -> bool:
    """Whether each clause of a text behind a yes gives the game up or is friendly."""
    if "?" in rest or has_reserve(rest):
        return False
    clauses = filter(str.strip, BETWEEN_PHRASES.split(rest))
    return all(
        suspected_request(each) == RESIGN
        or mentions(each, consent_words.OVER)
        or is_friendly(each, names)
        for each in clauses
    )


def _is_further(rest: str, waiting: Sequence[PendingAction]) -> bool:
    """Whether a text behind a yes is about something else than the terms of the command."""
    if any(isinstance(each.action, PendingLine) for each in waiting):
        games = {word for each in waiting for word in each.title.split()}
        return bool(game_in(rest)) and game_in(rest) not in games
    return wishes_more(rest) and not (wished_name(rest) or mentions(rest, RENAMING))


def _declines_to_help(text: str, waiting: Sequence[PendingAction]) -> bool:
    """Whether a player who is asked to be a deputy says that they can't.

    A text that says yes doesn't: "Ja, aber nach Mittwoch kann ich nicht".
    """
    return _asks_deputy(waiting) and declines(text) and not YES.search(words_of(text))


def _asks_deputy(waiting: Sequence[PendingAction]) -> bool:
    actions = (each.action for each in waiting)
    return all(
        isinstance(each, PendingLine) and each.words[:1] == DEPUTY[:1] and DEPUTY[1] in each.words
        for each in actions
    )


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
