"""The base of chess and its relatives: algebraic notation, the board, and draws."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar, TypeVar

from pbm.classics.boards import EMPTY, flat, rectangle
from pbm.classics.chess.moves import (
    NAMES,
    PIECE_WORDS,
    chess_key,
    is_chess_key,
    piece_name,
    san_spellings,
)
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move, SpielGame
from pbm.diagram import Cell, Diagram
from pbm.errors import IllegalError
from pbm.game import Seat
from pbm.look import Shape
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.imported_game import RecordedGame
from pbm.standard_records.notated_game import NotatedGame
from pbm.standard_records.pgn_reader import recorded_pgn
from pbm.standard_records.pgn_writer import write_pgn
from pbm.wording import shown

Options = TypeVar("Options")
FILES = "abcdefgh"
RANKS = "87654321"
SEAT_TAGS = ("White", "Black")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
CASTLING = {"O-O": "g", "O-O-O": "c"}
"""The file on which the king arrives."""
HALF_MOVES = 100
"""Number of half-moves without a capture or a pawn's move that ends the game in a draw."""
REPEATED = "the same position occurred for the third time (threefold repetition)"
FIFTY = "fifty moves passed without a capture or a pawn move"
FILE_AND_SQUARE = re.compile(r"[A-Ha-h][a-h][1-8]")
TARGET = re.compile(r"([a-h][1-8])(?:=?[A-Z])?[+#]?$")
PROMOTED = str.maketrans("ECAHecah", "QRBNqrbn")
"""OpenSpiel's letters of promoted pawns in crazyhouse."""
SIGNS = str.maketrans("", "", "+#")


@dataclass(frozen=True, slots=True)
class Fen:
    """A position in Forsyth-Edwards notation."""

    squares: dict[str, str]
    """The letters of the pieces by their squares. Capitals are White's."""
    turn: str
    """The color to move: `w` or `b`."""
    half_moves: int
    """Number of half-moves since the last capture or pawn's move."""
    pocket: str = ""
    """The letters of the pieces that players may put on the board."""

    @classmethod
    def read(cls, text: str) -> "Fen":
        """Reads the notation. In crazyhouse, a pocket in brackets follows the board."""
        placed, turn, *_, half_moves, _ = text.split()
        board, _, pocket = placed.rstrip("]").partition("[")
        board = board.translate(PROMOTED)
        rows = re.sub("[1-8]", lambda empty: EMPTY * int(empty[0]), board)
        squares = {
            f"{file}{rank}": letter
            for rank, row in zip(RANKS, rows.split("/"), strict=True)
            for file, letter in zip(FILES, row, strict=True)
            if letter != EMPTY
        }
        return cls(squares, turn, int(half_moves), pocket)


class ChessFamily(SpielGame[Options]):
    """A relative of chess."""

    seats = (Seat("White", "K"), Seat("Black", "k"))
    players = (1, 0)
    plies = 17695
    drawn_by_agreement = True
    case_matters = True
    reads_any_case = True
    piece_words = PIECE_WORDS
    perspective = True
    record_form = "pgn"
    variant: ClassVar[str] = ""
    """The name of the variant in PGN. Empty for standard chess."""
    destinations: ClassVar[int]
    """Number of actions that OpenSpiel has for each square of origin."""

    def write(self, position: Position, move: Move) -> str:
        """Returns the move in algebraic notation, without signs for check and mate."""
        return super().write(position, move).translate(SIGNS)

    def key(self, text: str) -> str:
        return chess_key(text)

    def looks_like_move(self, key: str) -> bool:
        return is_chess_key(key)

    def example_move(self, position: Position) -> str:
        return "e4, Nf3 or e2-e4"

    def spellings(self, position: Position, move: Move) -> Iterable[str]:
        written = self.write(position, move)
        origin = self.mover(position, move, written)
        yield from san_spellings(written, origin)
        if written in CASTLING:
            yield f"{origin}{CASTLING[written]}{origin[1]}"
            yield f"K{CASTLING[written]}{origin[1]}"

    def mover_square(self, position: Position, move: Move) -> str:
        return self.mover(position, move, self.write(position, move))

    def mover(self, position: Position, move: Move, written: str) -> str:
        """Returns the square of the piece that moves. Castling is a move of the king.

        `written`: the move in algebraic notation.
        """
        if written in CASTLING:
            fen = fen_of(position)
            king = "K" if fen.turn == "w" else "k"
            return next(square for square, letter in fen.squares.items() if letter == king)
        return self.origin(position, move)

    def written_moves(self, position: Position) -> Iterator[tuple[str, str]]:
        for move in self.moves(position):
            written = self.write(position, move)
            yield self.mover(position, move, written), written

    def origin(self, position: Position, move: Move) -> str:
        """Returns the square of the piece that makes a move other than castling."""
        file, rank = divmod(move[0] // self.destinations, 8)
        is_white = fen_of(position).turn == "w"
        return f"{FILES[file]}{rank + 1 if is_white else 8 - rank}"

    def diagram(self, position: Position) -> Diagram:
        squares = fen_of(position).squares

        def cell(_column: int, _row: int, square: str) -> Cell:
            return figure(square, squares.get(square, EMPTY))

        return flat(rectangle(FILES, RANKS, cell), *self.notes_on(position))

    def notes_on(self, position: Position) -> Iterable[str]:
        """Returns notes for the diagram."""
        return ()

    def draw_reason(self, position: Position) -> str:
        """Returns the reason for a draw by repetition or the fifty-move rule, or "" for others."""
        state = position.state
        if state.is_repetition_draw():
            return REPEATED
        return FIFTY if fen_of(position).half_moves >= HALF_MOVES else ""

    def why_illegal(self, position: Position, key: str) -> str:
        """Returns why a move isn't legal, as far as this can be seen from the board."""
        found = TARGET.search(key)
        target, squares = found[1] if found else "", fen_of(position).squares
        side = self.seats[self.to_move(position) or 0].name
        is_own = str.isupper if side == "White" else str.islower
        origin = key[:2] if len(key) >= len("e2e4") and key[:2] in _SQUARES else ""
        if origin and not is_own(squares.get(origin, "")):
            return f"{side} has no piece on {origin}."
        if target and is_own(squares.get(target, "")):
            return f"{side}'s own {_name(squares[target])} is on {target}."
        danger = f" {side} is in check." if self.in_check(position) else ""
        if origin:
            return f"The {_name(squares[origin])} on {origin} can't move to {target}.{danger}"
        if target and FILE_AND_SQUARE.fullmatch(key) and not piece_name(key):
            return f"No pawn on the {key[0].lower()}-file can capture on {target}.{danger}"
        if target:
            piece = piece_name(key) or "pawn"
            which = "The" if piece == "king" else "No"
            can = "can't" if piece == "king" else "can"
            return f"{which} {piece} {can} move to {target}.{danger}"
        return f"{side} can't castle there now.{danger}"

    def in_check(self, position: Position) -> bool:
        """Whether the side to move is in check, by the sign of the last move."""
        state = position._replace(actions=position.actions[:-1]).state
        last = position.actions[-1:]
        return any(
            state.action_to_string(state.current_player(), move)[-1] in "+#" for move in last
        )

    def pgn_tags(self, facts: RecordFacts) -> Iterator[tuple[str, str]]:
        """Yields the tags of the variant."""
        if self.variant:
            yield "Variant", self.variant

    def standard_record(self, facts: RecordFacts) -> str:
        """Returns the record in PGN, with signs for check and mate."""
        position, moves = self.start(facts.options), []
        for text in facts.moves:
            move = self.read(position, text)
            sign = super().write(position, move)[-1]
            moves.append(f"{text}{sign}" if sign in "+#" else text)
            position = self.play(position, move)
        return write_pgn(facts, moves, SEAT_TAGS, self.pgn_tags(facts))

    def read_standard_record(self, notated: NotatedGame) -> RecordedGame | None:
        """Returns a game in PGN, or None if it is of another variant."""
        if not self.is_variant(plain_variant(notated)):
            return None
        return recorded_pgn(notated, SEAT_TAGS, self.pgn_options(notated))

    def is_variant(self, variant: str) -> bool:
        """Whether a variant of chess is this game. `variant`: its name in small letters."""
        return variant in (self.name, *self.aliases)

    def pgn_options(self, notated: NotatedGame) -> Any:
        """Returns the options of a game in PGN. Raises IllegalError for a start of its own."""
        check_start(notated)
        return self.options()


_SQUARES = {f"{file}{rank}" for file in FILES for rank in RANKS}


@lru_cache(256)
def fen_of(position: Position) -> Fen:
    """Returns a position of chess or a relative."""
    return Fen.read(str(position.state))


def plain_variant(notated: NotatedGame) -> str:
    """Returns the name of the variant in small letters, without spaces. Empty for chess."""
    return "".join(filter(str.isalnum, notated.tag("Variant").lower()))


def check_start(notated: NotatedGame) -> None:
    """Raises IllegalError if a game doesn't begin with the usual position."""
    fen = notated.tag("FEN")
    if fen and not fen.startswith(START):
        raise IllegalError(
            f'The game begins from a custom position, FEN "{shown(fen)}". We can import only games '
            "that begin from the standard position."
        )


@cache
def figure(square: str, letter: str) -> Cell:
    """Returns a cell with a piece, or an empty one.

    `letter`: the text of the cell, which is the piece's letter, a capital for White.
    """
    if letter == EMPTY:
        return Cell(square, EMPTY)
    seat = 0 if letter.isupper() else 1
    words = f"{'black' if seat else 'white'} {_name(letter)}"
    return Cell(square, letter, words, seat, piece=True, shape=Shape.FIGURE)


def _name(letter: str) -> str:
    return NAMES[letter.upper()]
