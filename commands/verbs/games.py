"""Listing boards."""

from dataclasses import dataclass
from typing import Any, ClassVar

from commands.answer import Answer, plain
from commands.command import GameCommand
from commands.grammar import Selector, SomeUserids
from commands.session import Session
from commands.views.tables import table
from pbm.board import BoardLine
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
        count, lines = session.work.boards.lines(self.game.name, userids, self.selector, MOST_LINES)
        heading = f"{counted(count, f'{self.game.title} game')} ({self.selector})"
        if count > len(lines):
            heading += f", of which the newest {len(lines)} are shown"
        rows = [(str(line.number), " - ".join(line.players), _state(line)) for line in lines]
        text = table(("board", "players", ""), rows, right=(0,)) if rows else ""
        data = {"boards": [_data(line) for line in lines]}
        subject = f"List of {self.game.title} games"
        return plain(subject, f"{heading}\n\n{text}".strip(), data)


def _state(line: BoardLine) -> str:
    if line.to_move is not None:
        return f"{line.players[line.to_move]} to make move #{line.ply + 1}"
    if not line.winners:
        return f"drawn after {counted(line.ply, 'move')}"
    winners = " and ".join(line.players[seat] for seat in line.winners)
    return f"won by {winners} after {counted(line.ply, 'move')}"


def _data(line: BoardLine) -> dict[str, Any]:
    return {
        "board": line.number,
        "players": list(line.players),
        "ply": line.ply,
        "to_move": line.to_move,
        "winners": None if line.winners is None else list(line.winners),
    }
