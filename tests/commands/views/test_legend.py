"""The meaning of the signs on drawings."""

from commands.views.board_view import highlights_of, targets_of
from commands.views.legend import HIGHER
from commands.views.svg.drawing import legend
from pbm.games import find
from tests.support.cases import cases
from tests.support.html_reader import html_page
from tests.support.snapshots import played, snapshot


def words(match):
    """Returns the legend of a match with all its marks."""
    marked = highlights_of(match, targets=targets_of(match))
    return legend(match.game.diagram(match.state.position), marked)


@cases("name", ["knightpanic", "knightsdance", "knightsduel", "madknights", "trailblazer"])
def test_a_page_and_a_mail_say_the_same(name):
    """At the end of a game each sign of a drawing is explained in the words of the mail."""
    game = find(name)
    match = played(game, *game.example)
    assert words(match)
    assert words(match) in html_page(snapshot(match)).text


@cases(
    ("name", "options", "moves", "expected"),
    [
        ("knightpanic", "", [], ""),
        ("knightsduel", "", ["(2,3)"], "Gray squares: nobody can move there."),
        ("knightpanic", "-3d -size=6", [], f"{HIGHER} and a number: a place on that level"),
        ("knightsdance", "-rows=60 -cols=60", [], "Frames: parts"),
        ("knightsdance", "", ["e3"], "Yellow squares, \N{BULLET} and a thick edge: the last move."),
        ("trailblazer", "", ["(0,1)"], "Yellow squares and a thick edge: the last move."),
        ("madknights", "-seed=5", [], "Green squares: the player to move can go there."),
    ],
)
def test_only_what_is_there_is_explained(name, options, moves, expected):
    """A sign that isn't on the board isn't in the legend."""
    told = words(played(find(name), options, moves))
    assert expected in told
    assert bool(expected) == bool(told)
