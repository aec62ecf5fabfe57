"""Antichess: lose all of your pieces."""

from collections.abc import Iterator

from pbm.classics.chess.family import FIFTY, HALF_MOVES, REPEATED, ChessFamily, fen_of
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move
from pbm.options import NoOptions

EN_PASSANT = 3
"""The field of a position's text with the square behind a pawn that has advanced two squares."""

EXAMPLE = """\
a3 h5 h3 Rh6 e3 Re6 Qxh5 Rxe3 fxe3 e5 Qxe5 Bxa3 Nxa3 Ne7 Qxg7 Nf5 Qxf7 Nxe3 Qxe8 Qxe8 dxe3 Qxe3
Bxe3 a5 Nb5 d6 Nxd6 Bxh3 Rxa5 Bxg2 Nxb7 Bxh1 Rxa8 Bxb7 Rxb8 c5 Rxb7 c4 Bxc4"""


class Antichess(ChessFamily[NoOptions]):
    """The rules of antichess."""

    name = "antichess"
    title = "Antichess"
    family = "Chess"
    aliases = ("losingchess", "giveaway", "suicidechess")
    summary = "Be the first to lose all your pieces."
    spiel = "antichess"
    destinations = 76
    variant = "Antichess"
    rules = """\
White is the first player named, and moves first. White and Black move the pieces as in chess
(see "help chess"), with these differences:

- If you can capture, you have to, but you choose which capture to make.
- The king is like any other piece: it can be captured, there is no check, and nobody castles.
- A pawn that reaches the last row can also become a king.

You win if you have lost all your pieces, or if it is your turn and you can't move. The game is
drawn if the same position occurs for the third time, if both players make fifty moves in a row
without a capture or a pawn move, or if you agree on a draw: reply "propose" to offer one.

Moves: e4, Nf3, exd5 or e8=K. You can also write e2-e4, "e2 to e4" or "knight f3". In the diagram,
White's pieces are capitals."""
    notes = """\
Draws by repetition or by the fifty-move rule are automatic. Nobody has to claim them.

If your only capture is en passant, you have to make it. If you can also capture in another way, you
can't capture en passant."""
    example = ("", tuple(EXAMPLE.split()))

    def moves(self, position: Position) -> Iterator[Move]:
        """Yields the legal moves.

        OpenSpiel lets players refuse to capture en passant, but this capture is mandatory, too. If
        there are other captures, OpenSpiel doesn't allow it.
        """
        moves = list(super().moves(position))
        if position.left is None and str(position.state).split()[EN_PASSANT] != "-":
            moves = [move for move in moves if "x" in self.write(position, move)] or moves
        yield from moves

    def in_check(self, position: Position) -> bool:
        """There is no check."""
        return False

    def why_illegal(self, position: Position, key: str) -> str:
        why = super().why_illegal(position, key)
        captures = any("x" in self.write(position, move) for move in self.moves(position))
        return f"{why} You have to capture." if captures else why

    def draw_reason(self, position: Position) -> str:
        return FIFTY if fen_of(position).half_moves >= HALF_MOVES else REPEATED

    def reason(self, position: Position, winner: int | None) -> str:
        if winner is None:
            return self.draw_reason(position)
        is_own = str.isupper if winner == 0 else str.islower
        left = any(map(is_own, fen_of(position).squares.values()))
        name = self.seats[winner].name
        return f"{name} can't move" if left else f"{name} has lost all their pieces"
