"""Handles replies to the emails that ask for confirmations.

A code proves only that its sender has read such an email, perhaps a forwarded copy. So it is valid
only from the address that was asked, or from another address of the same player.

A plain yes confirms, and a no cancels. An empty reply, or a yes before questions, confirms only
actions that can be undone. Any other text is answered by asking again.

A program must not confirm anything. Some absence notices of Exchange can be recognized only by the
header X-Auto-Response-Suppress, but some servers also add it to people's emails. So an email with
this header confirms only by a plain yes. No absence notice consists of that.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.boards.tournaments.entry_refusals import has_joined
from commands.content.response import Response, error_response
from commands.context.caller import Caller
from commands.context.line_results import LineResult
from commands.inbound.answers.answer_sender import AnswerSender
from commands.inbound.answers.answering import BOUNCE, MailResult, mail_outcome, status_name
from commands.inbound.confirmations.announcement_replies import (
    asks_to_join,
    end_announcements,
    joined_tournament,
    joins_with_others,
    leave_tournament,
    players_to_join,
    shown_lines,
)
from commands.inbound.confirmations.clear_answers import clear_answer, is_plain_no, said_answer
from commands.inbound.confirmations.confirmation_responses import ask_again, cancel
from commands.inbound.confirmations.offer_remarks import remarks_on
from commands.inbound.email_kinds import ConfirmationReply
from commands.inbound.requests.request import Request
from commands.language.confirmed_actions import ConfirmedActions
from commands.language.dispatcher import Dispatcher
from commands.players.pending_lines import (
    PendingAction,
    find_pending,
    take_pending,
)
from commands.replies.answers.yes_or_no import YesOrNo
from commands.replies.command_lines import FoundCommands
from commands.system.metrics import MailOutcome
from commands.system.stored_types import UnitOfWork
from mail.reading.parsed_mail import ParsedMail
from mail.reading.phrases.bounces import AWAY
from mail.reading.sender_checks import credible_senders
from pbm.errors import NotYoursError, UserError
from pbm.wording import filled

NOT_CONFIRMED = "Not confirmed"
FROM_ELSEWHERE = (
    "We haven't carried out your command, because you replied from an address other than the one "
    "we wrote to. Reply from the address in the To line of our email, or from one of your "
    "registered addresses. Or send the command again, in a new email, from the address you've just "
    "used."
)


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


@dataclass(frozen=True)
class ConfirmationReplies:
    """Handles replies with a code."""

    dispatcher: Dispatcher
    answers: AnswerSender

    def handle(self, work: UnitOfWork, mail: ConfirmationReply) -> MailResult:
        """Confirms or cancels the pending actions, and queues the answers.

        A reply that looks like a bounce must be a plain yes.
        """
        parsed_mail, reply_answer = mail.parsed_mail, said_answer(mail.parsed_mail)
        if mail.identity.reads_like_bounce and (
            reply_answer is not YesOrNo.YES or AWAY.match(parsed_mail.subject)
        ):
            return BOUNCE
        reply = _answer(self.dispatcher, work, parsed_mail, mail.code, reply_answer)
        host = self.answers.mailer.host
        request = Request(parsed_mail, host, confirming_address=reply.to)
        suppressed = self.answers.send(work, request, FoundCommands(()), reply.answered)
        outcomes = ", ".join(status_name(each.response) for each in reply.answered)
        done = reply.confirmed and any(each.response.ok for each in reply.answered)
        outcome = MailOutcome.CONFIRMED if done else mail_outcome(reply.answered, suppressed)
        text = f"confirmation, {reply_answer.name.lower()}: {outcomes}{suppressed}"
        return MailResult(outcome, text)


def _answer(
    dispatcher: Dispatcher, work: UnitOfWork, parsed_mail: ParsedMail, code: str, answer: YesOrNo
) -> ConfirmationAnswer:
    """Confirms or cancels the actions that are pending under the code, or asks again."""
    context = dispatcher.services.context(work, Caller())
    try:
        waiting = find_pending(context, code)
        to = _credible_address(parsed_mail, waiting, context.policy.authserv_id)
    except UserError as error:
        request = Request(parsed_mail, "")
        if left := leave_tournament(dispatcher, work, request):
            return ConfirmationAnswer(left, request.to)
        return ConfirmationAnswer([LineResult(error_response(error, NOT_CONFIRMED))])
    if stored := joined_tournament(context, waiting):
        left = leave_tournament(dispatcher, work, Request(parsed_mail, ""), stored.name)
        refusal = error_response(has_joined(waiting[0].player, stored), NOT_CONFIRMED)
        return ConfirmationAnswer(left or [LineResult(refusal)], to)
    answer = clear_answer(parsed_mail, waiting, answer)
    if ended := end_announcements(context, parsed_mail, waiting):
        take_pending(context, code)
        return ConfirmationAnswer([LineResult(Response(ended))], to)
    if answer is YesOrNo.NO:
        return ConfirmationAnswer(
            [cancel(context, waiting, code, is_plain=is_plain_no(parsed_mail))], to
        )
    if answer is YesOrNo.YES:
        confirmed = ConfirmedActions(dispatcher).confirm(work, code)
        return ConfirmationAnswer(confirmed, to, confirmed=True)
    is_joining = asks_to_join(waiting)
    if is_joining and (shown := shown_lines(dispatcher, work, parsed_mail)):
        return ConfirmationAnswer(shown, to)
    text = "\n".join(parsed_mail.blocks)
    asked = ask_again(
        waiting,
        code,
        answer,
        players_to_join(work, text, waiting[0].player) if is_joining else (),
        has_company=is_joining and joins_with_others(text),
        remarks=remarks_on(context, text, waiting),
    )
    return ConfirmationAnswer([asked], to)


def _credible_address(
    parsed_mail: ParsedMail, waiting: Sequence[PendingAction], server: str
) -> str:
    """Returns the email's sender address if it may confirm all of the pending actions.

    Raises NotYoursError for any other sender, with a text that reveals no address.
    """
    accepted = [
        {each.lower(): each for each in (*one.asked, *one.player.addresses)} for one in waiting
    ]
    for sender in credible_senders(parsed_mail, server):
        if all(sender in addresses for addresses in accepted):
            return accepted[0][sender]
    raise NotYoursError(filled(FROM_ELSEWHERE))
