"""Handles replies to the emails that ask for confirmations.

A code proves only that its sender has read such an email, perhaps a forwarded copy. So it is valid
only from the address that was asked, or from another address of the same player.

A plain yes confirms, and a no cancels. An empty reply, or a yes before questions, confirms only
actions that can be undone. Any other text is answered by asking again.

A program must not confirm anything. Some absence notices of Exchange can be recognized only by the
header X-Auto-Response-Suppress, but some servers also add it to people's emails. So an email with
this header confirms only by a plain yes. No absence notice consists of that.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from commands.content.faces import Action, Face
from commands.content.messages import Subscription, SubscriptionKind, TextMessage
from commands.content.response import Response, error_response
from commands.content.status import Status
from commands.context.caller import Caller
from commands.context.context import Context
from commands.context.line_results import LineResult
from commands.inbound.answers.answer_sender import AnswerSender
from commands.inbound.answers.answering import BOUNCE, MailResult, mail_outcome, status_name
from commands.inbound.email_kinds import ConfirmationReply
from commands.inbound.finding.tournament_requests import ends_emails, tournament_line
from commands.inbound.requests.request import Request
from commands.inbound.running_lines import run_lines
from commands.language.confirmed_actions import ConfirmedActions
from commands.language.dispatcher import Dispatcher
from commands.outbound.notifications.ways_out import end_subscription
from commands.players.confirmation_mails import CANCEL, shortened
from commands.players.line_confirmation import (
    PendingAction,
    PendingLine,
    find_pending,
    take_pending,
)
from commands.replies.answers.offer_answers import is_vague
from commands.replies.answers.yes_or_no import YesOrNo, yes_or_no, yes_or_no_with_question
from commands.replies.command_lines import FoundCommands
from commands.replies.commands import LEAVE
from commands.replies.greetings import first_words
from commands.replies.requests import requested_word
from commands.replies.vocabulary.sentence_words import plain_words
from commands.security.one_time_codes import word_of
from commands.system.metrics import MailOutcome
from commands.system.stored_types import UnitOfWork
from mail.reading.parsed_mail import ParsedMail
from mail.reading.phrases.bounces import AWAY
from mail.reading.sender_checks import credible_senders
from pbm.errors import NotYoursError, UserError
from pbm.wording import filled

NOT_CONFIRMED = "Not confirmed"
FROM_ELSEWHERE = (
    "Nothing was done, because you replied from a different address. Reply from the address in "
    "the To line of our email, or from another of your registered addresses. Or send the command "
    "again from your current address."
)
ASKED_AGAIN = "Your reply says neither yes nor no, so nothing has been done yet."
NOT_ENOUGH = (
    "Your reply has no text, which isn't enough to confirm this command. Nothing has been done yet."
)
NO_PERSON = "A program may have written your reply, so nothing has been done yet."
JOIN = "join"
SAYS_JOIN = re.compile(
    r"(?:(?:yes|sure|please|let me|(?:can|may) i|i want to|i (?:d|would) (?:like|love) to|i ll) )*"
    r"join(?: (?:in|it|the tournament|please))*"
)
ANSWER = 'Please reply "yes" or "no".'
CANCELLED = "Canceled. Nothing was done."
SOMEBODY_ELSE = (
    "If you didn't ask for this, somebody else wrote in your name. To invalidate any password or "
    "reply address that they may know, set a new password:"
)
IF_IT_GOES_ON = "If this happens again, tell the admin of this server."
NO_MORE = "We won't write to this address again about that account. You don't need to do anything."


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
        parsed_mail, reply_answer = mail.parsed_mail, _said(mail.parsed_mail)
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


def _said(parsed_mail: ParsedMail) -> YesOrNo:
    """Returns the answer of a reply. If it has no text, its subject may say no."""
    if parsed_mail.reaction is not None:
        return YesOrNo.OTHER
    answer = yes_or_no(parsed_mail.blocks)
    if answer is YesOrNo.EMPTY and yes_or_no([parsed_mail.subject]) is YesOrNo.NO:
        return YesOrNo.NO
    return answer


def _answer(
    dispatcher: Dispatcher, work: UnitOfWork, parsed_mail: ParsedMail, code: str, answer: YesOrNo
) -> ConfirmationAnswer:
    """Confirms or cancels the actions that are pending under the code, or asks again."""
    context = dispatcher.services.context(work, Caller())
    try:
        waiting = find_pending(context, code)
        to = _credible_address(parsed_mail, waiting, context.policy.authserv_id)
    except UserError as error:
        if left := _leave_tournament(dispatcher, work, parsed_mail):
            return left
        return ConfirmationAnswer([LineResult(error_response(error, NOT_CONFIRMED))])
    irreversible = any(each.action.irreversible for each in waiting)
    if answer is YesOrNo.OTHER and len(parsed_mail.blocks) == 1 and parsed_mail.reaction is None:
        asking = yes_or_no_with_question(parsed_mail.blocks[0])
        is_sure = asking is YesOrNo.NO or not (irreversible or parsed_mail.doubtful)
        answer = asking if is_sure else answer
        answer = YesOrNo.YES if _says_join(parsed_mail.blocks[0], waiting) else answer
    elif (
        answer is YesOrNo.YES and _asks_to_join(waiting) and is_vague("\n".join(parsed_mail.blocks))
    ):
        answer = YesOrNo.OTHER
    if ended := _end_announcements(context, parsed_mail, waiting):
        take_pending(context, code)
        return ConfirmationAnswer([LineResult(Response(ended))], to)
    if answer is YesOrNo.NO:
        return ConfirmationAnswer([_cancel(context, waiting, code)], to)
    # Some absence notices can be recognized only by the header that makes an email doubtful.
    may_be_empty = not (irreversible or parsed_mail.doubtful or _asks_to_join(waiting))
    is_enough = answer is YesOrNo.EMPTY and may_be_empty
    if answer is YesOrNo.YES or is_enough:
        confirmed = ConfirmedActions(dispatcher).confirm(work, code)
        return ConfirmationAnswer(confirmed, to, confirmed=True)
    reason = ASKED_AGAIN
    if answer is YesOrNo.EMPTY:
        reason = NOT_ENOUGH if irreversible else NO_PERSON
    return ConfirmationAnswer([_ask_again(waiting, code, reason)], to)


def _leave_tournament(
    dispatcher: Dispatcher, work: UnitOfWork, parsed_mail: ParsedMail
) -> ConfirmationAnswer | None:
    """Carries out "leave" in a reply to an announcement whose reader has joined.

    Returns None if the reply doesn't ask for that.
    """
    request = Request(parsed_mail, "")
    owners = work.reachability.owners(request.to)
    line = tournament_line(request, owners[0].userid if len(owners) == 1 else "")
    if line is None:
        return None
    result = run_lines(dispatcher, work, FoundCommands((line,)), request.caller)[1]
    return ConfirmationAnswer(result, request.to)


def _end_announcements(
    context: Context, parsed_mail: ParsedMail, waiting: Sequence[PendingAction]
) -> TextMessage | None:
    """Ends the announcements of tournaments if the reply to one asks for that.

    Returns the email that confirms it, or None if they aren't ended.
    """
    lines = [each.action for each in waiting if isinstance(each.action, PendingLine)]
    is_announcement = _asks_to_join(waiting) and not any(line.sender for line in lines)
    first = first_words("\n".join(parsed_mail.blocks).split("\n"))
    is_asked = requested_word(first) == LEAVE or ends_emails(first)
    if not (is_announcement and is_asked):
        return None
    player = waiting[0].player
    subscription = Subscription(SubscriptionKind.TOURNAMENTS, player.id)
    return end_subscription(context, player, subscription)


def _says_join(text: str, waiting: Sequence[PendingAction]) -> bool:
    """Whether the text only says "join", in reply to the question whether to join."""
    return _asks_to_join(waiting) and bool(SAYS_JOIN.fullmatch(" ".join(plain_words(text))))


def _asks_to_join(waiting: Sequence[PendingAction]) -> bool:
    actions = [each.action for each in waiting]
    return all(isinstance(each, PendingLine) and JOIN in each.words for each in actions)


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


def _cancel(context: Context, waiting: Sequence[PendingAction], code: str) -> LineResult:
    take_pending(context, code)
    lines = [each for each in waiting if isinstance(each.action, PendingLine)]
    if len(lines) < len(waiting):
        context.free_userids()
    userids = sorted({each.player.userid for each in lines if not _is_guessed(each)})
    how = "\n".join(f"  change password {userid} CURRENT NEW" for userid in userids)
    advice = [filled(SOMEBODY_ELSE), how, IF_IT_GOES_ON] if how else [NO_MORE]
    if all(map(_is_guessed, waiting)):
        advice = []
    text = "\n\n".join((CANCELLED, _titles(waiting), *advice))
    return LineResult(Response(TextMessage(subject=f"Canceled: {_subject(waiting)}", text=text)))


def _is_guessed(waiting: PendingAction) -> bool:
    """Whether the action was guessed from a sentence."""
    return isinstance(waiting.action, PendingLine) and waiting.action.guessed


def _ask_again(waiting: Sequence[PendingAction], code: str, reason: str) -> LineResult:
    """Returns the question again, with the reason why the reply wasn't clear."""
    notes = [
        filled(each.action.note)
        for each in waiting
        if isinstance(each.action, PendingLine) and each.action.note
    ]
    shown = (
        [Action(label="See its terms and players", line=f"tournament {_tournament(waiting)}")]
        if _asks_to_join(waiting)
        else []
    )
    face = Face(
        banner=ANSWER,
        lead="\n\n".join((filled(reason), _titles(waiting), *notes)),
        primary=Action(label="Confirm", reply="yes"),
        quiet=(*shown, CANCEL),
    )
    subject = f"Please confirm: {_subject(waiting)}"
    content = TextMessage(subject=subject, text="", face=face, confirm=word_of(code))
    return LineResult(Response(content, status=Status.REFUSED))


def _tournament(waiting: Sequence[PendingAction]) -> str:
    actions = (each.action for each in waiting)
    lines = (each.words for each in actions if isinstance(each, PendingLine))
    return next((words[1] for words in lines if len(words) > 1), "")


def _subject(waiting: Sequence[PendingAction]) -> str:
    return shortened([each.title for each in waiting])


def _titles(waiting: Sequence[PendingAction]) -> str:
    return "\n".join(f"  {each.title}" for each in waiting)
