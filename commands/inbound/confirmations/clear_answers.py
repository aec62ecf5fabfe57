"""Decides whether a reply is clear enough to confirm or cancel the pending actions."""

from collections.abc import Sequence

from commands.inbound.confirmations.announcement_replies import asks_to_join, says_join
from commands.inbound.finding.tournament_requests import accepts, declines
from commands.players.pending_lines import PendingAction
from commands.replies.answers.offer_answers import is_vague
from commands.replies.answers.yes_or_no import YesOrNo, yes_or_no, yes_or_no_with_question
from mail.reading.parsed_mail import ParsedMail


def said_answer(parsed_mail: ParsedMail) -> YesOrNo:
    """Returns the answer of a reply. If it has no text, its subject may say no."""
    if parsed_mail.reaction is not None:
        return YesOrNo.OTHER
    answer = yes_or_no(parsed_mail.blocks)
    if answer is YesOrNo.EMPTY and yes_or_no([parsed_mail.subject]) is YesOrNo.NO:
        return YesOrNo.NO
    return answer


def clear_answer(
    parsed_mail: ParsedMail, waiting: Sequence[PendingAction], answer: YesOrNo
) -> YesOrNo:
    """Returns YES or NO if the reply is clear enough for all of the pending actions.

    `answer`: what the reply says by itself.
    """
    irreversible = any(each.action.irreversible for each in waiting)
    is_reversible = not (irreversible or parsed_mail.doubtful)
    text, joins = "\n".join(parsed_mail.blocks), asks_to_join(waiting)
    if answer is YesOrNo.OTHER and len(parsed_mail.blocks) == 1 and parsed_mail.reaction is None:
        if says_join(text, waiting):
            return YesOrNo.YES
        if joins and declines(text):
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
