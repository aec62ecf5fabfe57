"""Run command lines, each in a savepoint.

User errors and internal errors become responses. Database errors are raised, so that the email is
tried again.
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from commands.content.messages import BoardSnapshot
from commands.content.response import Response
from commands.content.snapshot import with_note
from commands.context.caller import Caller, ConfirmationRequired
from commands.context.context import Context
from commands.context.deputy_rights import addressed_to_deputy, deputy_at
from commands.context.line_results import LineResult
from commands.context.services import Services
from commands.language import parser, tokenizer
from commands.language.command import Command
from commands.language.command_counts import count_command
from commands.language.error_responses import (
    command_name,
    game_failed,
    internal_error_response,
    named_board,
    refusal_response,
    show_board,
)
from commands.language.line_confirmation import request_confirmation
from commands.outbound.notifications.reader_formats import personalize
from commands.players.authentication import record_failed_logins
from commands.players.judging_evidence import is_sender_proved
from commands.players.reachability import record_return
from commands.system.stored_types import UnitOfWork
from pbm.errors import GameFailedError, NotAllowedError, ParseError, UsageError, UserError
from pbm.process.lazy_logger import get_logger

log = get_logger()


@dataclass(frozen=True)
class Dispatcher:
    """Runs commands from emails and from the shell."""

    services: Services

    def dispatch_line(
        self,
        work: UnitOfWork,
        line: str,
        caller: Caller,
        comment: str = "",
        *,
        discreet: bool = False,
        read: Callable[[], Iterable[Command]] | None = None,
    ) -> Response:
        """Returns the response to a line. A line with an error changes nothing.

        `discreet`: whether the error about an unknown command leaves out the word.
        `read`: returns the commands that a line may mean, instead of the parser. Replies use it
        because their lines omit the board.
        """
        return self.run_line(work, line, caller, comment, discreet=discreet, read=read).response

    def run_line(
        self,
        work: UnitOfWork,
        line: str,
        caller: Caller,
        comment: str = "",
        *,
        discreet: bool = False,
        read: Callable[[], Iterable[Command]] | None = None,
    ) -> LineResult:
        """Runs a line as `dispatch_line` does, and returns its result."""
        words: list[str] = []
        try:
            words = tokenizer.tokenize(line)
            readings = list(read() if read else parser.readings(words, proven=caller.admin))
        except parser.UnknownCommand as unknown:
            error = UsageError(unknown.discreet) if discreet else unknown
            return LineResult(count_command(work, [], words, refusal_response(error, words)))
        except UserError as error:
            return LineResult(count_command(work, [], words, refusal_response(error, words)))
        result = self.run_readings(work, readings, words, caller, comment)
        count_command(work, readings, words, result.response)
        return result

    def execute(
        self,
        work: UnitOfWork,
        readings: Sequence[Command],
        words: Sequence[str],
        caller: Caller,
        comment: str = "",
    ) -> Response:
        """Returns the response to a parsed line.

        If the line has several readings, the first one that can be read as a command is run.
        """
        return self.run_readings(work, readings, words, caller, comment).response

    def run_readings(
        self,
        work: UnitOfWork,
        readings: Sequence[Command],
        words: Sequence[str],
        caller: Caller,
        comment: str,
    ) -> LineResult:
        """Runs a parsed line as `execute` does, and returns its result."""
        context = self.services.context(work, caller, comment)
        response = record_failed_logins(context, self._execute(context, readings, words))
        is_sent = response.ok and any(each.takes_words for each in readings)
        caused = tuple(each.caused_by(context.cause) for each in response.notifications)
        if caused != response.notifications:
            response = replace(response, notifications=caused)
        return LineResult(
            record_return(work, context.authenticated, response, context.now()),
            # Leave out players known by a reply address. A password proves the account, a reply
            # address only one board.
            proved=frozenset(context.proved),
            unsent="" if is_sent else comment,
        )

    def _execute(
        self, context: Context, readings: Sequence[Command], words: Sequence[str]
    ) -> Response:
        work = context.work
        try:
            return _run_first_readable(readings, context)
        except UserError as error:
            board = context.current_board or named_board(context, readings[0])
            if isinstance(error, GameFailedError):
                return game_failed(context, error, words, board)
            refusal = refusal_response(error, words, board)
            return show_board(refusal, board, context.authenticated)
        except ConfirmationRequired as required:
            return request_confirmation(context, required, readings, words)
        except Exception as error:
            if work.is_database_error(error):
                raise  # The email will be tried again.
            reference = secrets.token_hex(4)
            log.exception("command failed", reference=reference, command=command_name(words))
            return internal_error_response(reference)


def _address_to_replier(context: Context, response: Response) -> Response:
    """Makes the sender of a reply the addressee of a board in the response.

    They can then reply to the response, too.
    """
    reply, board = context.caller.reply, context.current_board
    content, claims = response.content, reply.claims if reply.from_own_address else None
    if not (claims and isinstance(content, BoardSnapshot) and content.seats and not content.to):
        return response
    same_board = content.seats.board == claims.board
    if claims.by_deputy:
        seat, now = claims.seat, context.now()
        deputy = deputy_at(context.work, board, seat, now) if board and same_board else None
        if board is None or deputy is None:
            return response
        return replace(response, content=addressed_to_deputy(content, board, seat, deputy))
    to = content.players[claims.seat] if same_board else ""
    content = content.model_copy(update={"to": to})
    return replace(response, content=with_note(content, board) if board and to else content)


def _run_first_readable(readings: Sequence[Command], context: Context) -> Response:
    """Runs the first reading that raises no ParseError.

    If all readings raise a ParseError, the error of the last reading is raised. The last reading
    contains a password, and this makes its error the most useful.
    """
    # Each reading has a savepoint, because a failed one may already have changed something.
    for command in readings[:-1]:
        with suppress(ParseError), context.work.savepoint():
            return _run(command, context)
    with context.work.savepoint():
        return _run(readings[-1], context)


def _run(command: Command, context: Context) -> Response:
    """Returns the response with personalized notifications.

    The notifications are made in the line's savepoint, so that an error in them undoes the line.
    """
    context.by_reply = command.by_reply
    response = _address_to_replier(context, command.run(context))
    _limit_unproven(context, response)
    return personalize(context, response)


def _limit_unproven(context: Context, response: Response) -> None:
    """Counts the notifications to other people. Raises NotAllowedError if there are too many.

    A sender is easily forged, so one small email must not send many large ones to other people. The
    first line that causes any notification is exempt. It starts at most one game, though many
    people may be watching that game.
    """
    caller = context.caller
    sender = caller.address.lower()
    unasked = [each for each in response.notifications if not each.requested]
    other_addresses = [to for each in unasked for to in each.addresses if to.lower() != sender]
    # Check the proof last, because it reads the owner of the address, and a read flushes all queued
    # writes.
    if not (other_addresses and sender) or is_sender_proved(context):
        return
    most = context.policy.unproven_notifications_per_mail
    before = caller.allowance.notifications
    if before and before + len(other_addresses) > most:
        raise NotAllowedError(
            f"We can't verify who sent your email. Such an email can trigger at most {most} emails "
            "to other players, so we haven't carried out this command. Send it again in "
            "another email, or add -password=PASSWORD to its line."
        )
    caller.allowance.notifications += len(other_addresses)
