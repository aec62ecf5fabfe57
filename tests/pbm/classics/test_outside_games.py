"""A game of OpenSpiel that another package derives from pbm's base classes, as the docs suggest."""

import pytest

from pbm.classics.placement_games import PlacementGame
from pbm.errors import IllegalError
from pbm.game import Seat
from pbm.laws.game_laws import LAWS, LawBrokenError, check_law
from pbm.laws.pytest_laws import GameLaws
from pbm.look import Style
from pbm.options import NoOptions
from pbm.packages.game_checks import checked

pytest.importorskip("pyspiel")
COLUMNS, ROWS, TURNS = "abcdef", "123456", ("1l", "1r", "2l", "2r", "4l", "4r", "3l", "3r")


class Pentago(PlacementGame[NoOptions]):
    """Its moves name a square, and a quarter of the board to turn."""

    name = "pentago"
    title = "Pentago"
    summary = "Place a marble, turn a quarter, and get five in a row."
    rules = "White and Black place marbles, and turn quarters: c2-1r turns quarter 1 to the right."
    example = (
        "",
        ("b2-4l", "b5-4l", "c2-4l", "d5-4l", "a2-4r", "e5-4l", "d2-4r", "b4-4l", "e2-4l"),
    )
    seats = (Seat("White", "o"), Seat("Black", "x"))
    spiel = "pentago"
    plies = 36
    signs = "O@"
    style = Style.SQUARES

    def columns(self, position):
        return COLUMNS

    def rows(self, position):
        return ROWS

    def board_text(self, position):
        return "".join(sign for sign in str(position.state) if sign in "O@.")

    def write(self, position, move):
        square, turn = divmod(move[0], len(TURNS))
        row, column = divmod(square, len(COLUMNS))
        return f"{COLUMNS[column]}{ROWS[row]}-{TURNS[turn]}"

    def looks_like_move(self, key):
        return len(key) == 4 and key[2:] in TURNS

    def why_illegal(self, position, key):
        return super().why_illegal(position, key[:2])

    def mover_square(self, position, move):
        return self.write(position, move)[:2]

    def example_move(self, position):
        return "c2-1r"

    def reason(self, position, winner):
        return self.full_board_reason() if winner is None else "five are in a row"


class TestPentago(GameLaws):
    game = Pentago()


def test_squares_are_named_in_refusals():
    game = Pentago()
    position = game.start(NoOptions())
    position = game.play(position, game.read(position, "A1 4L"))
    for text, reason in {"a1-1r": "a1 is occupied.", "g1-1r": "g1 isn't on the board."}.items():
        with pytest.raises(IllegalError, match=reason):
            game.read(position, text)


def test_text_that_does_not_fit_the_board_is_an_error():
    """OpenSpiel's text of this game also has labels and arrows."""

    class Labelled(Pentago):
        board_text = PlacementGame.board_text

    game = Labelled()
    with pytest.raises(ValueError, match=r"returns 64 characters for 36 squares\. Define board_"):
        game.diagram(game.start(NoOptions()))


def test_missing_members_are_named():
    class Bare(PlacementGame[NoOptions]):
        pass

    missing = "columns, example, name, plies, reason, rows, rules, seats, signs, spiel"
    with pytest.raises(TypeError, match=f"^Bare must define {missing}, summary, title$"):
        checked(Bare, "bare")


class UpsideDown(Pentago):
    """Its rows are in the wrong order."""

    def rows(self, position):
        return ROWS[::-1]


class Swapped(Pentago):
    """Its stones are each other's."""

    signs = "@O"


@pytest.mark.parametrize(
    ("kind", "problem"),
    [(UpsideDown, "isn't an empty square"), (Swapped, "no new piece of the player")],
)
def test_a_diagram_that_disagrees_with_the_moves_breaks_a_law(kind, problem):
    with pytest.raises(LawBrokenError, match=problem):
        check_law(kind(), LAWS["placed_pieces_are_drawn"])
