"""Run the actions that a reply has confirmed.

Takes a one-time code, and returns the result of each action that was stored under it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from commands.content.response import Response, error_response
from commands.context.caller import Caller
from commands.context.context import Context
from commands.context.line_results import EarlierLines, LineResult
from commands.context.reply_evidence import ReplyEvidence
from commands.language import parser
from commands.language.command_counts import count_command
from commands.language.dispatcher import Dispatcher
from commands.language.error_responses import command_name
from commands.players.address_confirmation import PendingAddress, confirm_address
from commands.players.authentication import mark_reachable
from commands.players.confirmation_limits import forget_requests
from commands.players.pending_lines import PendingAction, PendingLine, take_pending
from commands.players.reachability import record_return
from commands.system.stored_types import UnitOfWork
from pbm.board.players import Player
from pbm.errors import UserError


@dataclass(frozen=True)
class ConfirmedActions:
    """Runs confirmed command lines, and registers confirmed addresses."""

    dispatcher: Dispatcher

    def confirm(
        self, work: UnitOfWork, code: str, edit: Callable[[PendingLine], PendingLine] | None = None
    ) -> list[LineResult]:
        """Runs all actions stored under a code.

        If an action fails, the remaining actions still run.

        `edit`: changes the comment of a line as the reply wants.
        """
        context = self.dispatcher.services.context(work, Caller())
        try:
            waiting = take_pending(context, code)
        except UserError as error:
            return [LineResult(error_response(error))]
        if edit:
            waiting = [_edited(each, edit) for each in waiting]
        caller, services = Caller(several=len(waiting) > 1), self.dispatcher.services
        return [self._confirm(services.context(work, caller), each) for each in waiting]

    def _confirm(self, context: Context, waiting: PendingAction) -> LineResult:
        player, action = waiting.player, waiting.action
        forget_requests(context, waiting.asked)
        if isinstance(action, PendingAddress):
            response = self._confirm_address(context, player, action)
            return LineResult(response, f"address of {player.userid}")
        result = self._execute_pending(context, player, action)
        return replace(result, title=command_name(action.words))

    def _confirm_address(
        self, context: Context, player: Player, pending: PendingAddress
    ) -> Response:
        try:
            with context.work.savepoint():
                response = confirm_address(context, player, pending)
        except UserError as error:
            return error_response(error)
        return record_return(context.work, context.authenticated, response, context.now())

    def _execute_pending(self, context: Context, player: Player, line: PendingLine) -> LineResult:
        work = context.work
        try:
            readings = list(parser.readings(line.words, proven=False))
        except UserError as error:  # An update of pbm may have changed the language since.
            return LineResult(error_response(error))
        mark_reachable(context, player)
        caller = Caller(
            line.sender,
            confirmed=True,
            guessed=line.guessed,
            reply=ReplyEvidence(line.ticket, line.message),
            earlier=EarlierLines(proved=frozenset([player.id])),
            several=context.caller.several,
            allowance=context.caller.allowance,
        )
        result = self.dispatcher.run_readings(work, readings, line.words, caller, line.comment)
        count_command(work, readings, line.words, result.response)
        response = record_return(work, context.authenticated, result.response, context.now())
        return replace(result, response=response)


def _edited(waiting: PendingAction, edit: Callable[[PendingLine], PendingLine]) -> PendingAction:
    action = waiting.action
    return replace(waiting, action=edit(action)) if isinstance(action, PendingLine) else waiting
