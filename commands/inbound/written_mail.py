"""Answers the emails that people write: replies to boards and messages, and commands."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.content.status import Status
from commands.context.line_results import LineResult
from commands.inbound.answers.answer_sender import AnswerSender
from commands.inbound.answers.combined_answers import BOUNCE, MailResult, log_outcome, mail_outcome
from commands.inbound.answers.new_game_notes import with_new_game_note
from commands.inbound.finding.finding_commands import commands_of
from commands.inbound.finding.requests.server_requests import ServerRequests
from commands.inbound.requests.request import Request
from commands.inbound.requests.written_requests import PersonalMail, RequestMaker
from commands.inbound.running_lines import run_lines
from commands.inbound.service.greeting_mail import suggest_userid
from commands.inbound.service.request_answers import named_commands
from commands.inbound.unsent_words import FILES, UnsentWords
from commands.language import error_responses
from commands.language.dispatcher import Dispatcher
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.contexts.known_reply_addresses import KnownReplyAddresses
from commands.replies.contexts.running_boards import player_boards
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.server.server_request_error import ServerAnswer, ServerRequestError
from commands.security.tokens import TokenSigner
from commands.system.metrics import MailOutcome
from commands.system.stored_types import UnitOfWork
from pbm.board.board import Board
from pbm.errors import GameFailedError, UserError


@dataclass(frozen=True)
class WrittenMailHandler:
    """Runs the commands of emails, and queues the answers."""

    dispatcher: Dispatcher
    tokens: TokenSigner
    answers: AnswerSender

    def answer(self, work: UnitOfWork, mail: PersonalMail) -> MailResult:
        """Runs the commands of an email, and queues its answer."""
        request, commands, answered = self._answer(work, mail)
        if not commands.lines and mail.identity.reads_like_bounce:
            return BOUNCE
        if mail.parsed_mail.reaction is not None and not any(each.response.ok for each in answered):
            return MailResult(MailOutcome.UNANSWERED, "a reaction, not answered")
        suppressed = self.answers.send(work, request, commands, answered)
        text = (", ".join(map(log_outcome, answered)) or "no command") + suppressed
        return MailResult(mail_outcome(answered, suppressed), text)

    def _answer(
        self, work: UnitOfWork, mail: PersonalMail
    ) -> tuple[Request, FoundCommands, list[LineResult]]:
        """Returns the request of an email, and its commands with their results."""
        services, mailer = self.dispatcher.services, self.answers.mailer
        requests = RequestMaker(work, services, self.tokens, mail)
        shared = KnownReplyAddresses(work, requests.now, mailer.address)
        request = requests.begin(mailer.host)
        try:
            request = requests.with_context(request)
        except UserError as error:  # the board is frozen
            return request, FoundCommands(()), [_refused(error)]
        request = requests.with_reply_details(request, shared)
        commands, answered = self._respond(work, mail, request)
        with suppress(GameFailedError):  # the commands stay executed, only the text isn't sent
            answered = self._words.with_question(work, request, answered)
            answered = with_new_game_note(request, answered)
        # Everybody who got a copy of the email knows these addresses from now on.
        shared.record_all(self.tokens, mail.brought.shown, mail.parsed_mail.addressees)
        return request, commands, answered

    def _respond(
        self, work: UnitOfWork, mail: PersonalMail, request: Request
    ) -> tuple[FoundCommands, list[LineResult]]:
        """Returns the commands of an email with their results."""
        try:
            commands = self._commands(work, mail, request)
        except ServerRequestError as error:
            is_repeated = isinstance(error, ServerAnswer) and error.is_repeated
            status = Status.DONE if is_repeated else Status.REFUSED  # refusals are sent once
            named = Response(named_commands(request, error), status=status)
            return FoundCommands(()), [LineResult(named)]
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
            commands = replace(commands, lines=tuple(map(_noting_files, commands.lines)))
        return run_lines(self.dispatcher, work, commands, request.caller)

    def _commands(self, work: UnitOfWork, mail: PersonalMail, request: Request) -> FoundCommands:
        """Returns the commands of an email.

        A reply without a command after the game's end is chat.
        """
        services, replying = self.dispatcher.services, request.replying
        free_userid = partial(suggest_userid, work, request.to)
        server_requests = ServerRequests(work, request, services.clock.now().date())
        confirms = services.policy.confirm
        try:
            boards_of = partial(player_boards, work)
            return commands_of(
                request,
                lambda: server_requests.owners,
                server_requests,
                free_userid,
                boards_of,
                confirms=confirms,
            )
        except NoCommandError as error:
            if error.is_attempt or not replying or mail.identity.reads_like_bounce:
                raise
            return self._words.last_words(work, request, replying, error)

    @property
    def _words(self) -> UnsentWords:
        return UnsentWords(self.dispatcher.services)


def _noting_files(line: CommandLine) -> CommandLine:
    """Returns the line with a note in its comment that files aren't passed on."""
    return replace(line, comment=f"{line.comment}\n{FILES}".lstrip())


def _refused(error: UserError, board: Board | None = None, unsent: str = "") -> LineResult:
    response = error_responses.refusal_response(error, (), board)
    if isinstance(error, NoCommandError) and isinstance(response.content, TextMessage):
        content = response.content.model_copy(update={"asks": error.asks})
        response = replace(response, content=content)
        unsent = "" if error.asks else unsent
    return LineResult(response, unsent=unsent)
