"""The command to leave the server."""

import textwrap
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from commands.accounts.robots import check_not_built_in
from commands.context.authentication import authenticate
from commands.context.confirmation import request_line_confirmation
from commands.context.confirmation_reasons import ConfirmationReason
from commands.context.context import Context
from commands.language.command import Command
from commands.language.fields import Password, Userid
from commands.language.slots import Optional
from commands.messages.content import BoardSnapshot, TextMessage
from commands.messages.response import Notification, Response
from commands.play.board_changes import apply_change
from pbm import games
from pbm.board import Board, Player
from pbm.errors import BoardFrozenError, NotAllowedError
from pbm.match import Event
from pbm.visibility import SERVER
from pbm.wording import WIDTH, counted, listing

SURE = "yes"
"""The word by which the question about running games is answered beforehand."""
MAX_NAMED = 20
"""The boards named in the question."""


@dataclass(frozen=True)
class Signoff(Command):
    """Ends your account.

    Running games are forfeited; boards on which you haven't moved yet are removed. If there are
    any, you are asked first: the reply yes confirms it; add yes to skip the question. Records stay,
    under your userid, which nobody else can have. Addresses, password and all else are deleted.
    """

    names: ClassVar = ("signoff", "delete")
    irreversible: ClassVar = True
    example: ClassVar = "signoff alice PASSWORD"

    userid: Userid
    password: Password
    sure: Annotated[str, Optional(f"[{SURE}]", SURE.__eq__, "")]

    def run(self, context: Context) -> Response:
        """Ends the account, and notifies all players of the boards that this ends.

        Requests a confirmation if there are any.
        """
        player = authenticate(context, self.userid, self.password)
        check_not_built_in(player)
        boards, frozen = _running(context, player)
        if boards and not (self.sure or context.caller.confirmed):
            return _ask(context, player, boards)
        notifications = [
            notification for board in boards for notification in _leave(context, board, player)
        ]
        context.work.outbox.forget(player.addresses)
        context.work.players.sign_off(player)
        context.current_board = None
        content = TextMessage(
            subject=f"Goodbye {player.userid}", text=_goodbye(player, len(boards), frozen)
        )
        data = {"userid": player.userid, "boards": len(boards)}
        return Response(content, data, (*notifications, Notification(player.addresses, content)))


def _ask(context: Context, player: Player, boards: list[Board]) -> Response:
    """Requests a confirmation by reply; in the shell raises NotAllowedError, with the question."""
    context.current_board = None
    question = _question(player, boards)
    if not context.caller.address:
        raise NotAllowedError(
            f"{question}\nTo sign off all the same: signoff {player.userid} PASSWORD {SURE}"
        )
    introduction = f"{question}\nA mail asked to end the account all the same"
    line = ("signoff", player.userid, "-")
    reason = ConfirmationReason(introduction, "", "password")
    return request_line_confirmation(
        context, player, line, reason, irreversible=Signoff.irreversible
    )


def _question(player: Player, boards: list[Board]) -> str:
    """Returns a note on the boards that would end with the account."""
    names = [f"{board.game.title} board {board.number}" for board in boards[:MAX_NAMED]]
    if len(boards) > MAX_NAMED:
        names.append(f"{len(boards) - MAX_NAMED} more")
    note = (
        f"{player.userid} still plays on {counted(len(boards), 'board')}: {listing(names)}. Games "
        "with a move of yours would be lost, the others removed."
    )
    return textwrap.fill(note, WIDTH)


def _running(context: Context, player: Player) -> tuple[list[Board], int]:
    """Returns the boards on which the player still plays, and the number of frozen ones."""
    boards, frozen = [], 0
    for game in games.games().values():
        _, lines = context.work.boards.lines(game.name, [player.userid], "active", viewer=SERVER)
        for line in lines:
            try:
                boards.append(context.lock_board(game, line.number))
            except BoardFrozenError:
                frozen += 1
    return [board for board in boards if not _has_left(board, player)], frozen


def _has_left(board: Board, player: Player) -> bool:
    """Returns True if the player has left a game that others continue."""
    left = f"leave {board.seat_of(player)} "
    return any(text.startswith(left) for text in board.match.state.effective)


def _leave(context: Context, board: Board, player: Player) -> tuple[Notification, ...]:
    seat = context.seat(board, player)
    news = f"{player.userid} has signed off."
    if board.moved(seat):
        event = Event(f"leave {seat} signed off", context.now(), player.userid)
        after = board.with_match(board.match.add(event))
    else:
        after = replace(board, removed=f"{player.userid} signed off")
    notifications = apply_change(context, board, after, player, news=news, comment="").notifications
    return tuple(notification for notification in notifications if not _is_to(notification, player))


def _is_to(notification: Notification, player: Player) -> bool:
    """Returns True for notifications of the player, to whom one goodbye is sent instead."""
    return (
        isinstance(notification.content, BoardSnapshot) and notification.content.to == player.userid
    )


def _goodbye(player: Player, boards: int, frozen: int) -> str:
    ended = f"{counted(boards, 'running board')} ended with it. " if boards else ""
    ended += f"{counted(frozen, 'frozen board')} is left to the admin. " if frozen else ""
    return (
        f"{player.userid} has signed off. {ended}\n"
        "Your addresses and your password are forgotten; the records of your games stay."
    )
