"""Handles incoming mails: finds their commands, has them executed, and queues the answers."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial

from commands.boards.pending_chat import HeldWords, held_words, hold_words
from commands.content.messages import BoardSnapshot, FileMessage, TextMessage
from commands.content.reply_claims import claims_of
from commands.content.response import Response
from commands.context.allowance import email_allowance
from commands.context.caller import Caller
from commands.dispatch import error_responses
from commands.dispatch.dispatcher import Dispatcher
from commands.inbound.answer_limits import AnswerLimiter
from commands.inbound.answer_sender import AnswerSender
from commands.inbound.answering import (
    Answered,
    MailResult,
    is_enough,
    line_title,
    log_outcome,
    mail_outcome,
    status_name,
    with_note,
)
from commands.inbound.board_subject import find_subject_context
from commands.inbound.confirmation_replies import answer_confirmation
from commands.inbound.expected_reads import ExpectedReads, expected_reads
from commands.inbound.finding_commands import commands_of, has_own_subject, typed_subject
from commands.inbound.labels import MailIdentity, MailLabels, is_own
from commands.inbound.prefetching import Prefetcher
from commands.inbound.request import Request
from commands.inbound.service.greeting_mail import suggest_userid
from commands.inbound.service.probe_mail import ProbeMail
from commands.inbound.service.role_mail import RoleMail
from commands.inbound.service.service_mail import ServiceMail
from commands.outbound.addressing import DEFAULT_FORMS, AddressForms
from commands.outbound.mailer import Mailer
from commands.replies.board_context import ReplyContext, find_reply_context
from commands.replies.board_numbers import board_of_lines
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.message_context import find_message_context
from commands.replies.plans import lone_verb
from commands.replies.shared_addresses import SharedAddresses
from commands.replies.suggestions import UNSENT, NoCommandError, asking_error, unsent_note
from commands.replies.words import find_last_words, is_said, sendable_words
from commands.replies.yes_or_no import YesOrNo, yes_or_no
from commands.security.one_time_codes import find_code
from commands.security.tokens import ASKING, TokenSigner, without_subaddress
from commands.system.metrics import MailOutcome
from commands.system.stored_types import UnitOfWork
from commands.verbs.chat import Chat
from mail.reading.bounces import reads_like_bounce
from mail.reading.incoming import IncomingMail
from mail.reading.parsed_mail import ParsedMail
from mail.reading.phrases.bounces import AWAY
from mail.reading.sender_checks import authenticated_sender, credible_senders
from pbm.board.board import Board
from pbm.errors import GameFailedError, UserError
from pbm.mail_origin import MailOrigin

FILES = "[With a picture or another file, which isn't passed on.]"
FILES_UNSENT = "The picture, or another file, that came with your mail wasn't passed on."
BOUNCE = MailResult(MailOutcome.AUTOMATIC, "reads like a bounce, not answered")


@dataclass(frozen=True, slots=True)
class HandledMail:
    """The facts about an incoming mail that may be logged."""

    sender: str
    id: str
    size: int
    outcome: str
    kind: MailOutcome


class MailHandler:
    """Handles incoming mails within a unit of work, however they arrived."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        mailer: Mailer,
        tokens: TokenSigner,
        admin: str = "",
        forms: AddressForms = DEFAULT_FORMS,
    ) -> None:
        """`admin`: the address that gets what is sent to postmaster and abuse; empty for none."""
        services = dispatcher.services
        self._dispatcher, self._services = dispatcher, services
        self._mailer, self._forms = mailer, forms
        self._tokens, self._keys = tokens, tokens.keys
        limiter = AnswerLimiter(tokens.keys, services.clock, services.policy)
        self._answers = AnswerSender(services, mailer, limiter)
        self._service_mail = ServiceMail(services, mailer, self._tokens)
        self._probe_mail = ProbeMail(services.clock, tokens)
        self._prefetcher = Prefetcher(services, tokens.keys)
        self._role_mail = RoleMail(services, mailer, tokens.keys, admin)

    def prefetch(self, work: UnitOfWork, mails: Sequence[IncomingMail]) -> Sequence[MailIdentity]:
        """Reads at once what the commands in these mails will probably need, for `handle`.

        Returns the identities of the mails.
        """
        identities = list(map(self._identify, mails))
        expected = [
            self._expected(each)
            for each in identities
            if not (each.mail.error or each.mail.parsed_mail.automatic)
        ]
        if expected:
            self._prefetcher.prefetch(work, expected)
        return identities

    def _expected(self, identity: MailIdentity) -> ExpectedReads:
        server, tokens = self._services.policy.authserv_id, self._tokens
        parsed_mail, labels = identity.mail.parsed_mail, identity.labels
        return expected_reads(parsed_mail, labels, identity.digests, tokens, server)

    def _identify(self, mail: IncomingMail) -> MailIdentity:
        return MailIdentity(mail, self._mailer.address, self._forms, self._keys)

    def handle(
        self, work: UnitOfWork, mail: IncomingMail, identity: MailIdentity | None = None
    ) -> HandledMail:
        """Handles an incoming mail and queues the answers; a mail seen before does nothing.

        Raises Busy if it must be sent again later. `identity`: that from `prefetch`.
        """
        if mail.origin and not self._record_origin(work, mail, mail.origin):
            seen = "seen in the mailbox before"
            return HandledMail(mail.sender, "", len(mail.content), seen, MailOutcome.DUPLICATE)
        roles = self._role_mail.roles(mail.recipients)
        forwarded = self._role_mail.forward(work, mail, roles) if roles else ""
        if roles and len(roles) == len(mail.recipients):
            id, result = mail.parsed_mail.message_id, MailResult(MailOutcome.FORWARDED, forwarded)
        else:
            with email_allowance():
                id, result = self._handle(work, identity or self._identify(mail))
            if forwarded:
                result = replace(result, text=f"{result.text}, {forwarded}")
        own = is_own(mail.sender, self._mailer.address)
        sender = without_subaddress(mail.sender) if own else mail.sender
        return HandledMail(sender, id, len(mail.content), result.text, result.outcome)

    def _handle(self, work: UnitOfWork, identity: MailIdentity) -> tuple[str, MailResult]:
        """Returns the Message-ID, if commands were looked for, and the result."""
        mail = identity.mail
        if result := self._probe_mail.handle(work, mail):
            return "", result
        if result := self._service_mail.handle(work, mail, identity.labels.labels):
            return "", result
        if is_own(mail.sender, self._mailer.address):
            return "", MailResult(MailOutcome.OWN, "from our own address, not answered")
        if mail.parsed_mail.automatic and (
            result := self._service_mail.handle_returned(work, mail)
        ):
            return "", result
        if mail.error and reads_like_bounce(mail.content, mail.sender):
            return "", BOUNCE
        if mail.error:
            advice = TextMessage(subject="Unreadable mail", text=mail.advice)
            suppressed = self._answers.send_advice(work, mail.parsed_mail, advice)
            text = f"unreadable: {mail.error}{suppressed}"
            return "", MailResult(MailOutcome.UNREADABLE, text)
        return mail.parsed_mail.message_id, self._handle_mail(work, identity)

    def _record_origin(self, work: UnitOfWork, mail: IncomingMail, origin: MailOrigin) -> bool:
        """Records that a mail in a mailbox is done; returns False if it was before.

        It is known by its UID, or by all its bytes where UIDs have changed.
        """
        digests = self._keys.digests("mailbox", mail.content.decode("latin-1"))
        return work.mailboxes.record(origin, "done", digests, self._services.clock.now())

    def _handle_mail(self, work: UnitOfWork, identity: MailIdentity) -> MailResult:
        """Returns the result of a mail."""
        mail, brought = identity.mail, identity.labels
        parsed_mail = mail.parsed_mail
        if parsed_mail.automatic:
            text = f"automatic ({parsed_mail.automatic}), not answered"
            return MailResult(MailOutcome.AUTOMATIC, text)
        if not self._is_new(work, identity.digests):
            return MailResult(MailOutcome.DUPLICATE, "seen before")
        if brought.by_reference and has_own_subject(parsed_mail):  # begun by a reply to another
            parsed_mail, brought = replace(parsed_mail, is_reply=False), replace(brought, labels=())
        if code := find_code(brought.labels):
            return self._confirm(work, mail, parsed_mail, code)
        request, found, answered = self._answer(work, mail, parsed_mail, brought)
        if not found.lines and reads_like_bounce(mail.content, mail.sender):
            return BOUNCE
        if parsed_mail.reaction is not None and not any(each.response.ok for each in answered):
            return MailResult(MailOutcome.UNANSWERED, "a reaction, not answered")
        suppressed = self._answers.send(work, request, found, answered)
        text = (", ".join(map(log_outcome, answered)) or "no command") + suppressed
        return MailResult(mail_outcome(answered, suppressed), text)

    def _answer(
        self, work: UnitOfWork, mail: IncomingMail, parsed_mail: ParsedMail, brought: MailLabels
    ) -> tuple[Request, FoundCommands, list[Answered]]:
        """Returns the request of a mail, and its commands with their responses."""
        server, labels = self._services.policy.authserv_id, brought.labels
        senders = credible_senders(parsed_mail, server)
        authenticated = authenticated_sender(parsed_mail, server)
        request = Request(
            parsed_mail,
            self._mailer.host,
            labels,
            by_reference=brought.by_reference,
            authenticated_address=authenticated,
            denied=not authenticated and parsed_mail.sender.lower() not in senders,
        )
        shared = SharedAddresses(work, self._services.clock.now(), self._mailer.address)
        try:
            replying = find_reply_context(work, self._tokens, labels, senders, shared.now)
            if not labels:
                replying = find_subject_context(work, parsed_mail, senders)
            if replying and (typed := typed_subject(parsed_mail)):
                parsed_mail = replace(parsed_mail, blocks=(typed,))
                request = replace(request, parsed_mail=parsed_mail)
            message = find_message_context(work, self._tokens, labels, senders, shared.now)
        except UserError as error:  # the board is frozen
            return request, FoundCommands(()), [_refused(error)]
        replying, message = shared.marked(replying), shared.marked_message(message)
        if replying and replying.prefix == ASKING and not replying.deputy:
            context = self._services.context(work, request.caller)
            held = held_words(context, replying.claims)
            replying = replace(replying, held=held.text if held else "")
        request = replace(request, replying=replying, message=message)
        found, answered = self._respond(work, mail, request)
        with suppress(GameFailedError):  # what was done stays done; the words went to nobody
            answered = self._with_question(work, request, answered)
        shared.record_all(self._tokens, brought.shown, parsed_mail.addressees)
        return request, found, answered

    def _respond(
        self, work: UnitOfWork, mail: IncomingMail, request: Request
    ) -> tuple[FoundCommands, list[Answered]]:
        """Returns the commands of a mail with their responses."""
        try:
            found = self._commands(work, mail, request)
        except UserError as error:
            board = request.replying.board if request.replying else None
            if isinstance(error, GameFailedError):
                context = self._services.context(work, request.caller)
                failed = error_responses.game_failed(context, error, (), board)
                return FoundCommands(()), [Answered("", failed)]
            is_prose = isinstance(error, NoCommandError) and error.is_prose
            refused = _refused(error, board, unsent=FILES if request.parsed_mail.has_files else "")
            return FoundCommands((), is_prose=is_prose), [refused]
        if request.parsed_mail.has_files and (request.replying or request.message):
            found = replace(found, lines=tuple(map(_noting_files, found.lines)))
        return self._dispatch_all(work, found, request.caller)

    def _commands(self, work: UnitOfWork, mail: IncomingMail, request: Request) -> FoundCommands:
        """Returns the commands of a mail; after the end of a game, words without one are chat.

        Else they are held until their writer says yes.
        """

        @cache
        def owners() -> list[str]:
            return [owner.userid for owner in work.reachability.owners(request.to)]

        try:
            today, policy = self._services.clock.now().date(), self._services.policy
            free_userid = partial(suggest_userid, work, request.to)
            return commands_of(request, owners, today, free_userid, confirms=policy.confirm)
        except NoCommandError as error:
            parsed_mail, replying = request.parsed_mail, request.replying
            if error.is_attempt or not replying or reads_like_bounce(mail.content, mail.sender):
                raise
            if not (words := sendable_words(replying, parsed_mail.blocks)):
                raise
            words = f"{words}\n{FILES}" if parsed_mail.has_files else words
            found = None if parsed_mail.doubtful else find_last_words(replying, parsed_mail.blocks)
            if found:
                return found
            held = self._hold(work, request, replying, words)
            raise (asking_error(held, replying, error) if held else error) from None

    def _hold(
        self, work: UnitOfWork, request: Request, replying: ReplyContext, words: str
    ) -> HeldWords | None:
        """Holds words until their writer says yes; returns all that are held.

        None from elsewhere, to robots, and for too many words.
        """
        if not replying.registered_sender or not replying.others:
            return None
        context = self._services.context(work, request.caller)
        return hold_words(context, replying.board, replying.claims.seat, words)

    def _with_question(
        self, work: UnitOfWork, request: Request, answered: list[Answered]
    ) -> list[Answered]:
        """Returns the answers with a note on what went to nobody; words may be sent by a yes."""
        replying, chat = request.replying, Chat.names[0]
        # words that are refused as chat aren't kept: a program may repeat them
        unsent = (each.response.unsent for each in answered if not each.title.endswith(chat))
        text = "\n\n".join(filter(None, unsent))
        if not text or replying is None or replying.deputy or not replying.registered_sender:
            return answered
        verb, other = lone_verb(replying.board, text), board_of_lines(replying.board, text)
        if not (is_said(text) or verb or other):
            return answered
        replying = replace(replying, board=replying.current_board(work) or replying.board)
        ticket = claims_of(replying.board).for_seat(replying.claims.seat)
        if text == FILES:
            return with_note(ticket, answered, FILES_UNSENT)
        if not (replying.others or verb or other):
            return answered
        contents = [each.response.content for each in answered]
        shows_move = any(isinstance(each, BoardSnapshot) and each.preview for each in contents)
        # a yes makes the move that is shown, and mustn't tell the others one of another board
        words = "" if shows_move or other else sendable_words(replying, [text])
        held = self._hold(work, request, replying, words) if words else None
        note = unsent_note(replying, text, held, UNSENT)
        return with_note(ticket, answered, note, asks=bool(held))

    def _dispatch_all(
        self, work: UnitOfWork, found: FoundCommands, caller: Caller
    ) -> tuple[FoundCommands, list[Answered]]:
        """Returns the responses to all lines, unless there are enough before the last.

        Of equal lines between which nothing changes the first is executed. The first lines, as
        long as they change nothing, aren't executed again when the mail goes on after others.
        """
        answered: list[Answered] = []
        known: dict[CommandLine, int] = {}
        kept, changes = caller.allowance.answers, work.changes
        if len(found.lines) > 1:
            caller = replace(caller, several=True)
        for number, line in enumerate(found.lines):
            if is_enough([each.response for each in answered]):
                return FoundCommands(found.lines[:number], cut=True), answered
            if answered:
                caller = _after(caller, answered[-1].response)
            before = work.changes
            if number < len(kept):
                response = kept[number]
            elif line in known:
                response = _same(answered[known[line]].response, known[line] + 1)
            else:
                response = self._dispatch(work, line, caller)
            answered.append(Answered(line_title(line), response))
            if work.changes > before and not response.queued:
                known.clear()
            else:
                known.setdefault(line, number)
            if number == len(kept) and work.changes == changes:
                caller.allowance.keep(response)
        return found, answered

    def _dispatch(self, work: UnitOfWork, line: CommandLine, caller: Caller) -> Response:
        caller = replace(caller, guessed=True) if line.guessed else caller
        response = self._dispatcher.dispatch_line(
            work, line.text, caller, line.comment, discreet=line.in_body, read=line.read
        )
        is_kept = line.withheld or line.guessed
        return replace(response, unsent=line.withheld) if is_kept else response

    def _confirm(
        self, work: UnitOfWork, mail: IncomingMail, parsed_mail: ParsedMail, code: str
    ) -> MailResult:
        """Handles a reply to a mail that asks for a confirmation."""
        said = yes_or_no(parsed_mail.blocks)
        if said is YesOrNo.EMPTY and yes_or_no([parsed_mail.subject]) is YesOrNo.NO:
            said = YesOrNo.NO
        if parsed_mail.reaction is not None:
            said = YesOrNo.OTHER
        if reads_like_bounce(mail.content, mail.sender) and (
            said is not YesOrNo.YES or AWAY.match(parsed_mail.subject)
        ):
            return BOUNCE
        reply = answer_confirmation(self._dispatcher, work, parsed_mail, code, said)
        request = Request(parsed_mail, self._mailer.host, confirming_address=reply.to)
        suppressed = self._answers.send(work, request, FoundCommands(()), reply.answered)
        outcomes = ", ".join(status_name(each.response) for each in reply.answered)
        done = reply.confirmed and any(each.response.ok for each in reply.answered)
        outcome = MailOutcome.CONFIRMED if done else mail_outcome(reply.answered, suppressed)
        text = f"confirmation, {said.name.lower()}: {outcomes}{suppressed}"
        return MailResult(outcome, text)

    def _is_new(self, work: UnitOfWork, digests: tuple[str, ...]) -> bool:
        """Returns True unless the mail with these digests was handled before."""
        return not digests or work.seen_mails.first_time(digests, self._services.clock.now())


def _noting_files(line: CommandLine) -> CommandLine:
    """Returns the line with the note, below its words, that files aren't passed on."""
    return replace(line, comment=f"{line.comment}\n{FILES}".lstrip())


def _refused(error: UserError, board: Board | None = None, unsent: str = "") -> Answered:
    response = replace(error_responses.refusal_response(error, (), board), unsent=unsent)
    if isinstance(error, NoCommandError) and isinstance(response.content, TextMessage):
        content = response.content.model_copy(update={"asks": error.asks})
        response = replace(response, content=content, unsent="" if error.asks else unsent)
    return Answered("", response)


def _same(response: Response, number: int) -> Response:
    """Returns the response to a line that is the same as this earlier one, and changed nothing."""
    text = f"This is the same line as number {number}, and has the same answer."
    refusal = not response.ok
    content = TextMessage(subject=f"As number {number}", text=text, refusal=refusal)
    return Response(content, status=response.status)


def _after(caller: Caller, response: Response) -> Caller:
    """Returns the caller of the next line: what a mail proves and asks for counts for all."""
    proved = caller.proved | response.proved
    caller = caller.after_moves(response.moves)
    has_file = caller.has_file or isinstance(response.content, FileMessage)
    return replace(caller, proved=proved, asked=caller.asked | response.asked, has_file=has_file)
