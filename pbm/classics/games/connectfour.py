"""Connect Four: get four discs in a row."""

from pbm.classics.placement_games import PlacementGame
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move
from pbm.game import Seat
from pbm.look import Style
from pbm.options import NoOptions

COLUMNS, ROWS = "abcdefg", "654321"


class ConnectFour(PlacementGame[NoOptions]):
    """The rules of Connect Four."""

    name = "connectfour"
    title = "Connect Four"
    family = "Lines"
    aliases = ("connect4", "fourinarow")
    summary = "Drop discs, and be the first to get four in a row."
    spiel = "connect_four"
    plies = 42
    seats = (Seat("Red", "x"), Seat("Blue", "o"))
    signs = "xo"
    piece = "disc"
    style = Style.HOLES
    rules = """\
Red is the first player named, and moves first. Red and Blue take turns dropping a disc into one of
the seven columns. It falls to the lowest empty square. The first player with four discs in a row
(horizontal, vertical or diagonal) wins. If the board is full, the game is drawn.

Moves: d1, the square where the disc comes to rest. You can also write only the column: d or 4."""
    example = ("", ("d1", "d2", "c1", "c2", "e1", "e2", "b1"))

    def columns(self, position: Position) -> str:
        return COLUMNS

    def rows(self, position: Position) -> str:
        return ROWS

    def write(self, position: Position, move: Move) -> str:
        """Returns the square on which the disc comes to rest."""
        column = COLUMNS[move[0]]
        discs = sum(square[0] == column for square in self.occupied(position))
        return f"{column}{discs + 1}"

    def key(self, text: str) -> str:
        key = super().key(text).removeprefix("column")
        return COLUMNS[int(key) - 1] if key in set("1234567") else key

    def looks_like_move(self, key: str) -> bool:
        return key in set(COLUMNS) or super().looks_like_move(key)

    def spellings(self, position: Position, move: Move) -> tuple[str, ...]:
        return self.write(position, move), COLUMNS[move[0]]

    def why_illegal(self, position: Position, key: str) -> str:
        if key in set(COLUMNS):
            return f"Column {key} is full."
        return super().why_illegal(position, key) or f"A disc can't come to rest on {key} now."

    def reason(self, position: Position, winner: int | None) -> str:
        if winner is None:
            return self.full_board_reason()
        return f"{self.seats[winner].name} has four discs in a row"
