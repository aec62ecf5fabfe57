"""Breakthrough: reach the last row."""

from pbm.classics.position import Position
from pbm.classics.spiel_game import Move
from pbm.classics.stepping_games import ROWS, SteppingGame
from pbm.game import Seat
from pbm.options import NoOptions

TURNED = str.maketrans(ROWS, ROWS[::-1])
"""OpenSpiel's first player begins at the top. Here, the first player begins at the bottom."""


class Breakthrough(SteppingGame[NoOptions]):
    """The rules of Breakthrough."""

    name = "breakthrough"
    title = "Breakthrough"
    family = "Checkers and races"
    summary = "Be the first to reach your opponent's home row."
    spiel = "breakthrough"
    plies = 209
    perspective = True
    seats = (Seat("White", "o"), Seat("Black", "x"))
    signs = ("b", "w")
    text_rows = ROWS[::-1]
    rules = """\
White is the first player named, and moves first. White and Black have 16 pieces each, in the two
rows nearest to them. On your turn, move one piece one square forward, straight or diagonally. A
diagonal move can capture an enemy piece, but a straight move can't. The first player with a piece
on the opponent's home row wins. A player with no pieces left loses. There are no draws.

Moves: b2-b3, or b2xc3 to capture. You can also write "b2 b3", b2b3 or "b2 to b3"."""
    notes = "Breakthrough was invented by Dan Troyka in 2000."
    example = (
        "",
        (
            "b2-a3",
            "d7-e6",
            "f2-e3",
            "e6-d5",
            "c2-d3",
            "c7-d6",
            "e3-f4",
            "c8-d7",
            "d3-d4",
            "b8-c7",
            "e2-f3",
            "g7-g6",
            "d4-c5",
            "a7-a6",
            "d2-d3",
            "d7-e6",
            "c5-b6",
            "a6-b5",
            "b6-a7",
            "b5-b4",
            "g2-h3",
            "d6-e5",
            "f1-f2",
            "h7-h6",
            "a7-b8",
        ),
    )

    def write(self, position: Position, move: Move) -> str:
        text = super().write(position, move).translate(TURNED)
        return f"{text[:2]}{'x' if text.endswith('*') else '-'}{text[2:4]}"

    def example_move(self, position: Position) -> str:
        return "b2-b3"

    def reason(self, position: Position, winner: int | None) -> str:
        winner = winner or 0
        if set(self.occupied(position).values()) == {self.signs[winner]}:
            return f"{self.seats[1 - winner].name} has lost all their pieces"
        return f"{self.seats[winner].name} has reached the last row"
