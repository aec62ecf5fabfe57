"""Lines of Action: connect all of your pieces."""

from pbm.classics.position import Position
from pbm.classics.selective_search import promising_move
from pbm.classics.spiel_game import Move
from pbm.classics.stepping_games import ROWS, SteppingGame
from pbm.game import Seat
from pbm.options import NoOptions
from pbm.search.effort import Effort

MAX_PLIES = 1000
SIGNS = "xo"
"""The signs of OpenSpiel's players."""


def scattering(text: str, player: int) -> float:
    """Returns how far a player's pieces are from their center, on average."""
    rows = text.splitlines()[: len(ROWS)]
    sign = SIGNS[player]
    pieces = [(x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each == sign]
    count = len(pieces)
    middle = sum(x for x, _ in pieces) / count, sum(y for _, y in pieces) / count
    return sum(max(abs(x - middle[0]), abs(y - middle[1])) for x, y in pieces) / count


def gathering(text: str, player: int) -> float:
    """Returns how much closer together this player's pieces are than the opponent's pieces."""
    return scattering(text, 1 - player) - scattering(text, player)


class LinesOfAction(SteppingGame[NoOptions]):
    """The rules of Lines of Action."""

    name = "linesofaction"
    title = "Lines of Action"
    family = "Connection"
    aliases = ("loa",)
    summary = "Bring all your pieces together."
    spiel = "lines_of_action"
    plies = MAX_PLIES
    drawn_by_agreement = True
    seats = (Seat("Black", "x"), Seat("White", "o"))
    signs = ("x", "o")
    rules = """\
Black is the first player named, and moves first. Black's pieces begin at the top and bottom of the
board, White's on the left and right. On your turn, move one of your pieces along a row, column or
diagonal. It moves exactly as many squares as there are pieces on that line, counting both players'
pieces and the moving piece itself. It can jump over your own pieces, but not over enemy pieces. If
it lands on an enemy piece, it captures that piece.

You win if all your pieces form one group. Pieces that touch, even at a corner, belong to the same
group. If a move connects all pieces of both sides, the player who made it wins. The game is drawn
if a position occurs again, no matter whose turn it is, or after 1,000 moves. A player who can't
move loses.

Moves: b1-b3, or b1xb3 to capture. You can also write "b1 b3", b1b3 or "b1 to b3"."""
    notes = "Lines of Action was invented by Claude Soucie around 1960."
    example = (
        "",
        (
            "b1-d3",
            "h2-h8",
            "f1-a1",
            "a3xd3",
            "c8-e6",
            "a5-c7",
            "e6-c8",
            "h7-h1",
            "c8xa6",
            "c7-c5",
            "f8-f7",
            "c5-c7",
            "f7-f8",
        ),
    )

    def example_move(self, position: Position) -> str:
        return "b1-b3"

    def choose(self, position: Position, effort: Effort) -> Move:
        return promising_move(gathering, position, [*self.moves(position)], effort)

    def reason(self, position: Position, winner: int | None) -> str:
        if winner is None:
            long = len(position.actions) >= MAX_PLIES - 1
            return f"the game reached {MAX_PLIES} moves" if long else "a position occurred again"
        signs = self.occupied(position)
        own = {square for square, sign in signs.items() if sign in self.signs[winner]}
        if _is_connected(own):
            return f"{self.seats[winner].name} has connected all their pieces"
        return f"{self.seats[1 - winner].name} can't move"


def _is_connected(squares: set[str]) -> bool:
    """Whether the squares form one group. Squares that share a corner are connected."""
    group, waiting = set[str](), [min(squares)]
    while waiting:
        square = waiting.pop()
        group.add(square)
        waiting += [other for other in squares - group if _touch(square, other)]
    return group == squares


def _touch(one: str, other: str) -> bool:
    return all(abs(ord(first) - ord(second)) <= 1 for first, second in zip(one, other, strict=True))
