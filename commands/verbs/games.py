"""Listing boards."""

from dataclasses import dataclass
from typing import ClassVar

from commands.context.context import Session
from commands.language.command import GameCommand
from commands.language.fields import Selector, SomeUserids
from commands.messages.response import Answer, plain
from commands.play.board_answers import listing_of


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
