"""The command to list the games served."""

from typing import Annotated, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import Command
from commands.language.slots import Many
from commands.views.text.tables import table
from pbm import games
from pbm.errors import NotFoundError


class List(Command):
    """The games served here, with the number of boards running and finished."""

    example: ClassVar = "list"

    titles: Annotated[tuple[str, ...], Many("[GAME...]")]

    def run(self, context: Context) -> Response:
        """Returns a table of these games, or of all.

        Titles of games may contain spaces, such as Knight Panic.
        """
        counts = context.work.counts.boards(context.viewer)
        wanted = [(game, *counts.get(game.name, (0, 0))) for game in _games(self.titles)]
        rows = [
            (game.name, str(running), str(finished), game.title)
            for game, running, finished in wanted
        ]
        data = [
            {"game": game.name, "running": running, "finished": finished}
            for game, running, finished in wanted
        ]
        text = table(("game", "running", "finished", ""), rows, right=(1, 2))
        text += '\n\n"help GAME" gives the rules of one.'
        return text_response("List of games", text, {"games": data})


def _games(words: tuple[str, ...]) -> list[games.AnyGame]:
    if not words:
        return games.known()
    try:
        return [games.find(word) for word in words]
    except NotFoundError:
        return [games.find(" ".join(words))]
