"""The command `show`, which shows boards."""

from typing import ClassVar

from commands.boards.board_answers import absent_board_response, board_response
from commands.boards.board_lists import (
    SelectedBoards,
    boards_response,
    check_number,
    listed_userids,
    select_boards,
)
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import BoardReferences, Selector, Userids
from pbm.games import AbsentGame


class Show(GameCommand):
    """Shows the board of one or more games, now or after an earlier move."""

    example: ClassVar = "{game} show 101"

    references: BoardReferences

    def run(self, context: Context) -> Response:
        """Returns one board with its own subject, or several boards in one response."""
        check_number(self.references)
        if isinstance(self.game, AbsentGame):
            return absent_board_response(context, self.game, self.references[0].number)
        boards = [(context.board(self.game, each.number), each.ply) for each in self.references]
        if len(boards) == 1:
            return board_response(context, *boards[0])
        selected, sender = SelectedBoards(boards), context.only_sender()
        return boards_response(self.game.title, selected, sender=sender)


class ShowPlayers(GameCommand):
    """Shows these players' games: all, active, inactive, or waiting for their move (next)."""

    example: ClassVar = "{game} show alice next"

    userids: Userids
    selector: Selector

    def run(self, context: Context) -> Response:
        """Returns the boards, the newest first."""
        userids = listed_userids(context, self.userids)
        selected = select_boards(context, [self.game], userids, self.selector)
        return boards_response(self.game.title, selected, sender=context.only_sender())
