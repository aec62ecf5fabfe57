"""The command `legal`, which lists legal moves."""

from typing import Annotated, ClassVar

from commands.boards.positions_after_moves import play_on, position_at
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import BoardReferenceOrNew
from commands.language.slots import Many, Options
from commands.views.board_paragraphs import verdict
from commands.views.json.data import match_data
from commands.views.move_choices import moves_from
from commands.views.text.move_lists import legal_moves
from pbm.match.match import Match


class Legal(GameCommand):
    """Lists the legal moves in a game or at the start of a new one, in the usual notation.

    Add moves to play them first, each without spaces. To list the moves of one piece, give only its
    square. If a piece has many moves, give their beginning, such as d1-d7.
    """

    example: ClassVar = "{game} legal new {move}"

    reference: BoardReferenceOrNew
    options: Annotated[tuple[str, ...], Options("[-OPTION...]")]
    moves: Annotated[tuple[str, ...], Many("[MOVE+]")]

    def run(self, context: Context) -> Response:
        """Returns the legal moves. Needs no password and changes nothing."""
        match = position_at(context, self.game, self.reference, self.options)
        if beginning := _beginning(match, self.moves):
            return self._of_piece(context, match, beginning)
        match = play_on(context, match, self.moves)
        return self._listed(match, match.legal)

    def _of_piece(self, context: Context, match: Match, beginning: str) -> Response:
        moves = moves_from(match, beginning)
        if self.reference is None:
            return self._listed(match, moves)
        board = context.board(self.game, self.reference.number)
        content = context.snapshot(board, ply=self.reference.ply)
        content = content.model_copy(update={"piece": beginning})
        return Response(content, match_data(match) | {"moves": moves})

    def _listed(self, match: Match, moves: list[str]) -> Response:
        subject = f"{self.game.title}: legal moves"
        return text_response(subject, _text(match, moves), match_data(match) | {"moves": moves})


def _beginning(match: Match, words: tuple[str, ...]) -> str:
    """Returns the square of a piece that can move, or how some legal moves begin, if so given.

    Otherwise, returns an empty string.
    """
    if len(words) != 1 or words[0] in match.legal:
        return ""
    spellings = (words[0], words[0].lower())
    return next((each for each in spellings if each and moves_from(match, each)), "")


def _text(match: Match, moves: list[str]) -> str:
    seats = [seat.name for seat in match.game.seats]
    if match.outcome:
        return "\n".join(verdict(match.outcome, seats))
    assert match.to_move is not None  # noqa: S101 - a match is over or somebody's turn
    return f"{seats[match.to_move]} is to move.\n\n{legal_moves(moves)}"
