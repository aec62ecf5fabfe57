"""Handles replies to the emails that ask for confirmations.

A code proves only that its sender has read such an email, perhaps a forwarded copy. So it is valid
only from the address that was asked, or from another address of the same player.

A plain yes confirms, and a no cancels. An empty reply, or a yes before questions, confirms only
actions that can be undone. Any other text is answered by asking again.

A program must not confirm anything. Some absence notices of Exchange can be recognized only by the
header X-Auto-Response-Suppress, but some servers also add it to people's emails. So an email with
this header confirms only by a plain yes. No absence notice consists of that.
"""

from dataclasses import dataclass

from commands.inbound.answers.answer_sender import AnswerSender
from commands.inbound.answers.combined_answers import BOUNCE, MailResult, mail_outcome, status_name
from commands.inbound.confirmations.answered_confirmations import answer_confirmation
from commands.inbound.confirmations.clear_answers import said_answer
from commands.inbound.email_kinds import ConfirmationReply
from commands.inbound.requests.request import Request
from commands.language.dispatcher import Dispatcher
from commands.replies.answers.yes_or_no import YesOrNo
from commands.replies.command_lines import FoundCommands
from commands.system.metrics import MailOutcome
from commands.system.stored_types import UnitOfWork
from mail.reading.phrases.bounces import AWAY


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
        reply = answer_confirmation(self.dispatcher, work, parsed_mail, mail.code, reply_answer)
        host = self.answers.mailer.host
        request = Request(parsed_mail, host, confirming_address=reply.to)
        suppressed = self.answers.send(work, request, FoundCommands(()), reply.answered)
        outcomes = ", ".join(status_name(each.response) for each in reply.answered)
        done = reply.confirmed and any(each.response.ok for each in reply.answered)
        outcome = MailOutcome.CONFIRMED if done else mail_outcome(reply.answered, suppressed)
        text = f"confirmation, {reply_answer.name.lower()}: {outcomes}{suppressed}"
        return MailResult(outcome, text)
