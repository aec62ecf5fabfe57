"""Commands to show boards from the player's own side."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.context.authentication import authenticate
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import Password, Selector, Userid, read_board_number
from commands.language.slots import Many
from commands.messages.response import Response
from commands.play.board_answers import SelectedBoards, boards_response, check_number, select_boards


@dataclass(frozen=True)
class Showas(GameCommand):
    """Boards as your own mails show them, with what you can do on each."""

    names: ClassVar = ("showas",)
    example: ClassVar = "{game} showas alice PASSWORD 101"

    userid: Userid
    password: Password
    boards: Annotated[tuple[int, ...], Many("BOARD+", 1, read_board_number)]

    def run(self, context: Context) -> Response:
        """Returns the boards as the authenticated player sees them."""
        player = authenticate(context, self.userid, self.password)
        check_number(self.boards)
        found = [(context.board(self.game, number), None) for number in self.boards]
        return boards_response(self.game.title, SelectedBoards(found), to=player.userid)


@dataclass(frozen=True)
class ShowasSelected(GameCommand):
    """Your boards as your own mails show them: all, active, inactive, or waiting for you (next)."""

    names: ClassVar = ("showas",)
    example: ClassVar = "{game} showas alice PASSWORD next"

    userid: Userid
    password: Password
    selector: Selector

    def run(self, context: Context) -> Response:
        """Returns the boards, the newest first."""
        player = authenticate(context, self.userid, self.password)
        boards = select_boards(context, [self.game], [player.userid], self.selector)
        return boards_response(self.game.title, boards, to=player.userid)
