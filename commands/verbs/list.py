"""The command `list`, which lists the games of this server."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import Command
from commands.language.slots import Many
from commands.views.text.tables import table
from pbm import games
from pbm.errors import NotFoundError

Counts = Mapping[str, tuple[int, int]]
"""Numbers of running and finished boards by game."""


class List(Command):
    """Lists the games on this server, and for each, the number of running and finished games."""

    example: ClassVar = "list"

    titles: Annotated[tuple[str, ...], Many("[GAME...]")]

    def run(self, context: Context) -> Response:
        """Returns a table of the named games, or of all games.

        A title of several words, such as Knight Panic, is found, too.
        """
        counts = context.work.counts.boards(context.viewer)
        groups = self._groups(counts)
        lines = [line for heading, group in groups for line in _lines(heading, group, counts)]
        text = table(lines[1], lines[2:], right=(1, 2))
        text += "\n\nFor the rules of a game, send: help GAME"
        data = [_facts(game, counts) for _, group in groups for game in group]
        return text_response("List of games", text, {"games": data})

    def _groups(self, counts: Counts) -> list[tuple[str, Sequence[games.AnyGame]]]:
        """Returns the games to list below the first word of each table's head."""
        if self.titles or len(games.families()) == 1:
            return [("game", _games(self.titles))]
        return [*games.by_family(games.known(), counts).items()]


def _lines(
    heading: str, group: Sequence[games.AnyGame], counts: Counts
) -> Iterator[tuple[str, str, str, str]]:
    """Yields an empty line, the head of a table of games, and a line for each game."""
    yield ("", "", "", "")
    yield (heading, "running", "finished", "")
    for game in group:
        running, finished = counts.get(game.name, (0, 0))
        yield (game.name, str(running), str(finished), game.title)


def _facts(game: games.AnyGame, counts: Counts) -> dict[str, str | int]:
    running, finished = counts.get(game.name, (0, 0))
    return {"game": game.name, "running": running, "finished": finished}


def _games(words: tuple[str, ...]) -> list[games.AnyGame]:
    if not words:
        return games.known()
    try:
        return [games.find(word) for word in words]
    except NotFoundError:
        return [games.find(" ".join(words))]
