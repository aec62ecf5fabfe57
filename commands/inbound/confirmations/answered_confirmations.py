"""Confirms or cancels the pending actions that a reply with a code answers, or asks again."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from commands.boards.tournaments.entry_refusals import has_joined
from commands.content.response import Response, error_response
from commands.context.caller import Caller
from commands.context.context import Context
from commands.context.line_results import LineResult
from commands.inbound.confirmations.announcement_replies import (
    asks_to_join,
    end_announcements,
    joined_tournament,
    joins_with_others,
    leave_tournament,
    players_to_join,
    shown_lines,
)
from commands.inbound.confirmations.changed_terms import asked_about_changed, changed_line
from commands.inbound.confirmations.clear_answers import (
    clear_answer,
    is_answered_by_terms,
    is_plain_no,
    text_without_name,
    with_rest,
)
from commands.inbound.confirmations.confirmation_responses import ask_again, cancel
from commands.inbound.confirmations.confirming_senders import credible_address
from commands.inbound.confirmations.further_wishes import further_results
from commands.inbound.confirmations.offer_remarks import remarks_on
from commands.inbound.requests.request import Request
from commands.language.confirmed_actions import ConfirmedActions
from commands.language.dispatcher import Dispatcher
from commands.players.pending_lines import PendingAction, find_pending, take_pending
from commands.replies.answers.yes_or_no import YesOrNo
from commands.replies.led_answers import leaves_out_text, led_answer
from commands.system.stored_types import UnitOfWork
from mail.reading.parsed_mail import ParsedMail
from pbm.errors import UserError

NOT_CONFIRMED = "Not confirmed"


@dataclass(frozen=True)
class ConfirmationAnswer:
    """The results of a reply with a code."""

    answered: Sequence[LineResult]
    to: str = ""
    """The address from which the reply came, or "".

    It is a registered address of the player, or the address that was asked to confirm.
    """
    confirmed: bool = False
    """Whether the pending actions were executed, or refused because they are no longer possible."""


def answer_confirmation(
    dispatcher: Dispatcher, work: UnitOfWork, parsed_mail: ParsedMail, code: str, answer: YesOrNo
) -> ConfirmationAnswer:
    """Confirms or cancels the actions that are pending under the code, or asks again."""
    context = dispatcher.services.context(work, Caller())
    try:
        waiting = find_pending(context, code)
        to = credible_address(parsed_mail, waiting, context.policy.authserv_id)
    except UserError as error:
        return _refused(dispatcher, work, Request(parsed_mail, ""), error)
    if stored := joined_tournament(context, waiting):
        refusal = has_joined(waiting[0].player, stored)
        return _refused(dispatcher, work, Request(parsed_mail, ""), refusal, stored.name, to=to)
    answer = clear_answer(parsed_mail, waiting, answer)
    if ended := end_announcements(context, parsed_mail, waiting):
        take_pending(context, code)
        return ConfirmationAnswer([LineResult(Response(ended))], to)
    text = text_without_name(parsed_mail, waiting)
    may_change = answer in (YesOrNo.OTHER, YesOrNo.NO) and not parsed_mail.doubtful
    changed = changed_line(work, waiting, text) if may_change else None
    if changed:
        take_pending(context, code)
        questions = asked_about_changed(dispatcher, work, parsed_mail, changed, to)
        return ConfirmationAnswer(questions, to)
    led = led_answer(text)
    rest = led.rest if led.answer is answer else ""
    if answer is YesOrNo.NO:
        results = [cancel(context, waiting, code, is_plain=is_plain_no(parsed_mail))]
    elif answer is YesOrNo.YES:
        results = ConfirmedActions(dispatcher).confirm(work, code, partial(with_rest, rest))
        is_done = leaves_out_text(rest) or is_answered_by_terms(rest, waiting)
        rest = "" if is_done else rest
    if answer in (YesOrNo.NO, YesOrNo.YES):
        is_canceled = answer is YesOrNo.NO
        results += further_results(
            dispatcher, work, parsed_mail, waiting, to=to, rest=rest, is_canceled=is_canceled
        )
        return ConfirmationAnswer(results, to, confirmed=answer is YesOrNo.YES)
    if asks_to_join(waiting) and (shown := shown_lines(dispatcher, work, parsed_mail)):
        return ConfirmationAnswer(shown, to)
    return ConfirmationAnswer([_asked_again(context, waiting, code, answer, text)], to)


def _refused(
    dispatcher: Dispatcher,
    work: UnitOfWork,
    request: Request,
    error: UserError,
    name: str = "",
    *,
    to: str = "",
) -> ConfirmationAnswer:
    """Returns the answer to a reply that confirms nothing, but may leave a tournament.

    `name`: the tournament that the reply is about, or "".
    """
    if left := leave_tournament(dispatcher, work, request, name):
        return ConfirmationAnswer(left, to or request.to)
    return ConfirmationAnswer([LineResult(error_response(error, NOT_CONFIRMED))], to)


def _asked_again(
    context: Context, waiting: Sequence[PendingAction], code: str, answer: YesOrNo, text: str
) -> LineResult:
    """Returns the question again, with remarks on the text of the reply to it."""
    is_joining = asks_to_join(waiting)
    return ask_again(
        waiting,
        code,
        answer,
        players_to_join(context.work, text, waiting[0].player) if is_joining else (),
        has_company=is_joining and joins_with_others(text),
        begins_with_yes=led_answer(text).answer is YesOrNo.YES,
        remarks=remarks_on(context, text, waiting),
    )
