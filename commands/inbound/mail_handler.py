"""Answering letters: finds the lines, has them carried out, and queues what is to be sent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from commands.context.caller import Caller
from commands.dispatch import refusals
from commands.dispatch.dispatcher import Dispatcher
from commands.inbound.answer_limits import AnswerLimiter
from commands.inbound.answering import (
    combine,
    is_enough,
    log_outcome,
    recognizable_commands,
    status_name,
)
from commands.inbound.command_lines import (
    CommandLine,
    FoundCommands,
    find_commands,
    looks_like_command,
)
from commands.inbound.reply_context import find_reply_context
from commands.inbound.reply_lines import find_reply_command
from commands.inbound.request import Request
from commands.inbound.service_mail import ServiceMail
from commands.messages.content import TextMessage, parts_of
from commands.messages.response import Response
from commands.outbound.mailer import Mailer
from commands.security.keys import KeyRing
from commands.security.one_time_codes import find_code
from commands.security.tokens import TokenSigner, subaddresses, without_subaddress
from mail.reading.authentication_results import authenticated_sender
from mail.reading.incoming import IncomingMail
from mail.reading.letter import Letter
from pbm.errors import UserError
from pbm.ports import UnitOfWork


@dataclass(frozen=True, slots=True)
class HandledMail:
    """What may be logged of a letter."""

    sender: str
    id: str
    size: int
    outcome: str


class MailHandler:
    """Where letters are answered. Knows no sockets."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        mailer: Mailer,
        keys: KeyRing,
    ) -> None:
        self._dispatcher, self._services = dispatcher, dispatcher.services
        self._mailer = mailer
        self._keys = keys
        self._tokens = TokenSigner(keys)
        self._answer_limiter = AnswerLimiter(
            keys, dispatcher.services.clock, dispatcher.services.policy
        )
        self._service_mail = ServiceMail(dispatcher.services, mailer, self._tokens)

    def handle(self, work: UnitOfWork, mail: IncomingMail) -> HandledMail:
        """Acts on an incoming mail, once, and queues the answers; what may be logged of it."""
        handled = self._handle(work, mail)
        return (
            replace(handled, sender=without_subaddress(mail.sender))
            if self._is_own_address(mail.sender)
            else handled
        )

    def _handle(self, work: UnitOfWork, mail: IncomingMail) -> HandledMail:
        size = len(mail.content)
        if outcome := self._service_mail.handle(work, mail.sender, mail.recipients, mail.content):
            return HandledMail(mail.sender, "", size, outcome)
        if self._is_own_address(mail.sender):
            return HandledMail(mail.sender, "", size, "from our own address, not answered")
        if mail.error:
            suppressed = self._ask_for_readable(work, mail.letter, mail.advice)
            return HandledMail(mail.sender, "", size, f"unreadable: {mail.error}{suppressed}")
        return HandledMail(
            mail.sender, mail.letter.message_id, size, self._act_on(work, mail.letter)
        )

    def _is_own_address(self, sender: str) -> bool:
        """Whether it is our own address, with a token or without."""
        return without_subaddress(sender).lower() == self._mailer.address.lower()

    def _act_on(self, work: UnitOfWork, letter: Letter) -> str:
        if letter.automatic:
            return f"automatic ({letter.automatic}), not answered"
        labels = subaddresses(letter.recipients) or subaddresses(letter.delivered_to)
        if not self._is_new(work, letter, labels):
            return "seen before"
        if code := find_code(labels):
            return self._confirm(work, letter, code)
        vouched = authenticated_sender(letter, self._services.policy.authserv_id)
        request = Request(letter, self._mailer.host, labels, vouched=vouched)
        try:
            request = replace(
                request, replying=find_reply_context(work, self._tokens, labels, letter)
            )
        except UserError as error:  # for a frozen board
            found, responses = FoundCommands(()), [refusals.refusal_response(error, ())]
        else:
            found, responses = self._respond(work, request)
        suppressed = self._send(work, request, found, responses)
        return (", ".join(map(log_outcome, found.lines, responses)) or "no command") + suppressed

    def _respond(
        self, work: UnitOfWork, request: "Request"
    ) -> tuple[FoundCommands, list[Response]]:
        """The commands of a letter with their answers."""
        if request.replying is None:
            found = find_commands(request.letter)
            lost = request.meant_as_reply and not any(
                looks_like_command(line.text) for line in found.lines
            )
            return self._dispatch_all(work, FoundCommands(()) if lost else found, request.caller)
        try:
            found = find_reply_command(request.replying, request.letter.blocks)
        except UserError as error:
            return FoundCommands(()), [refusals.refusal_response(error, (), request.replying.board)]
        return self._dispatch_all(work, found, request.caller)

    def _dispatch_all(
        self, work: UnitOfWork, found: FoundCommands, caller: Caller
    ) -> tuple[FoundCommands, list[Response]]:
        """Each line's answer, up to where it is enough."""
        responses: list[Response] = []
        for number, line in enumerate(found.lines):
            if is_enough(responses):
                return FoundCommands(found.lines[:number], cut=True), responses
            responses.append(self._dispatch(work, line, caller))
        return found, responses

    def _dispatch(self, work: UnitOfWork, line: CommandLine, caller: Caller) -> Response:
        if line.read is None:
            return self._dispatcher.dispatch_line(
                work, line.text, caller, line.comment, discreet=line.in_body
            )
        words = line.text.split()
        return self._dispatcher.dispatch(work, line.read, words, caller, line.comment)

    def _confirm(self, work: UnitOfWork, letter: Letter, code: str) -> str:
        """Whatever the letter says: the code in the address to which it came says all."""
        response = self._dispatcher.confirm(work, code)
        suppressed = self._send(
            work, Request(letter, self._mailer.host), FoundCommands(()), [response]
        )
        return f"confirmation: {status_name(response)}{suppressed}"

    def _is_new(self, work: UnitOfWork, letter: Letter, labels: Sequence[str]) -> bool:
        """A mail without Message-ID and Date can't be told from its like, so it is always new.

        One to several of our addresses may come once for each, and is another one each time.
        """
        if not letter.message_id and not letter.date:
            return True
        text = letter.text.rstrip()  # servers on the way may end it with a line end more
        own = (letter.sender, letter.message_id, letter.date, letter.subject, text)
        keys = self._keys.digests(*own, *labels)
        return work.seen_mails.first_time(keys, self._services.clock.now())

    def _ask_for_readable(self, work: UnitOfWork, letter: Letter, advice: str) -> str:
        """Asks for a mail that can be read; why not, if it doesn't."""
        if letter.automatic:
            return f", automatic ({letter.automatic}), not answered"
        content = TextMessage(subject="Unreadable mail", text=advice)
        suppressed = self._answer_limiter.reason_to_suppress(work, letter.sender, (), content)
        if not suppressed:
            work.outbox.put([self._mailer.reply(letter, content, self._services.clock.now())])
        return suppressed

    def _send(
        self, work: UnitOfWork, request: "Request", found: FoundCommands, responses: list[Response]
    ) -> str:
        """Queues the answer and what others are told; why there is no answer, if there is none."""
        context = self._services.context(work, request.caller)
        response = request.answerable(work, combine(request, found, responses))
        content = [part for each in responses for part in parts_of(each.content)]
        covered = [(request.to, part) for part in content if part is response or not part.confirm]
        notifications = [notification for each in responses for notification in each.notifications]
        error = None if any(each.ok for each in responses) else response
        if suppressed := self._answer_limiter.reason_to_suppress(
            work, request.to, recognizable_commands(found, error), error
        ):
            self._mailer.publish(context, notifications)
            return suppressed
        reply = self._mailer.reply(request.letter, response, context.now(), to=request.to)
        self._mailer.publish(context, notifications, reply=reply, covered=covered)
        return ""
