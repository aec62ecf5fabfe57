"""The commands `all show` and `all games`, which cover the boards of all games."""

from typing import Annotated, ClassVar

from commands.boards.board_lists import (
    MAX_LINES,
    board_table,
    boards_response,
    listed_userids,
    select_boards,
)
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import Command
from commands.language.fields import Selector, SomeUserids, Userid, selector_slot
from commands.language.slots import Literal
from pbm import games
from pbm.stored_values import Selector as Selected

NO_GAMES = {
    "active": "No games in progress found.",
    "inactive": "No finished games found.",
}
"""The answer if there are no games, by selection."""


class AllShow(Command):
    """Shows a player's games of every kind.

    By default, it shows the games in which it is the player's turn (next). With active, it shows
    all games in progress.
    """

    example: ClassVar = "all show alice"

    verb: Annotated[str, Literal("show")]
    userid: Userid
    selector: Annotated[Selected, selector_slot("next", "active")]

    def run(self, context: Context) -> Response:
        """Returns the boards grouped by game, the newest first."""
        userid = context.listed_userid(self.userid)
        return boards_response(
            "all",
            select_boards(context, games.known(), [userid], self.selector),
            sender=context.only_sender(),
        )


class AllGames(Command):
    """Lists games of every kind, by these players or by all players."""

    example: ClassVar = "all games alice next"

    verb: Annotated[str, Literal("games")]
    userids: SomeUserids
    selector: Selector

    def run(self, context: Context) -> Response:
        """Returns a table for each game in which a board matches."""
        userids = listed_userids(context, self.userids)
        kinds = games.known()
        limit = MAX_LINES // len(kinds)
        tables = [board_table(context, game, userids, self.selector, limit) for game in kinds]
        text = "\n\n".join(text for text, data in tables if data)
        boards = [entry for _, data in tables for entry in data]
        none = NO_GAMES.get(self.selector, "No games found.")
        return text_response("List of all games", text or none, {"boards": boards})
