"""Checkers, or English draughts: capture or block all enemy pieces."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pbm.classics.position import Position
from pbm.classics.spiel_game import Move
from pbm.classics.states import state_after
from pbm.classics.stepping_games import COLUMNS, ROWS, SQUARE, SteppingGame
from pbm.diagram import Cell
from pbm.errors import IllegalError
from pbm.game import Seat
from pbm.look import Shape
from pbm.options import NoOptions
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.imported_game import RecordedGame
from pbm.standard_records.notated_game import NotatedGame
from pbm.standard_records.pgn_reader import recorded_pgn
from pbm.standard_records.pgn_writer import write_pgn
from pbm.wording import shown

KINGS = "8*"
NUMBERS = re.compile("[0-9]{1,2}(?: ?[x-] ?[0-9]{1,2})+")
NUMBERED = [
    f"{column}{row}"
    for row in ROWS[::-1]
    for column in COLUMNS[::-1]
    if (COLUMNS.index(column) + int(row)) % 2
]
"""The dark squares in the order of their usual numbers, which begin at Black's right."""
PDN_SEATS = ("Black", "White")
PDN_TYPE = "21"
"""The number of English draughts in PDN."""
DRAWN = "nobody has captured a piece in 40 moves"


class Checkers(SteppingGame[NoOptions]):
    """The rules of checkers."""

    name = "checkers"
    title = "Checkers"
    family = "Checkers and races"
    aliases = ("draughts", "englishdraughts")
    summary = "Capture or block all enemy pieces."
    spiel = "checkers"
    plies = 1000
    drawn_by_agreement = True
    perspective = True
    seats = (Seat("Black", "x"), Seat("White", "o"))
    signs = ("o8", "+*")
    record_form = "pdn"
    rules = """\
Black is the first player named, begins at the bottom, and moves first. Black and White have twelve
men each, on the dark squares. On your turn, move one of your men one square diagonally forward, to
an empty square.

To capture, a man jumps diagonally forward over an enemy piece to the empty square behind it. If it
can then capture again, it must continue in the same move. If you can capture, you have to, but you
choose which capture to make.

A man that reaches the last row becomes a king, and its move ends. Kings move and capture backward,
too. You win if your opponent has no pieces left or can't move. The game is drawn if nobody captures
in 40 moves (20 by each player), or if you agree on a draw: reply "propose" to offer one.

Moves: c3-d4, c3xe5 for a capture, and c3xe5xg7 for two captures. You can also use the standard
numbers of the squares, such as 11-15. Square 1 is g1, on Black's right."""
    example = (
        "",
        (
            "c3-d4",
            "d6-c5",
            "b2-c3",
            "c5-b4",
            "c3xa5",
            "e7-d6",
            "d2-c3",
            "d8-e7",
            "g3-f4",
            "h6-g5",
            "f4xh6",
            "d6-e5",
            "c1-b2",
            "e7-d6",
            "e3-f4",
            "e5xg3",
            "f2xh4",
            "f8-e7",
            "h6xf8",
            "d6-c5",
            "f8xd6xb4",
            "b6-c5",
            "d4xb6xd8",
            "b8-c7",
            "d8xb6",
            "a7xc5",
            "b4xd6",
            "h8-g7",
            "a5-b6",
            "f6-g5",
            "h4xf6xh8",
        ),
    )

    def moves(self, position: Position) -> Iterator[Move]:
        return self.whole_moves(position)

    def write(self, position: Position, move: Move) -> str:
        """Returns the squares of a move, with `-` before the target or `x` before each one."""
        squares, actions = "", position.actions
        for action in move:
            state = state_after(position.setup, actions)
            text = state.action_to_string(state.current_player(), action)
            sign = "x" if abs(ord(text[0]) - ord(text[2])) > 1 else "-"
            squares = f"{squares or text[:2]}{sign}{text[2:4]}"
            actions += (action,)
        return squares

    def key(self, text: str) -> str:
        if NUMBERS.fullmatch(text.strip().lower()):
            numbers = [int(number) for number in re.findall("[0-9]+", text)]
            if all(1 <= number <= len(NUMBERED) for number in numbers):
                return "".join(NUMBERED[number - 1] for number in numbers)
        return super().key(text)

    def example_move(self, position: Position) -> str:
        return "c3-d4"

    def why_illegal(self, position: Position, key: str) -> str:
        if "x" in self.write(position, next(self.moves(position))):
            return f"{super().why_illegal(position, key)} You have to capture."
        return super().why_illegal(position, key)

    def cell(self, square: str, sign: str) -> Cell:
        cell, is_king = super().cell(square, sign), sign in KINGS
        side = self.seats[cell.seat or 0]
        return replace(
            cell,
            text=side.sign.upper() if is_king else side.sign,
            words=f"{side.name.lower()} {'king' if is_king else 'man'}",
            shape=Shape.DRAUGHT,
            sign="king" if is_king else "",
        )

    def standard_record(self, facts: RecordFacts) -> str:
        """Returns the record in PDN, with the usual numbers of squares."""
        moves = (SQUARE.sub(_number, move) for move in facts.moves)
        return write_pgn(facts, moves, PDN_SEATS, [("GameType", PDN_TYPE)])

    def read_standard_record(self, notated: NotatedGame) -> RecordedGame | None:
        """Returns a game in PDN, or None if it is another kind of draughts."""
        if notated.tag("GameType").partition(",")[0] not in ("", PDN_TYPE):
            return None
        if fen := notated.tag("FEN"):
            raise IllegalError(
                f'The game begins from a custom position, FEN "{shown(fen)}". We can import only '
                "games that begin from the standard position."
            )
        return recorded_pgn(notated, PDN_SEATS, NoOptions())

    def reason(self, position: Position, winner: int | None) -> str:
        if winner is None:
            return DRAWN
        loser = self.seats[1 - winner].name
        left = set(self.occupied(position).values()) & set(self.signs[1 - winner])
        return f"{loser} can't move" if left else f"{loser} has no pieces left"


def _number(square: "re.Match[str]") -> str:
    return str(NUMBERED.index(square[0]) + 1)
