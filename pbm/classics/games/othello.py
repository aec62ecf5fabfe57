"""Othello: outflank and turn the opponent's discs."""

from collections.abc import Iterator

from pbm.classics.placement_games import PlacementGame
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move
from pbm.game import Seat
from pbm.look import Style
from pbm.options import NoOptions
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.imported_game import RecordedGame
from pbm.standard_records.notated_game import NotatedGame
from pbm.standard_records.sgf_reader import recorded_sgf
from pbm.standard_records.sgf_writer import LETTERS, write_sgf

SGF_NUMBER = 2
"""The number of Othello in SGF."""
SGF_PASSES = ("", "pass")
"""Turns without a move, which other programs write."""
PASS = 64
"""The action of OpenSpiel for a turn without a move."""


class Othello(PlacementGame[NoOptions]):
    """The rules of Othello."""

    name = "othello"
    title = "Othello"
    family = "Go and territory"
    aliases = ("reversi",)
    summary = "Turn over your opponent's discs, and end with the most."
    spiel = "othello"
    plies = 60
    seats = (Seat("Black", "x"), Seat("White", "o"))
    signs = "xo"
    piece = "disc"
    style = Style.GREEN
    record_form = "sgf"
    rules = """\
Black is the first player named, and moves first. At the start, each side has two discs in the
middle. On your turn, put a disc on an empty square so that a straight line of your opponent's
discs, without a gap, is between the new disc and another disc of yours. The line can be horizontal,
vertical or diagonal. All discs in all such lines change to your color. If you have no such move,
your opponent moves again.

The game ends when neither Black nor White can move. The player with more discs wins.

Moves: d3, a column and a row. Square a1 is at the top left."""
    notes = "If you can't move, we skip your turn. You don't have to pass."
    example = ("", ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"))

    def columns(self, position: Position) -> str:
        return "abcdefgh"

    def rows(self, position: Position) -> str:
        return "12345678"

    def board_text(self, position: Position) -> str:
        lines = str(position.state).splitlines()[2:10]
        return "".join("".join(line.split()[1:9]) for line in lines)

    def play(self, position: Position, move: Move) -> Position:
        """Returns the position after a move, and after the turn of a player who can't move."""
        after = super().play(position, move)
        if after.state.legal_actions() == [PASS]:
            return after._replace(actions=(*after.actions, PASS))
        return after

    def why_illegal(self, position: Position, key: str) -> str:
        return super().why_illegal(position, key) or (
            f"A disc on {key} wouldn't turn over any of your opponent's discs."
        )

    def notes_on(self, position: Position) -> Iterator[str]:
        yield f"Black has {self.discs(position, 0)} discs, and White {self.discs(position, 1)}."

    def discs(self, position: Position, seat: int) -> int:
        """Returns the number of a seat's discs."""
        return list(self.occupied(position).values()).count(seat)

    def standard_record(self, facts: RecordFacts) -> str:
        """Returns the record in SGF, without the turns that are skipped."""
        position, moves = self.start(facts.options), []
        for move in facts.moves:
            moves.append(("BW"[self.to_move(position) or 0], move))
            position = self.play(position, self.read(position, move))
        return write_sgf(facts, SGF_NUMBER, len(self.rows(position)), moves)

    def read_standard_record(self, notated: NotatedGame) -> RecordedGame | None:
        """Returns a game in SGF, or None if it is another game than Othello.

        Some programs write squares as `d3`, others as `dc`.
        """
        if notated.tag("GM") != str(SGF_NUMBER):
            return None
        texts = (text.lower() for text in notated.texts if text.lower() not in SGF_PASSES)
        return recorded_sgf(notated, NoOptions(), tuple(map(_square, texts)))

    def reason(self, position: Position, winner: int | None) -> str:
        if winner is None:
            return f"both players have {self.discs(position, 0)} discs"
        most, least = (self.discs(position, seat) for seat in (winner, 1 - winner))
        return f"{self.seats[winner].name} has {most} discs to {least}"


def _square(text: str) -> str:
    is_point = len(text) == 2 and text[1] in LETTERS
    return f"{text[0]}{LETTERS.index(text[1]) + 1}" if is_point else text
