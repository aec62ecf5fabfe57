"""The command `showas`, which shows boards as their player sees them."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Annotated, ClassVar

from commands.boards.board_lists import SelectedBoards, boards_response, check_number, select_boards
from commands.content.messages import BoardSnapshot, Part, map_parts
from commands.content.response import Response
from commands.context.context import Context
from commands.context.deputy_rights import addressed_to_deputy, deputized_seat
from commands.language.command import GameCommand
from commands.language.fields import Password, Selector, Userid, read_board_number
from commands.language.slots import Many
from commands.players.authentication import authenticate
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import BoardFrozenError


class Showas(GameCommand):
    """Shows games as in the emails that you get about them, with your possible actions."""

    example: ClassVar = "{game} showas alice PASSWORD 101"

    userid: Userid
    password: Password
    boards: Annotated[tuple[int, ...], Many("BOARD+", 1, read_board_number)]

    def run(self, context: Context) -> Response:
        """Returns the boards as the authenticated player sees them."""
        player = authenticate(context, self.userid, self.password)
        check_number(self.boards)
        boards = {number: self._board(context, player, number) for number in self.boards}
        selected = SelectedBoards([(boards[number], None) for number in self.boards])
        response = boards_response(self.game.title, selected, to=player.userid)
        addressed = partial(_addressed, context=context, player=player, boards=boards)
        return replace(response, content=map_parts(response.content, addressed))

    def _board(self, context: Context, player: Player, number: int) -> Board:
        """Returns a board that the player may see as a player, a watcher or a deputy."""
        with suppress(BoardFrozenError):
            board = context.work.boards.find(self.game.name, number)
            if board and deputized_seat(context.work, board, player, context.now()) is not None:
                return context.seen_board(self.game, number)
        return context.board(self.game, number)


def _addressed(part: Part, context: Context, player: Player, boards: Mapping[int, Board]) -> Part:
    """Returns a board as a deputy sees it if the player is a deputy on it.

    Returns other parts unchanged.
    """
    if not isinstance(part, BoardSnapshot):
        return part
    board = boards[part.number]
    seat = deputized_seat(context.work, board, player, context.now())
    return part if seat is None else addressed_to_deputy(part, board, seat, player)


class ShowasSelected(GameCommand):
    """Shows your games as in your emails: all, active, inactive, or waiting for you (next)."""

    example: ClassVar = "{game} showas alice PASSWORD next"

    userid: Userid
    password: Password
    selector: Selector

    def run(self, context: Context) -> Response:
        """Returns the boards, the newest first."""
        player = authenticate(context, self.userid, self.password)
        boards = select_boards(context, [self.game], [player.userid], self.selector)
        return boards_response(self.game.title, boards, to=player.userid)
