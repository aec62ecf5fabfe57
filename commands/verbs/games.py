"""Listing boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from commands.context.context import Session
from commands.language.command import GameCommand
from commands.language.grammar import Selector, SomeUserids
from commands.messages.response import Answer, plain
from commands.views.board_lines import line_data, names, state
from commands.views.tables import table
from pbm.games import AnyGame
from pbm.ports import Selector as Selected
from pbm.wording import counted

MOST_LINES = 500
"""So that an answer stays below 90 KB, beyond which mail readers clip it."""


@dataclass(frozen=True)
class Games(GameCommand):
    """Lists boards of these players, or of everybody: all, active, inactive, or next to move.

    The usual selection is the active ones; the newest come first.
    """

    names: ClassVar = ("games",)
    example: ClassVar = "{game} games alice"

    userids: SomeUserids
    selector: Selector

    def run(self, session: Session) -> Answer:
        """A table, and the same as data."""
        userids = [session.player(userid).userid for userid in self.userids]
        text, boards = listing_of(session, self.game, userids, self.selector)
        return plain(f"List of {self.game.title} games", text, {"boards": boards})


def listing_of(
    session: Session,
    game: AnyGame,
    userids: Sequence[str],
    selector: Selected,
    most: int = MOST_LINES,
) -> tuple[str, list[dict[str, Any]]]:
    """The newest boards of these players as a table, and as data."""
    count, lines = session.work.boards.lines(game.name, userids, selector, most)
    heading = f"{counted(count, f'{game.title} game')} ({selector})"
    if count > len(lines):
        heading += f", of which the newest {len(lines)} are shown"
    rows = [(str(line.number), names(line), state(line)) for line in lines]
    text = table(("board", "players", ""), rows, right=(0,)) if rows else ""
    return f"{heading}\n\n{text}".strip(), [line_data(line) for line in lines]
