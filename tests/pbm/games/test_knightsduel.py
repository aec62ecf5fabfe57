"""The rules of Knight's Duel."""

import pytest

from pbm.errors import IllegalError, ParseError, UserError
from pbm.game import legal
from pbm.games import find
from pbm.options import write_options
from tests.support.cases import cases

GAME = find("knightsduel")
SAMPLE = ["(2,3)", "(6,7)", "(4,4)", "(5,5)", "Move to (5,6)", "(3,4)"]
"""The moves of the source's sample game."""


def resolved(typed):
    return GAME.resolve(GAME.read_options(typed.split()), 0)


def played(typed, *moves):
    position = GAME.start(resolved(typed))
    for move in moves:
        position = GAME.play(position, GAME.read(position, move))
    return position


def drawn(position):
    (layer,) = GAME.diagram(position).layers
    return [" ".join(cell.text for cell in row) for row in layer.cells]


def test_the_start():
    """White's knight stands bottom left, Black's top right, row 8 on top."""
    layer = GAME.diagram(played("")).layers[0]
    assert (layer.rows[0], layer.columns[0]) == ("8", "1")
    assert drawn(played(""))[0].endswith(". N2")
    assert drawn(played(""))[-1].startswith("N1 .")


def test_the_sample_game():
    """The moves of the source's sample are legal, and remove the squares they leave."""
    assert drawn(played("", *SAMPLE)) == [
        ". . . . . . . X",
        ". . . . . X . .",
        ". . . . N1 . . .",
        ". . . . X . . .",
        ". . N2 X . . . .",
        ". X . . . . . .",
        ". . . . . . . .",
        "X . . . . . . .",
    ]


@cases("plies", range(len(SAMPLE)))
def test_starting_squares_are_removed(plies):
    """No knight ever returns to a starting square."""
    offered = legal(GAME, played("", *SAMPLE[:plies]))
    assert not {"(1,1)", "(8,8)"} & set(offered)


@cases(
    "text", ["(2,3)", "(2, 3)", "2,3", "2, 3", "2 3", "Move to (2,3)", "MOVE TO b3", "B3", " b3 "]
)
def test_notations(text):
    """Every usual notation is read, in any case."""
    position = played("")
    assert GAME.write(position, GAME.read(position, text)) == "(2,3)"


@cases("text", ["", "(2,3", "2,3)", "2;3", "23", "b", "to (2,3)", "move to", "³,2"])
def test_unreadable(text):
    """Text that isn't a square is refused with an example of one."""
    with pytest.raises(ParseError, match=r"Write it like this: \(2,3\)\."):
        GAME.read(played(""), text)


ILLEGAL = {
    "(0,3)": "(0,3) isn't on the board. It has columns 1 to 8 and rows 1 to 8.",
    "i3": "(9,3) isn't on the board",
    "(8,8)": "Black's knight is on (8,8).",
    "(1,1)": "White's knight is on (1,1).",
    "(3,3)": "(1,1) to (3,3) isn't a knight's move.",
}


@cases(("text", "why"), ILLEGAL.items())
def test_illegal(text, why):
    """An illegal move is refused with its own reason."""
    with pytest.raises(IllegalError) as refused:
        GAME.read(played(""), text)
    assert refused.value.text.startswith(why)


def test_removed_squares():
    """A square on which a knight has stood can't be entered."""
    with pytest.raises(
        IllegalError, match=r"\(2,3\) has been removed, because a knight was there earlier\."
    ):
        GAME.read(played("", *SAMPLE[:4]), "(2,3)")


def test_a_player_without_a_move_loses():
    outcome = GAME.outcome(played(GAME.example[0], *GAME.example[1]))
    assert (outcome.winners, outcome.reason) == ((1,), "White couldn't move")


def test_leaving_loses():
    left = GAME.leave(played(""), 1)
    assert GAME.outcome(left).winners == (0,)
    assert legal(GAME, left) == []


def test_moves_are_told_as_the_source_tells_them():
    """A move's sentences, and where a knight stands, are worded as in the source's sample."""
    position = played("", *SAMPLE[:4])
    assert GAME.describe_seat(position, 0) == "Your knight is at (4,4)."
    told = GAME.describe_move(position, GAME.read(position, "(5,6)"))
    assert f"alice {told}" == "alice moves to (5,6)."


def test_no_draws():
    """Players can't agree on a draw."""
    assert not GAME.drawn_by_agreement


@cases(
    ("typed", "stored"),
    [
        ("", ("-size=8",)),
        ("-size=26", ("-size=26",)),
        ("-rows=4 -cols=26", ("-rows=4", "-cols=26")),
        ("-cols=6 -rows=6", ("-size=6",)),
    ],
)
def test_sizes(typed, stored):
    """A size, or rows and columns together; a square by either is the same game."""
    assert write_options(resolved(typed)) == stored


def test_rectangles():
    """On a rectangle Black starts on the last column and row."""
    (layer,) = GAME.diagram(played("-rows=4 -cols=6")).layers
    assert [cell.square for row in layer.cells for cell in row if cell.piece] == ["(6,4)", "(1,1)"]


REFUSED = {
    "-size=3": "4 to 26",
    "-size=27": "4 to 26",
    "-rows=3 -cols=9": "4 to 26",
    "-rows=9": "-rows also needs -cols (4 to 26).",
    "-cols=9": "-cols also needs -rows",
    "-size=8 -rows=8": "Give either -size, or -rows and -cols.",
    "-size=8 -rows=8 -cols=8": "Give either -size",
}


@cases(("typed", "why"), REFUSED.items())
def test_refused_options(typed, why):
    """Sizes out of limits or given twice are refused with the reason."""
    with pytest.raises(UserError) as refused:
        resolved(typed)
    assert why in refused.value.text
