"""Asking for the legal moves."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.answer import Answer, plain
from commands.command import GameCommand
from commands.grammar import Many, Options, PlaceOrNew
from commands.positions import at_place, play_on, standing
from commands.session import Session
from commands.views.board import legal_moves, verdict
from pbm.match import Match


@dataclass(frozen=True)
class Legal(GameCommand):
    """The legal moves, in the canonical notation, sorted; on a board or a new one.

    Moves that follow are played first. They are written without spaces.
    """

    names: ClassVar = ("legal",)
    example: ClassVar = "{game} legal new {move}"

    place: PlaceOrNew
    options: Annotated[tuple[str, ...], Options("[-OPTION...]")]
    moves: Annotated[tuple[str, ...], Many("[MOVE+]")]

    def run(self, session: Session) -> Answer:
        """Needs no password and changes nothing."""
        match = play_on(at_place(session, self.game, self.place, self.options), self.moves)
        subject = f"{self.game.title}: legal moves"
        return plain(subject, _text(match), standing(match) | {"moves": match.legal})


def _text(match: Match) -> str:
    seats = [seat.name for seat in match.game.seats]
    if match.outcome:
        return "\n".join(verdict(match.outcome, seats))
    assert match.to_move is not None  # noqa: S101 - a match is over or somebody's turn
    return f"{seats[match.to_move]} to make move #{match.ply + 1}.\n\n{legal_moves(match)}"
