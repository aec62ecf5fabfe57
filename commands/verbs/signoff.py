"""The command `signoff`, which deletes an account."""

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
from commands.players.pending_lines import request_line_confirmation
from pbm import games
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.viewers import SERVER
from pbm.errors import BoardFrozenError, NotAllowedError
from pbm.wording import counted, filled, listing

SURE = "yes"
"""Word that skips the question about running games."""
MAX_AT_ONCE = 10
"""Maximum number of boards that the question names and that sign-off ends at once.

It is low because other emails wait meanwhile. The clocks end the remaining boards within a minute.
"""


class Signoff(PlayerCommand):
    """Deletes your account.

    You forfeit your games in progress. Games in which you haven't moved yet are removed. If you
    have any of these, we ask you to confirm first. To skip the question, add yes.

    We delete your addresses, your password and all other data. Finished games remain, with a number
    instead of your userid. Nobody can register your userid again.
    """

    names: ClassVar = ("signoff", "delete")
    irreversible: ClassVar = True
    example: ClassVar = "signoff alice PASSWORD"

    sure: Annotated[str, Optional(f"[{SURE}]", SURE.__eq__, "")]

    def effect(self) -> str:
        return "This deletes your account. You forfeit your games in progress."

    def run(self, context: Context) -> Response:
        """Ends the account, and notifies the other players of its boards.

        If boards are running, asks for a confirmation first.
        """
        player = authenticate(context, self.userid, self.password)
        check_not_built_in(player)
        boards, more, frozen = running_boards(context, player)
        if boards and not (self.sure or context.caller.confirmed):
            return _ask(context, player, boards, more)
        notifications = end_account(context, player, boards)
        content = TextMessage(
            subject=f"Goodbye, {player.userid}", text=_goodbye(player, len(boards) + more, frozen)
        )
        data = {"userid": player.userid, "boards": len(boards) + more}
        return Response(content, data, (*notifications, Notification(player.addresses, content)))


def end_account(context: Context, player: Player, boards: Sequence[Board]) -> list[Notification]:
    """Ends an account and its games on `boards`, and returns the notifications of other players.

    The clocks end the games on its other boards later.
    """
    leave_all(context, player, SIGNED_OFF)
    notifications = [
        notification for board in boards for notification in _leave(context, board, player)
    ]
    deputyships = context.work.deputies.end_all(player)
    notifications += ended(context.work, deputyships, f"{player.userid} has deleted their account.")
    context.work.clocks.check_all(player, context.now())
    context.work.outbox.forget(player.addresses)
    context.work.former_players.sign_off(player)
    context.current_board = None
    return [each for each in notifications if each.addresses != player.addresses]


def _ask(context: Context, player: Player, boards: list[Board], more: int) -> Response:
    """Asks for a confirmation by email.

    In the shell, raises NotAllowedError with the question instead.
    """
    context.current_board = None
    question = _question(player, boards, more)
    if not context.caller.address:
        raise NotAllowedError(
            f"{question}\nTo delete your account anyway, enter: "
            f"signoff {player.userid} PASSWORD {SURE}"
        )
    line = ("signoff", player.userid, "-")
    asked = "Do you want to delete your account?"
    reason = ConfirmationReason(question, "", "password", question=asked)
    return request_line_confirmation(
        context, player, line, reason, irreversible=Signoff.irreversible
    )


def _question(player: Player, boards: list[Board], more: int) -> str:
    """Returns a note that lists the boards that would end with the account."""
    names = [f"{board.game.title} board {board.number}" for board in boards]
    names += [f"{more} more"] if more else []
    note = (
        f"You're still playing {counted(len(boards) + more, 'game')} as {player.userid}: "
        f"{listing(names)}. If you delete your account, you forfeit the games in which you have "
        "moved, and we remove the other games."
    )
    return filled(note)


def running_boards(context: Context, player: Player) -> tuple[list[Board], int, int]:
    """Returns running boards of a player, the number of further boards, and of frozen ones.

    At most MAX_AT_ONCE boards are returned. Boards that the player has left don't count.
    """
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
    left_boards = [board for board in boards if has_left(board, context.seat(board, player))]
    return [board for board in boards if board not in left_boards], more, frozen


def _leave(context: Context, board: Board, player: Player) -> list[Notification]:
    notifications = sign_off_board(context, board, context.seat(board, player))
    return [notification for notification in notifications if not _is_to(notification, player)]


def _is_to(notification: Notification, player: Player) -> bool:
    """Whether a notification is a board for the player who signs off.

    They get one goodbye email instead.
    """
    return (
        isinstance(notification.content, BoardSnapshot) and notification.content.to == player.userid
    )


def _goodbye(player: Player, boards: int, frozen: int) -> str:
    ended = f"This ended {counted(boards, 'game')} in progress. " if boards else ""
    stopped = counted(frozen, "game")
    ended += f"The admin will take care of {stopped} that an error has stopped. " if frozen else ""
    return filled(
        f"We've deleted your account, {player.userid}, including your addresses and password. "
        f"{ended}The records of your games remain, without your userid."
    )
