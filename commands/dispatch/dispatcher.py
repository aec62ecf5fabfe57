"""Carrying out lines: each in a savepoint, its refusals and our own mistakes turned to answers."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import structlog

from commands.accounts.reachability import record_return
from commands.context.authentication import mark_reachable, record_failed_logins
from commands.context.caller import Caller, ConfirmationRequired
from commands.context.confirmation import (
    PendingLine,
    confirm_address,
    request_reply_confirmation,
    take_pending,
)
from commands.context.context import Context
from commands.context.services import Services
from commands.dispatch.refusals import (
    command_name,
    internal_error_response,
    named_board,
    refusal_response,
)
from commands.language import parser, tokenizer
from commands.language.command import Command
from commands.messages.content import BoardSnapshot
from commands.messages.response import Response, error_response
from commands.notifications.personalizing import personalize
from pbm.board import Player
from pbm.errors import ParseError, UsageError, UserError
from pbm.ports import UnitOfWork
from storage import TransientError

log = structlog.get_logger()


@dataclass(frozen=True)
class Dispatcher:
    """Runs commands, from mails and from the shell alike."""

    services: Services

    def dispatch_line(
        self,
        work: UnitOfWork,
        line: str,
        caller: Caller,
        comment: str = "",
        *,
        discreet: bool = False,
    ) -> Response:
        """The answer to a line; where it is refused, nothing has changed.

        `discreet`: an unknown first word isn't quoted.
        """
        words: list[str] = []
        try:
            words = tokenizer.tokenize(line)
            readings = list(parser.readings(words, proven=caller.admin))
        except parser.UnknownCommand as unknown:
            return refusal_response(UsageError(unknown.discreet) if discreet else unknown, words)
        except UserError as error:
            return refusal_response(error, words)
        return self.execute(work, readings, words, caller, comment)

    def dispatch(
        self,
        work: UnitOfWork,
        read: Callable[[], Iterable[Command]],
        line: Sequence[str],
        caller: Caller,
        comment: str = "",
    ) -> Response:
        """Returns the response to a command that is read in a way of its own.

        `line`: the same in words, for the log and for confirmations.
        """
        try:
            readings = list(read())
        except UserError as error:
            return refusal_response(error, line)
        return self.execute(work, readings, line, caller, comment)

    def execute(
        self,
        work: UnitOfWork,
        readings: Sequence[Command],
        line: Sequence[str],
        caller: Caller,
        comment: str = "",
    ) -> Response:
        """The answer to a line that has been read; of several readings the first that works."""
        context = self.services.context(work, caller, comment)
        response = record_failed_logins(context, self._execute(context, readings, line))
        return record_return(work, context.authenticated, response, context.now())

    def _execute(
        self, context: Context, readings: Sequence[Command], line: Sequence[str]
    ) -> Response:
        work = context.work
        try:
            return _run_first_readable(readings, context)
        except UserError as error:
            return refusal_response(
                error, line, context.current_board or named_board(work, readings[0])
            )
        except ConfirmationRequired as held:
            return _request_confirmation(context, held.player, line)
        except TransientError:
            raise  # the letter is to be done again
        except Exception:
            reference = secrets.token_hex(4)
            log.exception("line failed", reference=reference, command=command_name(line))
            return internal_error_response(reference)

    def confirm(self, work: UnitOfWork, code: str) -> Response:
        """The answer to a letter that brings a code back."""
        context = self.services.context(work, Caller())
        try:
            pending = take_pending(context, code)
            if pending.purpose == "address":
                response = confirm_address(context, pending)
                return record_return(work, context.authenticated, response, context.now())
            held = PendingLine.model_validate_json(pending.content)
            readings = list(parser.readings(held.words, proven=False))
        except UserError as error:
            return error_response(error)
        mark_reachable(context, *work.players.by_ids([pending.player]))
        caller = Caller(held.sender, confirmed=True, claims=held.ticket)
        response = self.execute(work, readings, held.words, caller, held.comment)
        return record_return(work, context.authenticated, response, context.now())


def address_to_replier(caller: Caller, response: Response) -> Response:
    """A board that a player asked for by reply, addressed to them: they may go on from there."""
    content, claims = response.content, caller.claims if caller.own else None
    if not (claims and isinstance(content, BoardSnapshot) and content.seats and not content.to):
        return response
    theirs = content.seats.board == claims.board
    to = content.players[claims.seat] if theirs else ""
    return replace(response, content=content.model_copy(update={"to": to}))


def _request_confirmation(context: Context, player: Player, line: Sequence[str]) -> Response:
    """Holds the line, unless the player was asked too often already."""
    try:
        with context.work.savepoint():
            return request_reply_confirmation(context, player, line)
    except UserError as error:
        return refusal_response(error, line)


def _run_first_readable(readings: Sequence[Command], context: Context) -> Response:
    """Tries them in turn; the last takes most words for a password, so its refusal is the one."""
    for command in readings[:-1]:
        with suppress(ParseError), context.work.savepoint():
            return _run(command, context)
    with context.work.savepoint():
        return _run(readings[-1], context)


def _run(command: Command, context: Context) -> Response:
    """Its answer, and notices, as their readers want them; part of the line, should they fail."""
    response = address_to_replier(context.caller, command.run(context))
    return personalize(context, response)
