"""Shogi, or Japanese chess: checkmate, and put captured pieces back on the board."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pbm.classics.boards import EMPTY, flat, rectangle
from pbm.classics.material import Material, spread
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move, SpielGame
from pbm.diagram import Cell, Diagram, Hand
from pbm.game import Seat
from pbm.look import Shape, Style
from pbm.options import NoOptions

COLUMNS, ROWS = "987654321", "abcdefghi"
NAMES = {
    "K": "king",
    "R": "rook",
    "B": "bishop",
    "G": "gold general",
    "S": "silver general",
    "N": "knight",
    "L": "lance",
    "P": "pawn",
}
HAND = "RBGSNLP"
LETTERS = {name.split()[0]: letter.lower() for letter, name in NAMES.items()}
WORD = re.compile(rf"\b({'|'.join(LETTERS)})(?: general)?\b")
NOISE = re.compile(r"\b(?:on|at|promotes?|general)\b|x")
DROP = re.compile(r"\bdrops?\b")

COUNTED = re.compile("([0-9]*)([A-Za-z])")
MOVED = re.compile(r"([1-9][a-i])([1-9][a-i])(\+?)")
KEY = re.compile(r"(?:[krbgsnlp]?(?:[1-9][a-i]){1,2}|[rbgsnlp]\*[1-9][a-i])[+=]?")
SQUARE = re.compile("[1-9][a-i]")
WITH_DROPS = False
"""An argument of OpenSpiel: whether to leave out moves that put a piece on the board."""
PROMOTED = dict(zip("PLNSBR", "TMOGHD", strict=True))
"""The letters of promoted pieces in searches. A promoted silver general is worth a gold one."""
FIRST_DROP = 2 * 81 * 81
"""The first action of OpenSpiel that puts a piece on the board."""
REPEATED = "the same position occurred for the fourth time"

EXAMPLE = """\
4i3h 6a7b 7i7h 9a9b 9g9f 8c8d 2h1h 8b8c 2g2f 3a4b 1h2h 8c8b 9f9e 5a6b 6i5h 6b6a 9i9g 4a3b 1g1f
7b6b 5i6i 8d8e 1f1e 6b7b 2f2e 8b8d 5h5i 8d7d 8g8f 6a5a 5i4h 7d3d 4h5h 3d2d 2h2f 1c1d 5h5i 7b8b
2f3f 1a1b 3i2h 2d5d 3f3c 1d1e P*1f 2b1c 3c3d+ 5d9d 3d8d 1c5g+ 2e2d 5g7e 7g7f 5a5b 8h9i 2c2d
3g3f 7e8f 8d8b 5b5a 9i3c 1b1d G*5d 2a3c 5d4c B*3i 8b5b"""


def _board(text: str) -> str:
    """Returns the letters on all squares, and the captured pieces."""
    rows, _, hands, *_ = text.split()
    for plain, promoted in PROMOTED.items() if "+" in rows else ():
        rows = rows.replace(f"+{plain}", promoted)
        rows = rows.replace(f"+{plain.lower()}", promoted.lower())
    return spread(rows) + "".join(
        letter * int(count or 1) for count, letter in COUNTED.findall(hands)
    )


def _squares(_side: int, action: int) -> tuple[int, int] | None:
    origin, target = divmod(action // 2, len(COLUMNS) * len(ROWS))
    return None if action >= FIRST_DROP else (_place(origin), _place(target))


def _place(number: int) -> int:
    """Returns the place of a square in the text. OpenSpiel numbers squares from the bottom left."""
    row, column = divmod(number, len(COLUMNS))
    return len(COLUMNS) * (len(ROWS) - 1 - row) + column


PIECES = Material(
    columns=9,
    rows=9,
    capitals=0,
    worth={"P": 1.0, "L": 3.0, "N": 3.5, "S": 5.0, "G": 6.0, "B": 8.0, "R": 10.0, "K": 0.0}
    | {"T": 6.5, "M": 6.0, "O": 6.0, "H": 11.0, "D": 13.0},
    center={"P": 0.03, "S": 0.05, "G": 0.03, "K": -0.1},
    advance={"P": 0.05, "S": 0.05, "G": 0.02},
    board=_board,
    squares=_squares,
)


class Shogi(SpielGame[NoOptions]):
    """The rules of shogi."""

    name = "shogi"
    title = "Shogi"
    family = "Chess"
    aliases = ("japanesechess",)
    summary = "Checkmate the king, and use the pieces you capture."
    spiel = "shogi"
    material = PIECES
    plies = 17695
    drawn_by_agreement = True
    perspective = True
    seats = (Seat("Black", "K"), Seat("White", "k"))
    rules = """\
Black is the first player named, begins at the bottom, and moves first. Black and White take turns
moving one piece, or putting a captured piece back on the board. A piece captures by moving to the
square of an enemy piece, which the player can later put on an empty square.

- The king (K) moves one square in any direction.
- The rook (R) moves any distance along a row or column.
- The bishop (B) moves any distance along a diagonal.
- The gold general (G) moves one square, but not diagonally backward.
- The silver general (S) moves one square diagonally or straight forward.
- The knight (N) jumps two squares forward and one to the side.
- The lance (L) moves any distance straight forward.
- The pawn (P) moves and captures one square straight forward.

The three rows farthest from you are your promotion zone. A piece that moves into it, within it or
out of it can be promoted. A promoted rook or bishop also moves like a king. A promoted silver
general, knight, lance or pawn moves like a gold general. A piece that could never move again must
be promoted. Captured pieces lose their promotion. You can't put a pawn in a column that has another
unpromoted pawn of yours, or give checkmate by putting a pawn on the board.

You win if you checkmate the king, or if your opponent has no legal move. The game is drawn if the
same position occurs for the fourth time. But if one player gave check with every move between these
positions, that player loses.

Moves: 7g7f moves from 7g to 7f, 8h2b+ also promotes the piece, and P*5e puts a pawn on 5e. You can
also write "7g-7f", P-7f, "pawn 7f" or "pawn to 7f". In the diagram, Black's pieces are capitals,
and + marks promoted pieces."""
    notes = """\
You also win if your king enters your promotion zone and you have at least 28 points: 5 for each
rook or bishop, and 1 for every other piece. OpenSpiel, the library that provides the rules of this
game, counts the points this way. If both kings enter their promotion zones, the game is drawn."""
    example = ("", tuple(EXAMPLE.split()))

    def looks_like_move(self, key: str) -> bool:
        return bool(KEY.fullmatch(key))

    def key(self, text: str) -> str:
        text = WORD.sub(lambda word: LETTERS[word[1]], text.lower().replace("@", "*"))
        return super().key(NOISE.sub("", DROP.sub("*", text)))

    def spellings(self, position: Position, move: Move) -> Iterator[str]:
        """Yields the keys with and without the origin and the letter of the piece."""
        written = self.write(position, move)
        yield written.lower()
        if moved := MOVED.fullmatch(written):
            origin, target, end = moved.groups()
            piece = _pieces(position)[origin].lower()
            for start in (origin, piece, piece + origin):
                yield f"{start}{target}{end}"
                if not end:
                    yield f"{start}{target}="

    def example_move(self, position: Position) -> str:
        return "7g7f, P-7f or P*5e"

    def mover_square(self, position: Position, move: Move) -> str:
        """Returns the square of the piece that moves, or "" for a captured piece."""
        written = self.write(position, move)
        return "" if "*" in written else written[:2]

    def why_illegal(self, position: Position, key: str) -> str:
        seat, pieces = self.to_move(position) or 0, _pieces(position)
        side, squares = self.seats[seat].name, SQUARE.findall(key)
        danger = f" {side} is in check." if position.state.in_check() else ""
        if "*" in key:
            return f"You can't put a {NAMES[key[0].upper()]} on {squares[-1]}.{danger}"
        if len(squares) == 1:
            name = NAMES.get(key[0].upper(), "piece")
            return f"No {name} can move to {squares[-1]}.{danger}"
        piece = pieces.get(squares[0], EMPTY)
        if _seat(piece) != seat:
            return f"{side} has no piece on {squares[0]}."
        return f"The {_piece_name(piece)} on {squares[0]} can't move to {squares[1]}.{danger}"

    def diagram(self, position: Position) -> Diagram:
        pieces = _pieces(position)

        def cell(_column: int, _row: int, square: str) -> Cell:
            piece = pieces.get(square)
            return _cell(square, piece) if piece else Cell(square, EMPTY)

        hands = (_hand("Black", position, HAND), _hand("White", position, HAND.lower()))
        board = flat(rectangle(COLUMNS, ROWS, cell, Style.SQUARES))
        return replace(board, hands=tuple(hand for hand in hands if hand.pieces))

    def reason(self, position: Position, winner: int | None) -> str:
        state = position.state
        if winner is None:
            is_repeated = state.is_repetition_end()
            return REPEATED if is_repeated else "both kings have entered their promotion zones"
        name, loser = self.seats[winner].name, self.seats[1 - winner].name
        if state.is_repetition_end():
            return f"{loser} gave perpetual check"
        if state.board().has_legal_moves(WITH_DROPS):
            return f"{name}'s king has entered the promotion zone with at least 28 points"
        return f"{loser} is checkmated" if state.in_check() else f"{loser} can't move"


def _pieces(position: Position) -> dict[str, str]:
    """Returns the pieces by their squares, such as `+P`. Capitals are Black's."""
    board = str(position.state).split()[0]
    rows = re.sub("[1-9]", lambda empty: EMPTY * int(empty[0]), board).split("/")
    return {
        f"{column}{row}": piece
        for row, pieces in zip(ROWS, rows, strict=True)
        for column, piece in zip(COLUMNS, _split(pieces), strict=True)
        if piece != EMPTY
    }


def _split(row: str) -> list[str]:
    return re.findall(r"\+?[A-Za-z]|\.", row)


def _seat(piece: str) -> int | None:
    if piece == EMPTY:
        return None
    return 0 if piece.isupper() else 1


def _piece_name(piece: str) -> str:
    promoted = "promoted " if piece.startswith("+") else ""
    return promoted + NAMES[piece[-1].upper()]


def _cell(square: str, piece: str) -> Cell:
    seat = _seat(piece)
    words = f"{'white' if seat else 'black'} {_piece_name(piece)}"
    shape = Shape.PENTAGON_DOWN if seat else Shape.PENTAGON
    return Cell(square, piece, words, seat, piece=True, shape=shape, sign=piece.upper())


def _hand(side: str, position: Position, letters: Iterable[str]) -> Hand:
    found = COUNTED.findall(str(position.state).split()[2])
    counts = {letter: int(count or 1) for count, letter in found}
    pieces = tuple((_cell("", each), counts[each]) for each in letters if counts.get(each))
    return Hand(f"{side}'s captured pieces", pieces)
