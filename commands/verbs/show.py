"""Showing boards."""

from dataclasses import dataclass
from typing import ClassVar

from commands.context.context import Session
from commands.language.command import GameCommand
from commands.language.fields import Places, Selector, Userids
from commands.messages.response import Answer
from commands.play.board_answers import Boards, check_number, listed, selected, show


@dataclass(frozen=True)
class Show(GameCommand):
    """The position on a board, now or after a ply; or on all boards of some players."""

    names: ClassVar = ("show",)
    example: ClassVar = "{game} show 101"

    places: Places

    def run(self, session: Session) -> Answer:
        """One board under its own subject, several in one answer."""
        check_number(self.places)
        found = [(session.board(self.game, place.number), place.ply) for place in self.places]
        if len(found) == 1:
            return show(session.prover, *found[0])
        return listed(self.game.title, Boards(found))


@dataclass(frozen=True)
class ShowPlayers(GameCommand):
    """The position on every board of these players: all, active, inactive, or next to move."""

    names: ClassVar = ("show",)
    example: ClassVar = "{game} show alice next"

    userids: Userids
    selector: Selector

    def run(self, session: Session) -> Answer:
        """The newest boards come first."""
        userids = [session.player(userid).userid for userid in self.userids]
        return listed(self.game.title, selected(session, [self.game], userids, self.selector))
