"""The command `legal`, which lists legal moves."""

from typing import Annotated, ClassVar

from commands.boards.positions import play_on, position_at
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import BoardReferenceOrNew
from commands.language.slots import Many, Options
from commands.views.board_parts import verdict
from commands.views.json.data import match_data
from commands.views.text.board_text import legal_moves
from pbm.match.match import Match


class Legal(GameCommand):
    """Lists the legal moves in a game or at the start of a new one, in the usual notation.

    Add moves to play them first, each without spaces. To list the moves of one piece, give only its
    square.
    """

    example: ClassVar = "{game} legal new {move}"

    reference: BoardReferenceOrNew
    options: Annotated[tuple[str, ...], Options("[-OPTION...]")]
    moves: Annotated[tuple[str, ...], Many("[MOVE+]")]

    def run(self, context: Context) -> Response:
        """Returns the legal moves. Needs no password and changes nothing."""
        match = position_at(context, self.game, self.reference, self.options)
        if square := _mover_square(match, self.moves):
            return self._of_piece(context, match, square)
        match = play_on(context, match, self.moves)
        return self._listed(match, match.legal)

    def _of_piece(self, context: Context, match: Match, square: str) -> Response:
        moves = match.legal_by_piece[square]
        if self.reference is None:
            return self._listed(match, moves)
        board = context.board(self.game, self.reference.number)
        content = context.snapshot(board, ply=self.reference.ply)
        content = content.model_copy(update={"piece": square})
        return Response(content, match_data(match) | {"moves": moves})

    def _listed(self, match: Match, moves: list[str]) -> Response:
        subject = f"{self.game.title}: legal moves"
        return text_response(subject, _text(match, moves), match_data(match) | {"moves": moves})


def _mover_square(match: Match, words: tuple[str, ...]) -> str:
    """Returns the square if the words name one piece that can move.

    Otherwise, returns an empty string.
    """
    if len(words) != 1 or words[0].lower() not in match.legal_by_piece:
        return ""
    return words[0].lower()


def _text(match: Match, moves: list[str]) -> str:
    seats = [seat.name for seat in match.game.seats]
    if match.outcome:
        return "\n".join(verdict(match.outcome, seats))
    assert match.to_move is not None  # noqa: S101 - a match is over or somebody's turn
    return f"{seats[match.to_move]} to play move {match.ply + 1}.\n\n{legal_moves(moves)}"
