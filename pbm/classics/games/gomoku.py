"""Gomoku: get five stones in a row."""

from pbm.classics.placement_games import PlacementGame
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move
from pbm.game import Seat
from pbm.options import NoOptions
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.imported_game import RecordedGame
from pbm.standard_records.notated_game import NotatedGame
from pbm.standard_records.sgf_reader import check_turns, point_in, read_number, recorded_sgf
from pbm.standard_records.sgf_writer import alternating, point, write_sgf

SIZE = 15
SGF_NUMBER = 4
"""The number of Gomoku in SGF."""
COLUMNS = "abcdefghijklmno"


class Gomoku(PlacementGame[NoOptions]):
    """The rules of free-style Gomoku."""

    name = "gomoku"
    title = "Gomoku"
    family = "Lines"
    aliases = ("fiveinarow",)
    summary = "Be the first to get five stones in a row."
    spiel = "gomoku"
    plies = SIZE * SIZE
    seats = (Seat("Black", "x"), Seat("White", "o"))
    signs = "bw"
    record_form = "sgf"
    rules = """\
Black is the first player named, and moves first. Black and White take turns putting a stone on an
empty point of the board, which has 15 rows and 15 columns. The first player with five or more
stones in a row without a gap (horizontal, vertical or diagonal) wins. If the board is full, the
game is drawn.

Moves: h8, a column and a row."""
    notes = """\
These are the rules of free-style Gomoku: six or more stones in a row also win, and no move is
forbidden to Black. The first move is a large advantage. For a fair match, play two games with the
seats swapped: challenge with -pair."""
    example = ("", ("h8", "g8", "h9", "h7", "h10", "h6", "h11", "g7", "h12"))

    def columns(self, position: Position) -> str:
        return COLUMNS

    def rows(self, position: Position) -> tuple[str, ...]:
        return tuple(map(str, range(SIZE, 0, -1)))

    def board_text(self, position: Position) -> str:
        return "".join(str(position.state).split()[1:])

    def write(self, position: Position, move: Move) -> str:
        """Returns a column and a row, counted from the bottom."""
        row, column = divmod(move[0], SIZE)
        return f"{COLUMNS[column]}{SIZE - row}"

    def standard_record(self, facts: RecordFacts) -> str:
        """Returns the record in SGF, where rows are counted from the top."""
        points = (point(COLUMNS.index(move[0]), SIZE - int(move[1:])) for move in facts.moves)
        return write_sgf(facts, SGF_NUMBER, SIZE, alternating(points))

    def read_standard_record(self, notated: NotatedGame) -> RecordedGame | None:
        """Returns a game in SGF, or None if it is another game than Gomoku."""
        if notated.tag("GM") != str(SGF_NUMBER):
            return None
        check_turns(notated)
        read_number(notated, "SZ", SIZE, range(SIZE, SIZE + 1))
        points = (point_in(text, SIZE) for text in notated.texts)
        moves = (f"{COLUMNS[column]}{SIZE - row}" for column, row in points)
        return recorded_sgf(notated, NoOptions(), tuple(moves))

    def reason(self, position: Position, winner: int | None) -> str:
        if winner is None:
            return self.full_board_reason()
        return f"{self.seats[winner].name} has five stones in a row"
