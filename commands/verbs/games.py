"""The command `games`, which lists boards of a game."""

from typing import ClassVar

from commands.boards.board_lists import board_table, listed_userids
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import Selector, SomeUserids


class Games(GameCommand):
    """Lists the games of these players, or of all players. The newest come first.

    Choose all, active (running), inactive (finished), or next (waiting for a move of these
    players). The default is active.
    """

    example: ClassVar = "{game} games alice"

    userids: SomeUserids
    selector: Selector

    def run(self, context: Context) -> Response:
        """Returns the boards as a table, and as data for programs."""
        userids = listed_userids(context, self.userids)
        text, boards = board_table(context, self.game, userids, self.selector)
        return text_response(f"List of {self.game.title} games", text, {"boards": boards})
