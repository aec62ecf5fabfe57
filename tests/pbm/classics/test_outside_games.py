"""A game of OpenSpiel that another package derives from pbm's base classes, as the docs suggest."""

import re

import pytest

from pbm.classics.placement_games import PlacementGame
from pbm.errors import IllegalError
from pbm.laws.game_laws import LAWS, LawBrokenError, check_law
from pbm.laws.pytest_laws import GameLaws
from pbm.options import NoOptions
from pbm.packages.game_checks import checked
from tests.support.paths import ROOT

pytest.importorskip("pyspiel")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def game_of_the_docs():
    """Returns the class in the example of the page on games."""
    blocks = BLOCK.findall((ROOT / "docs" / "adding-a-game.md").read_text())
    (code,) = (block for block in blocks if "PlacementGame" in block)
    module = {"__name__": "pentago"}
    exec(code, module)
    return module["Pentago"]


Pentago = game_of_the_docs()


class TestPentago(GameLaws):
    game = Pentago()


def test_squares_are_named_in_refusals():
    game = Pentago()
    position = game.start(NoOptions())
    position = game.play(position, game.read(position, "A1 4l"))
    for text, reason in {"a1-1R": "a1 is occupied.", "g1-1R": "g1 isn't on the board."}.items():
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
        return super().rows(position)[::-1]


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
