"""Queues the answer to an email, and the notifications of its commands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from commands.content.messages import Content, TextMessage, parts_of
from commands.content.response import Arrival, ConfirmationRequest, Notification
from commands.context.context import Context
from commands.context.line_results import LineResult
from commands.context.services import Services
from commands.inbound.answers.answer_limit_facts import compared_text, sender_proof, written_prose
from commands.inbound.answers.answer_limits import AnswerLimiter, Suppressed
from commands.inbound.answers.combined_answers import (
    MailResult,
    combine,
    log_outcome,
    recognizable_commands,
)
from commands.inbound.requests.request import Request
from commands.inbound.service.bad_replies import NOT_UNDERSTOOD, explain_bad_reply, thread_reference
from commands.inbound.service.greeting_mail import greeting_mail
from commands.outbound.mailer import Mailer
from commands.outbound.notifications.digest_contents import schedule_of
from commands.outbound.notifications.mail_formats import answer_in_format
from commands.outbound.notifications.reader_formats import formatted_answer
from commands.outbound.notifications.schedule import DeliverySchedule
from commands.players.confirmation_mails import confirmation_mails
from commands.replies.command_lines import FoundCommands
from commands.system.metrics import MailOutcome
from commands.system.stored_types import UnitOfWork
from mail.reading.incoming import IncomingMail
from pbm.stored_values import OutboxMail
from pbm.wording import local_time

SIGN_UP = "To get more replies, register and confirm this address. Send: signup USERID PASSWORD"
ANNOUNCEMENT_DELAY = timedelta(seconds=10)
"""Time that a slow answer has to be ready before another email announces it."""
MAX_OUTCOMES = 20
"""Maximum number of commands that an announcement names."""


@dataclass(frozen=True)
class AnswerSender:
    """Queues answers within the limits."""

    services: Services
    mailer: Mailer
    limiter: AnswerLimiter

    def send(
        self,
        work: UnitOfWork,
        request: Request,
        commands: FoundCommands,
        answered: Sequence[LineResult],
    ) -> str:
        """Queues the answer and the notifications.

        Returns "", or the reason for the log if the answer is suppressed.
        """
        context = self.services.context(work, request.caller)
        responses = [each.response for each in answered]
        requests = [each for response in responses for each in response.confirmations]
        mails = confirmation_mails(context, requests) if requests else ()
        notifications = [*(note for each in responses for note in each.notifications), *mails]
        if responses and all(each.arrival is Arrival.DEFERRED for each in responses):
            self.mailer.publish(context, notifications)
            return ", answered with what follows"
        asked = _mail_to(mails, request.to)
        content = (
            combine(request, answered, asked, cut=commands.cut)
            if answered
            else _without_command(work, request, context.now())
        )
        answer = formatted_answer(context, request.answerable(work, content))
        suppressed = self._suppressed(work, request, commands, answered, answer)
        if suppressed and suppressed.announced is None:
            limited = () if _registers(requests, request.to) else mails
            remaining = [
                each for each in notifications if each not in limited or each.content != answer
            ]
            self.mailer.publish(context, remaining)
            return _logged(suppressed)
        parts = [answer, *(part for each in responses for part in parts_of(each.content))]
        covered = [] if suppressed else [(request.to, part) for part in parts]
        content = self._announcement(context, request, answered, suppressed) or answer
        reply = self._reply(context, request, answered, content, may_wait=not suppressed)
        self.mailer.publish(context, notifications, reply=reply, covered=covered)
        return _logged(suppressed)

    def _reply(
        self,
        context: Context,
        request: Request,
        answered: Sequence[LineResult],
        content: Content,
        *,
        may_wait: bool,
    ) -> OutboxMail:
        """Returns the email that answers the request.

        `may_wait`: whether an announcement of the final answer waits, so that this can replace it.
        """
        outcomes = [(each.title, each.response) for each in answered]
        content = answer_in_format(context.work, request.to, content, outcomes)
        reply = self.mailer.reply(request.parsed_mail, content, context.now(), to=request.to)
        announces = [each.response.arrival for each in answered] == [Arrival.ANNOUNCED]
        # The final answer finds and withdraws the announcement by the request's Message-ID.
        if announces and may_wait and request.parsed_mail.message_id in reply.references[-1:]:
            return replace(reply, due=reply.date + ANNOUNCEMENT_DELAY)
        return reply

    def _suppressed(
        self,
        work: UnitOfWork,
        request: Request,
        commands: FoundCommands,
        answered: Sequence[LineResult],
        answer: Content,
    ) -> Suppressed | None:
        """Returns the reason if a limit suppresses the answer, or None."""
        refusal = None if any(each.response.ok for each in answered) else answer
        lines = recognizable_commands(commands, refusal)
        return self.limiter.check(
            work,
            request.to,
            lines or [compared_text(request.parsed_mail)],
            refusal,
            proof=sender_proof(work, request, answered),
            prose=written_prose(request, commands, refusal),
            is_command=bool(answered) and not commands.is_prose,
        )

    def answer_unreadable(self, work: UnitOfWork, mail: IncomingMail) -> MailResult:
        """Queues advice to the sender of an unreadable email, unless a program wrote it."""
        sign = mail.parsed_mail.automatic
        why = f", automatic ({sign}), not answered" if sign else self._send_advice(work, mail)
        return MailResult(MailOutcome.UNREADABLE, f"unreadable: {mail.error}{why}")

    def _send_advice(self, work: UnitOfWork, mail: IncomingMail) -> str:
        advice = TextMessage(subject="Unreadable email", text=mail.advice)
        return self.send_note(work, mail, advice)

    def send_note(self, work: UnitOfWork, mail: IncomingMail, note: TextMessage) -> str:
        """Queues a note to the sender of an email whose commands weren't executed.

        Returns "", or the reason for the log if the note is suppressed.
        """
        parsed_mail = mail.parsed_mail
        request = Request(parsed_mail, self.mailer.host)
        suppressed = self.limiter.check(work, parsed_mail.sender, (), note)
        context = self.services.context(work, request.caller)
        content = self._announcement(context, request, (), suppressed) or note
        if not (suppressed and suppressed.announced is None):
            formatted = answer_in_format(work, parsed_mail.sender, content)
            work.outbox.put([self.mailer.reply(parsed_mail, formatted, context.now())])
        return _logged(suppressed)

    def _announcement(
        self,
        context: Context,
        request: Request,
        answered: Sequence[LineResult],
        suppressed: Suppressed | None,
    ) -> TextMessage | None:
        """Returns the announcement that answers are withheld, or None if it isn't due."""
        if not (suppressed and suppressed.announced):
            return None
        zone = _schedule(context, request).zone
        again, now = (local_time(at, zone) for at in (suppressed.announced, context.now()))
        day, _, hour = again.partition(", ")
        when = hour if now.startswith(day) else again
        done = "".join(f"\n  {log_outcome(each)}" for each in answered[:MAX_OUTCOMES] if each.title)
        text = (
            "You've reached the limit for replies, so for a while we won't reply to this address.\n"
            f"Your moves and other commands still work. We'll reply again after {when}."
        )
        if suppressed.stranger:
            text += f"\n{SIGN_UP}"
        unanswered = f"\n\nResults of your latest email:{done}" if done else ""
        contents = [each.response.content for each in answered if not each.response.ok]
        refusals = [each.text for each in contents if isinstance(each, TextMessage)]
        text = "\n\n".join((f"{text}{unanswered}", *refusals))
        return TextMessage(subject=f"No replies until {when}", text=text)


def _without_command(work: UnitOfWork, request: Request, now: datetime) -> TextMessage:
    """Returns the answer to an email without a command."""
    parsed_mail = request.parsed_mail
    names_board = bool(request.labels or thread_reference(parsed_mail))
    words = " ".join(parsed_mail.blocks).split()
    may_move = len(words) <= 1 or any(map(str.isdigit, "".join(words)))
    if not request.meant_as_reply or not (names_board or may_move):
        body = "\n".join(parsed_mail.blocks)
        text = f"{parsed_mail.subject}\n{body}"
        reply = body if parsed_mail.is_reply else ""
        return greeting_mail(work, request.to, text, now.date(), reply=reply, host=request.host)
    text = explain_bad_reply(
        request.parsed_mail,
        request.labels,
        by_reference=request.by_reference,
        valid_since=work.signing_keys.known.valid_since(now),
    )
    return TextMessage(subject=NOT_UNDERSTOOD, text=text)


def _schedule(context: Context, request: Request) -> DeliverySchedule:
    """Returns the sender's delivery schedule with their time zone. Strangers have UTC."""
    owners = context.work.reachability.owners(request.to)
    return schedule_of(context, owners[0]) if owners else DeliverySchedule()


def _registers(requests: Sequence[ConfirmationRequest], address: str) -> bool:
    """Whether a confirmation asks this address to register.

    Such emails have limits of their own.
    """
    asked = (each for request in requests if not request.line for each in request.addresses)
    return address.lower() in map(str.lower, asked)


def _logged(suppressed: Suppressed | None) -> str:
    return f", not answered: {suppressed.reason}" if suppressed else ""


def _mail_to(notifications: Sequence[Notification], address: str) -> TextMessage | None:
    """Returns the email that asks this address for a confirmation, or None."""
    return next(
        (
            each.content
            for each in notifications
            if address.lower() in map(str.lower, each.addresses)
            and isinstance(each.content, TextMessage)
        ),
        None,
    )
