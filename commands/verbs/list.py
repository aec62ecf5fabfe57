"""The command `list`, which lists the games of this server."""

from typing import Annotated, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import Command
from commands.language.slots import Many
from commands.views.text.tables import table
from pbm import games
from pbm.errors import NotFoundError


class List(Command):
    """Lists the games on this server, with the number of running and finished games of each."""

    example: ClassVar = "list"

    titles: Annotated[tuple[str, ...], Many("[GAME...]")]

    def run(self, context: Context) -> Response:
        """Returns a table of the named games, or of all games.

        A title of several words, such as Knight Panic, is found, too.
        """
        counts = context.work.counts.boards(context.viewer)
        counted_games = [(game, *counts.get(game.name, (0, 0))) for game in _games(self.titles)]
        rows = [
            (game.name, str(running), str(finished), game.title)
            for game, running, finished in counted_games
        ]
        data = [
            {"game": game.name, "running": running, "finished": finished}
            for game, running, finished in counted_games
        ]
        text = table(("game", "running", "finished", ""), rows, right=(1, 2))
        text += "\n\nFor the rules of a game, send: help GAME"
        return text_response("List of games", text, {"games": data})


def _games(words: tuple[str, ...]) -> list[games.AnyGame]:
    if not words:
        return games.known()
    try:
        return [games.find(word) for word in words]
    except NotFoundError:
        return [games.find(" ".join(words))]
