"""Crazyhouse: chess in which captured pieces change sides."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from pbm.classics.chess.family import PROMOTED, ChessFamily, fen_of, figure
from pbm.classics.chess.pieces import CHESS_PIECES
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move
from pbm.diagram import Diagram, Hand
from pbm.options import NoOptions

FIRST_DROP = 4674
"""The first action of OpenSpiel that puts a piece on the board."""
ORDER = "QRBNP"


class Crazyhouse(ChessFamily[NoOptions]):
    """The rules of crazyhouse."""

    name = "crazyhouse"
    title = "Crazyhouse"
    family = "Chess"
    summary = "Checkmate your opponent, and use the pieces you capture."
    spiel = "crazyhouse"
    destinations = 73
    material = CHESS_PIECES
    variant = "Crazyhouse"
    rules = """\
White is the first player named, and moves first. White and Black play by the rules of chess (see
"help chess"), with one difference: a piece that you capture changes to your color and goes into
your pocket. Instead of moving, you can put a piece from your pocket on any empty square, even if
this gives check or checkmate. You can't put a pawn on the first or last row. A pawn that has become
another piece is a pawn again when it is captured.

If your opponent is in check and has no legal move, that is checkmate, and you win. The game is
drawn if the player to move isn't in check but has no legal move (stalemate), if the same position
occurs for the third time, if both players make fifty moves in a row without a capture or a pawn
move, or if you agree on a draw: reply "propose" to offer one.

Moves: write them as in chess. N@f3 puts a knight on f3. In the diagram, White's pieces are
capitals."""
    notes = """\
Draws by repetition or by the fifty-move rule are automatic. Nobody has to claim them."""
    example = ("", ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"))

    def write(self, position: Position, move: Move) -> str:
        """Returns the move in algebraic notation.

        OpenSpiel has letters of its own for pieces that were pawns. They get the usual letters, but
        OpenSpiel doesn't compare them with other pieces. So they have their squares, and so do
        other pieces that could be confused with them.
        """
        san = self.san(position, move)
        if move[0] >= FIRST_DROP:
            return san
        usual = san[0].translate(PROMOTED) if san[0].isupper() else san[0]
        if usual == san[0] and (usual, san[-2:]) not in _moves_of_promoted(self, position):
            return san
        takes = "x" if "x" in san else ""
        return f"{usual}{self.origin(position, move)}{takes}{san[-2:]}"

    def san(self, position: Position, move: Move) -> str:
        """Returns the move with the letters of OpenSpiel, without signs for check and mate."""
        return super().write(position, move)

    def key(self, text: str) -> str:
        """Returns a move without signs. Other programs drop pawns without a letter: `@e4`."""
        return super().key(f"P{text.strip()}" if text.strip().startswith("@") else text)

    def mover(self, position: Position, move: Move, written: str) -> str:
        """Returns the square of the piece that moves, or "" for a piece from a pocket."""
        return "" if move[0] >= FIRST_DROP else super().mover(position, move, written)

    def spellings(self, position: Position, move: Move) -> Iterable[str]:
        if move[0] >= FIRST_DROP:
            return (self.key(self.write(position, move)),)
        return super().spellings(position, move)

    def in_check(self, position: Position) -> bool:
        return bool(position.state.in_check())

    def diagram(self, position: Position) -> Diagram:
        pockets = fen_of(position).pocket
        hands = (self._hand("White", pockets, ORDER), self._hand("Black", pockets, ORDER.lower()))
        return replace(
            super().diagram(position), hands=tuple(hand for hand in hands if hand.pieces)
        )

    def _hand(self, side: str, pockets: str, letters: str) -> Hand:
        counts = Counter(pockets)
        pieces = tuple((figure("", each), counts[each]) for each in letters if counts[each])
        return Hand(f"{side}'s pocket", pieces)

    def reason(self, position: Position, winner: int | None) -> str:
        if winner is not None:
            return f"{self.seats[1 - winner].name} is checkmated"
        if reason := self.draw_reason(position):
            return reason
        stuck = self.seats[0 if fen_of(position).turn == "w" else 1].name
        return f"{stuck} isn't in check, but has no legal move (stalemate)"


@lru_cache(64)
def _moves_of_promoted(game: Crazyhouse, position: Position) -> frozenset[tuple[str, str]]:
    """Returns letters and target squares of the moves of pieces that were pawns."""
    moves = [game.san(position, move) for move in game.moves(position)]
    return frozenset((san[0].translate(PROMOTED), san[-2:]) for san in moves if san[0] in "ECAH")
