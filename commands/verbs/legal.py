"""Asking for the legal moves."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.context.context import Session
from commands.language.command import GameCommand
from commands.language.fields import PlaceOrNew
from commands.language.slots import Many, Options
from commands.messages.response import Answer, plain
from commands.play.positions import at_place, play_on
from commands.views.board import legal_moves
from commands.views.board_parts import verdict
from commands.views.data import standing
from pbm.match import Match


@dataclass(frozen=True)
class Legal(GameCommand):
    """The legal moves, in the canonical notation, sorted; on a board or a new one.

    Moves that follow are played first; they are written without spaces. The square of a piece,
    alone, asks for the moves of that piece.
    """

    names: ClassVar = ("legal",)
    example: ClassVar = "{game} legal new {move}"

    place: PlaceOrNew
    options: Annotated[tuple[str, ...], Options("[-OPTION...]")]
    moves: Annotated[tuple[str, ...], Many("[MOVE+]")]

    def run(self, session: Session) -> Answer:
        """Needs no password and changes nothing."""
        match = at_place(session, self.game, self.place, self.options)
        if square := _mover_square(match, self.moves):
            return self._of_piece(session, match, square)
        match = play_on(match, self.moves)
        return self._listed(match, match.legal)

    def _of_piece(self, session: Session, match: Match, square: str) -> Answer:
        moves = match.legal_by_piece[square]
        if self.place is None:
            return self._listed(match, moves)
        board = session.board(self.game, self.place.number)
        said = session.said_of(board, ply=self.place.ply)
        said = said.model_copy(update={"piece": square})
        return Answer(said, standing(match) | {"moves": moves})

    def _listed(self, match: Match, moves: list[str]) -> Answer:
        subject = f"{self.game.title}: legal moves"
        return plain(subject, _text(match, moves), standing(match) | {"moves": moves})


def _mover_square(match: Match, words: tuple[str, ...]) -> str:
    """The square of the one piece asked for; empty where moves are to be played."""
    if len(words) != 1 or words[0].lower() not in match.legal_by_piece:
        return ""
    return words[0].lower()


def _text(match: Match, moves: list[str]) -> str:
    seats = [seat.name for seat in match.game.seats]
    if match.outcome:
        return "\n".join(verdict(match.outcome, seats))
    assert match.to_move is not None  # noqa: S101 - a match is over or somebody's turn
    return f"{seats[match.to_move]} to make move #{match.ply + 1}.\n\n{legal_moves(moves)}"
