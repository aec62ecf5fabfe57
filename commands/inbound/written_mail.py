"""Answer the emails that people write: replies to boards and to messages, and commands."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial

from commands.boards.pending_chat import held_words
from commands.content.messages import TextMessage
from commands.context.line_results import LineResult
from commands.inbound.answers.answer_sender import AnswerSender
from commands.inbound.answers.answering import BOUNCE, MailResult, log_outcome, mail_outcome
from commands.inbound.board_subject import find_subject_context
from commands.inbound.email_kinds import BoardReply, CommandMail, MessageReply
from commands.inbound.finding_commands import commands_of
from commands.inbound.request import Request
from commands.inbound.running_lines import run_lines
from commands.inbound.service.greeting_mail import suggest_userid
from commands.inbound.typed_subjects import typed_subject
from commands.inbound.unsent_words import FILES, UnsentWords
from commands.language import error_responses
from commands.language.dispatcher import Dispatcher
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.contexts.board_context import ReplyContext, find_reply_context
from commands.replies.contexts.message_context import find_message_context
from commands.replies.contexts.shared_addresses import SharedAddresses
from commands.replies.suggestions import NoCommandError
from commands.security.tokens import ASKING, TokenSigner
from commands.system.metrics import MailOutcome
from commands.system.stored_types import UnitOfWork
from mail.reading.sender_checks import authenticated_sender, credible_senders
from pbm.board.board import Board
from pbm.errors import GameFailedError, UserError

PersonalMail = BoardReply | MessageReply | CommandMail
FindContext = Callable[[Request, Sequence[str], datetime], Request]
"""Adds to a request what it replies to, given its credible senders; raises UserError."""


@dataclass(frozen=True)
class WrittenMailHandler:
    """Runs the commands of emails, and queues the answers."""

    dispatcher: Dispatcher
    tokens: TokenSigner
    answers: AnswerSender

    def answer_board_reply(self, work: UnitOfWork, mail: BoardReply) -> MailResult:
        """Answers a reply to a board, which may be sent to the address of a message as well."""

        def find(request: Request, senders: Sequence[str], now: datetime) -> Request:
            replying = find_reply_context(work, self.tokens, mail.labels, senders, now)
            message = find_message_context(work, self.tokens, mail.labels, senders, now)
            return replace(request, replying=replying, message=message)

        return self._handle(work, mail, find)

    def answer_message_reply(self, work: UnitOfWork, mail: MessageReply) -> MailResult:
        """Answers a reply to a message."""

        def find(request: Request, senders: Sequence[str], now: datetime) -> Request:
            message = find_message_context(work, self.tokens, mail.labels, senders, now)
            return replace(request, message=message)

        return self._handle(work, mail, find)

    def answer_commands(self, work: UnitOfWork, mail: CommandMail) -> MailResult:
        """Answers any other email, whose subject may name a board."""

        def find(request: Request, senders: Sequence[str], _: datetime) -> Request:
            if mail.labels:
                return request
            replying = find_subject_context(work, mail.parsed_mail, senders)
            return replace(request, replying=replying)

        return self._handle(work, mail, find)

    def _handle(self, work: UnitOfWork, mail: PersonalMail, find: FindContext) -> MailResult:
        request, found, answered = self._answer(work, mail, find)
        if not found.lines and mail.identity.reads_like_bounce:
            return BOUNCE
        if mail.parsed_mail.reaction is not None and not any(each.response.ok for each in answered):
            return MailResult(MailOutcome.UNANSWERED, "a reaction, not answered")
        suppressed = self.answers.send(work, request, found, answered)
        text = (", ".join(map(log_outcome, answered)) or "no command") + suppressed
        return MailResult(mail_outcome(answered, suppressed), text)

    def _answer(
        self, work: UnitOfWork, mail: PersonalMail, find: FindContext
    ) -> tuple[Request, FoundCommands, list[LineResult]]:
        """Returns the request of a mail, and its commands with their responses."""
        now = self.dispatcher.services.clock.now()
        shared = SharedAddresses(work, now, self.answers.mailer.address)
        senders = credible_senders(mail.parsed_mail, self.dispatcher.services.policy.authserv_id)
        request = self._request(mail, senders)
        try:
            request = find(request, senders, now)
        except UserError as error:  # the board is frozen
            return request, FoundCommands(()), [_refused(error)]
        request = self._with_context(work, request, shared)
        found, answered = self._respond(work, mail, request)
        with suppress(GameFailedError):  # what was done stays done; the words went to nobody
            answered = self._words.with_question(work, request, answered)
        shared.record_all(self.tokens, mail.brought.shown, mail.parsed_mail.addressees)
        return request, found, answered

    def _request(self, mail: PersonalMail, senders: Sequence[str]) -> Request:
        parsed_mail, server = mail.parsed_mail, self.dispatcher.services.policy.authserv_id
        authenticated = authenticated_sender(parsed_mail, server)
        return Request(
            parsed_mail,
            self.answers.mailer.host,
            mail.labels,
            by_reference=mail.brought.by_reference,
            authenticated_address=authenticated,
            denied=not authenticated and parsed_mail.sender.lower() not in senders,
        )

    def _with_context(self, work: UnitOfWork, request: Request, shared: SharedAddresses) -> Request:
        """Returns the request with more about what it replies to."""
        parsed_mail, replying = request.parsed_mail, request.replying
        if replying and (typed := typed_subject(parsed_mail)):
            parsed_mail = replace(parsed_mail, blocks=(typed,))
        message = shared.marked_message(request.message)
        replying = self._with_held_words(work, request, shared.marked(replying))
        return replace(request, parsed_mail=parsed_mail, replying=replying, message=message)

    def _with_held_words(
        self, work: UnitOfWork, request: Request, replying: ReplyContext | None
    ) -> ReplyContext | None:
        """Returns the context of a reply with the words that a yes sends."""
        if not replying or replying.prefix != ASKING or replying.deputy:
            return replying
        context = self.dispatcher.services.context(work, request.caller)
        held = held_words(context, replying.claims)
        return replace(replying, held=held.text if held else "")

    def _respond(
        self, work: UnitOfWork, mail: PersonalMail, request: Request
    ) -> tuple[FoundCommands, list[LineResult]]:
        """Returns the commands of a mail with their responses."""
        try:
            found = self._commands(work, mail, request)
        except UserError as error:
            board = request.replying.board if request.replying else None
            if isinstance(error, GameFailedError):
                context = self.dispatcher.services.context(work, request.caller)
                failed = error_responses.game_failed(context, error, (), board)
                return FoundCommands(()), [LineResult(failed)]
            is_prose = isinstance(error, NoCommandError) and error.is_prose
            refused = _refused(error, board, unsent=FILES if request.parsed_mail.has_files else "")
            return FoundCommands((), is_prose=is_prose), [refused]
        if request.parsed_mail.has_files and (request.replying or request.message):
            found = replace(found, lines=tuple(map(_noting_files, found.lines)))
        return run_lines(self.dispatcher, work, found, request.caller)

    def _commands(self, work: UnitOfWork, mail: PersonalMail, request: Request) -> FoundCommands:
        """Returns the commands of a mail; after the end of a game, words without one are chat."""

        @cache
        def owners() -> list[str]:
            return [owner.userid for owner in work.reachability.owners(request.to)]

        services, replying = self.dispatcher.services, request.replying
        free_userid = partial(suggest_userid, work, request.to)
        today, confirms = services.clock.now().date(), services.policy.confirm
        try:
            return commands_of(request, owners, today, free_userid, confirms=confirms)
        except NoCommandError as error:
            if error.is_attempt or not replying or mail.identity.reads_like_bounce:
                raise
            return self._words.last_words(work, request, replying, error)

    @property
    def _words(self) -> UnsentWords:
        return UnsentWords(self.dispatcher.services)


def _noting_files(line: CommandLine) -> CommandLine:
    """Returns the line with the note, below its words, that files aren't passed on."""
    return replace(line, comment=f"{line.comment}\n{FILES}".lstrip())


def _refused(error: UserError, board: Board | None = None, unsent: str = "") -> LineResult:
    response = error_responses.refusal_response(error, (), board)
    if isinstance(error, NoCommandError) and isinstance(response.content, TextMessage):
        content = response.content.model_copy(update={"asks": error.asks})
        response = replace(response, content=content)
        unsent = "" if error.asks else unsent
    return LineResult(response, unsent=unsent)
