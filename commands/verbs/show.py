"""Showing boards."""

from dataclasses import dataclass
from typing import Any, ClassVar

from commands.answer import Answer, plain
from commands.command import GameCommand
from commands.grammar import Place, Places, Selector, Userids
from commands.positions import at_ply, board_data
from commands.said import BoardSaid, Several, about
from commands.session import Session
from pbm.board import Board
from pbm.refusal import NotAllowed

MOST_BOARDS = 50
"""So that an answer stays below 90 KB, beyond which mail readers clip it."""


@dataclass(frozen=True)
class Show(GameCommand):
    """The position on a board, now or after a ply; or on all boards of some players."""

    names: ClassVar = ("show",)
    example: ClassVar = "{game} show 101"

    places: Places

    def run(self, session: Session) -> Answer:
        """One board under its own subject, several in one answer."""
        if len(self.places) > MOST_BOARDS:
            raise NotAllowed(f"At most {MOST_BOARDS} boards are shown at once.")
        found = [(session.board(self.game, place.number), place) for place in self.places]
        return _answer(self.game.title, found)


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
        _, lines = session.work.boards.lines(self.game.name, userids, self.selector, MOST_BOARDS)
        found = [(session.board(self.game, line.number), Place(line.number)) for line in lines]
        return _listed(self.game.title, found)


def _answer(title: str, found: list[tuple[Board, Place]]) -> Answer:
    """One board by itself, several as a list."""
    return Answer(*_part(*found[0])) if len(found) == 1 else _listed(title, found)


def _listed(title: str, found: list[tuple[Board, Place]]) -> Answer:
    subject = f"List of {title} games"
    if not found:
        return plain(subject, f"There are no such {title} boards.", {"boards": []})
    parts = [_part(board, place) for board, place in found]
    named = tuple((f"{title} Board {said.number}", said) for said, _ in parts)
    return Answer(Several(subject=subject, parts=named), {"boards": [data for _, data in parts]})


def _part(board: Board, place: Place) -> tuple[BoardSaid, dict[str, Any]]:
    match = at_ply(board.match, place.ply)
    return about(board, ply=place.ply), board_data(board, match)
