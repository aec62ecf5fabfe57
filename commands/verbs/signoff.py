"""The command to leave the server."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from commands.boards.board_changes import has_left, sign_off_board
from commands.boards.tournaments.tournaments import SIGNED_OFF, leave_all
from commands.content.messages import BoardSnapshot, TextMessage
from commands.content.response import Notification, Response
from commands.context.confirmation_reasons import ConfirmationReason
from commands.context.context import Context
from commands.context.deputy_rights import ended
from commands.context.robots import check_not_built_in
from commands.language.command import PlayerCommand
from commands.language.slots import Optional
from commands.players.authentication import authenticate
from commands.players.line_confirmation import request_line_confirmation
from pbm import games
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.viewers import SERVER
from pbm.errors import BoardFrozenError, NotAllowedError
from pbm.wording import counted, filled, listing

SURE = "yes"
"""The word by which the question about running games is answered beforehand."""
MAX_AT_ONCE = 10
"""The boards named in the question, and ended at once: the clocks end the others, within a minute.

Others wait for no more.
"""


class Signoff(PlayerCommand):
    """Ends your account.

    Running games are forfeited; boards on which you haven't moved yet are removed. If there are
    any, you are asked first: the reply yes confirms it; add yes to skip the question. Records stay,
    but under a number instead of your userid, which nobody else can have. Addresses, password and
    all else are deleted.
    """

    names: ClassVar = ("signoff", "delete")
    irreversible: ClassVar = True
    example: ClassVar = "signoff alice PASSWORD"

    sure: Annotated[str, Optional(f"[{SURE}]", SURE.__eq__, "")]

    def run(self, context: Context) -> Response:
        """Ends the account, and notifies all players of the boards that this ends.

        Requests a confirmation if there are any.
        """
        player = authenticate(context, self.userid, self.password)
        check_not_built_in(player)
        boards, more, frozen = running_boards(context, player)
        if boards and not (self.sure or context.caller.confirmed):
            return _ask(context, player, boards, more)
        notifications = end_account(context, player, boards)
        content = TextMessage(
            subject=f"Goodbye {player.userid}", text=_goodbye(player, len(boards) + more, frozen)
        )
        data = {"userid": player.userid, "boards": len(boards) + more}
        return Response(content, data, (*notifications, Notification(player.addresses, content)))


def end_account(context: Context, player: Player, boards: Sequence[Board]) -> list[Notification]:
    """Ends an account, with the games on these boards, and later on others; notifies the others."""
    leave_all(context, player, SIGNED_OFF)
    notifications = [
        notification for board in boards for notification in _leave(context, board, player)
    ]
    left = context.work.deputies.end_all(player)
    notifications += ended(context.work, left, f"{player.userid} has signed off.")
    context.work.clocks.check_all(player, context.now())
    context.work.outbox.forget(player.addresses)
    context.work.former_players.sign_off(player)
    context.current_board = None
    return [each for each in notifications if each.addresses != player.addresses]


def _ask(context: Context, player: Player, boards: list[Board], more: int) -> Response:
    """Requests a confirmation by reply; in the shell raises NotAllowedError, with the question."""
    context.current_board = None
    question = _question(player, boards, more)
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


def _question(player: Player, boards: list[Board], more: int) -> str:
    """Returns a note on the boards that would end with the account."""
    names = [f"{board.game.title} board {board.number}" for board in boards]
    names += [f"{more} more"] if more else []
    note = (
        f"{player.userid} still plays on {counted(len(boards) + more, 'board')}: "
        f"{listing(names)}. Games "
        "with a move of yours would be lost, the others removed."
    )
    return filled(note)


def running_boards(context: Context, player: Player) -> tuple[list[Board], int, int]:
    """Returns boards on which the player still plays, how many more, and how many are frozen."""
    boards, more, frozen = list[Board](), 0, 0
    for game in games.known():
        count, lines = context.work.boards.lines(
            game.name, [player.userid], "active", MAX_AT_ONCE - len(boards), viewer=SERVER
        )
        more += count - len(lines)
        for line in lines:
            try:
                boards.append(context.lock_board(game, line.number))
            except BoardFrozenError:
                frozen += 1
    left = [board for board in boards if has_left(board, context.seat(board, player))]
    return [board for board in boards if board not in left], more, frozen


def _leave(context: Context, board: Board, player: Player) -> list[Notification]:
    notifications = sign_off_board(context, board, context.seat(board, player))
    return [notification for notification in notifications if not _is_to(notification, player)]


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
        "Your addresses and your password are forgotten; the records of your games stay, without "
        "your\nuserid."
    )
