"""Asking for the truth about a position."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, ClassVar

from commands.context.context import Session
from commands.language.command import GameCommand
from commands.language.fields import is_place_or_new, read_place
from commands.language.slots import Many, Optional, Options
from commands.messages.response import Answer, plain
from commands.play.positions import at_place, play_on
from commands.play.solving import solved, take_on
from pbm.errors import NotAllowed
from pbm.match import Match


@dataclass(frozen=True)
class Solve(GameCommand):
    """The exact value of a position: who wins with best play, in how many plies, and how.

    The position is that of a board, or of a new one after these moves, which are written without
    spaces. Not everything can be proved; the answer says what the proof rests on. By mail, what
    takes a while comes as a second mail.
    """

    names: ClassVar = ("solve",)
    example: ClassVar = "{game} solve {move}"

    place: Annotated[str, Optional("[BOARD[#PLY]|new]", is_place_or_new, "new")]
    options: Annotated[tuple[str, ...], Options("[-OPTION...]")]
    moves: Annotated[tuple[str, ...], Many("[MOVE+]")]

    def run(self, session: Session) -> Answer:
        """Needs no password and changes nothing."""
        self._check_players()
        place = None if self.place == "new" else read_place(self.place)
        match = play_on(at_place(session, self.game, place, self.options), self.moves)
        if not session.speaker.address:
            return replace(plain("", ""), later=partial(_patiently, session, match))
        proof = session.prover.at_once(match)
        if match.outcome or (proof and not proof.open):
            return solved(match, proof)
        return take_on(session, match)

    def _check_players(self) -> None:
        if len(self.game.seats) > 2:
            raise NotAllowed(
                f"{self.game.title} is for {len(self.game.seats)} players, and so no position has "
                "an exact value:\nwho wins may depend on whom a player with nothing to win helps."
            )


def _patiently(session: Session, match: Match) -> Answer:
    return solved(match, session.prover.patiently(match), session.prover.seconds)
