"""Chess: checkmate the king. Also Chess960, in which the pieces begin in a random order."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from pbm.classics.chess.chess960 import SETUP, STARTS, USUAL_START, start_action, start_of
from pbm.classics.chess.family import ChessFamily, check_start, fen_of, plain_variant
from pbm.classics.chess.pieces import CHESS_PIECES
from pbm.classics.position import Position
from pbm.classics.states import Actions
from pbm.errors import IllegalError
from pbm.options import flag, number
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.notated_game import NotatedGame

USUAL_VARIANTS = ("", "chess", "standard", "fromposition")
VARIANTS = (*USUAL_VARIANTS, "chess960", "fischerandom", "fischerrandom", "freestyle")
"""The names of chess and Chess960 in PGN, in small letters."""
TOO_FEW = "neither side has enough pieces to checkmate"


@dataclass(frozen=True)
class Options:
    """The options of a game of chess."""

    chess960: bool = flag("Chess960: the pieces on the first row begin in a random order")
    start: int | None = number(
        None,
        low=0,
        high=STARTS - 1,
        help="number of the Chess960 starting position; makes the game unrated",
    )


class Chess(ChessFamily[Options]):
    """The rules of chess."""

    name = "chess"
    title = "Chess"
    family = "Chess"
    summary = "Checkmate your opponent's king."
    spiel = "chess"
    destinations = 73
    material = CHESS_PIECES
    options = Options
    rules = """\
White is the first player named, and moves first. White and Black take turns moving one piece. A
piece captures by moving to the square of an enemy piece.

- The king (K) moves one square in any direction.
- The queen (Q) moves any distance along a row, column or diagonal.
- The rook (R) moves any distance along a row or column.
- The bishop (B) moves any distance along a diagonal.
- The knight (N) jumps two squares in one direction and one square to the side.
- A pawn (P) moves one square forward, or two squares from its starting square. It captures one
  square diagonally forward. If an enemy pawn advances two squares, passing over a square that your
  pawn attacks, your next move can capture it as if it had advanced only one square (en passant). A
  pawn that reaches the last row becomes a queen, rook, bishop or knight.

Only knights jump over other pieces. A king is in check if an enemy piece could capture it. You must
get out of check immediately, and you can't move into check. To castle, move the king two squares
toward a rook, which then jumps to the king's other side. Neither of them may have moved before, no
piece may be between them, and the king can't be in check or pass through a square that the enemy
attacks.

If your opponent is in check and has no legal move, that is checkmate, and you win. The game is
drawn if:

- the player to move isn't in check but has no legal move (stalemate);
- the same position occurs for the third time;
- both players make fifty moves in a row without a capture or a pawn move;
- neither side has enough pieces to checkmate; or
- you agree on a draw: reply "propose" to offer one.

Moves: e4, Nf3, exd5, O-O or e8=Q. You can also write e2-e4, "e2 to e4", "knight f3", "takes d5",
0-0 or "castle kingside". If two pieces can go to the same square, add the column or row: Nbd2,
R1e2. In the diagram, White's pieces are capitals."""
    notes = """\
Draws by repetition or by the fifty-move rule are automatic. Nobody has to claim them.

With -chess960, the pieces on the first row begin in one of 960 orders, the same for both sides. One
bishop begins on a light square and the other on a dark square, and the king begins between the
rooks. After castling, the king and the rook are on the same squares as in standard chess. Write
castling as O-O or O-O-O."""
    example = ("", ("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"))

    def resolve(self, options: Options, seed: int) -> Options:
        """Draws the start of Chess960. A start is only possible in Chess960."""
        if options.start is None and not options.chess960:
            return options
        start = seed % STARTS if options.start is None else options.start
        return dataclasses.replace(options, chess960=True, start=start)

    def by_hand(self, options: Options) -> bool:
        return options.start is not None

    def without_seed(self, options: Options) -> Options:
        return dataclasses.replace(options, start=None)

    def describe_options(self, options: Options) -> tuple[str, ...]:
        if not options.chess960:
            return ()
        return ("Chess960",) if options.start is None else (f"Chess960 start {options.start}",)

    def setup(self, options: Options) -> str:
        return SETUP if options.chess960 else self.spiel

    def opening(self, options: Options) -> Actions:
        return () if options.start is None else (start_action(options.start),)

    def reason(self, position: Position, winner: int | None) -> str:
        if winner is not None:
            return f"{self.seats[1 - winner].name} is checkmated"
        if reason := self.draw_reason(position):
            return reason
        if position.state.board().has_legal_moves():
            return TOO_FEW
        stuck = self.seats[0 if fen_of(position).turn == "w" else 1].name
        return f"{stuck} isn't in check, but has no legal move (stalemate)"

    def pgn_tags(self, facts: RecordFacts) -> Iterator[tuple[str, str]]:
        if facts.options.chess960:
            yield "Variant", "Chess960"
            yield "SetUp", "1"
            yield "FEN", str(self.start(facts.options).state)

    def is_variant(self, variant: str) -> bool:
        return variant in VARIANTS

    def pgn_options(self, notated: NotatedGame) -> Options:
        """Returns the options of a game in PGN, with the start of Chess960 that its FEN shows."""
        start, is_usual = start_of(notated.tag("FEN")), plain_variant(notated) in USUAL_VARIANTS
        if start is not None and not (is_usual and start == USUAL_START):
            return Options(chess960=True, start=start)
        check_start(notated)
        if not is_usual:
            raise IllegalError(
                "This Chess960 game doesn't give its starting position. Add a FEN tag."
            )
        return Options()
