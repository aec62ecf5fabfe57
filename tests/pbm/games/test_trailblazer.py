"""The rules of Trailblazer."""

import pytest

from pbm.errors import IllegalError, ParseError, UserError
from pbm.game import legal
from pbm.games import find
from tests.support.cases import cases

GAME = find("trailblazer")
SAMPLE = ["Move Right to (0, 1)", "Move Left to (6, 5)", "Move Down to (1, 1)"]
"""The moves of the source's sample game."""
TO_THE_START = GAME.example[1]
"""A game on size 4 that Player 1 wins by entering Player 2's start."""


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


def test_the_sample_game():
    """The moves of the source's sample are legal and leave trails as it draws them."""
    assert drawn(played("", *SAMPLE)) == [
        "1 1 . . . . .",
        ". P1 . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . P2 2",
    ]


def test_labels_count_from_0():
    """Rows and columns count from 0 at the top left."""
    layer = GAME.diagram(played("-size=3")).layers[0]
    assert layer.rows == layer.columns == ("0", "1", "2")
    assert layer.cells[0][1].square == "(0,1)"


NOTATIONS = ["(0,1)", "(0, 1)", "0,1", "0 1", "right", "R", "move right", "Move R"]
NOTATIONS += ["Move Right to (0,1)", "right to 0 1", "MOVE RIGHT TO (0, 1)", " r "]


@cases("text", NOTATIONS)
def test_notations(text):
    """Every usual notation is read, in any case."""
    position = played("")
    assert GAME.write(position, GAME.read(position, text)) == "(0,1)"


@cases(("word", "cell"), [("up", "(2,3)"), ("u", "(2,3)"), ("down", "(4,3)"), ("l", "(3,2)")])
def test_words(word, cell):
    """Up is towards row 0, left towards column 0."""
    middle = played("")._replace(cells=(24, 48))
    assert GAME.write(middle, GAME.read(middle, word)) == cell


@cases("text", ["", "north", "(0,1", "a1", "right to", "right to e3", "move"])
def test_unreadable(text):
    """Text that is neither a cell nor a direction is refused with examples."""
    with pytest.raises(ParseError, match=r'Write it like this: \(0,1\), or "right"\.'):
        GAME.read(played(""), text)


ILLEGAL = {
    "up": "(-1,0) isn't on the board. It has rows and columns 0 to 6.",
    "(0,-1)": "(0,-1) isn't on the board",
    "(7,6)": "(7,6) isn't on the board",
    "(1,1)": "(1,1) isn't next to (0,0).",
    "(0,0)": "Player 1 is on (0,0).",
    "(6,6)": "Player 2 is on (6,6).",
    "right to (1,0)": "Right of (0,0) is (0,1), not (1,0).",
}


@cases(("text", "why"), ILLEGAL.items())
def test_illegal(text, why):
    """An illegal move is refused with its own reason."""
    with pytest.raises(IllegalError) as refused:
        GAME.read(played(""), text)
    assert refused.value.text.startswith(why)


def test_trails_are_impassable():
    """Neither player may enter a trail, their own included."""
    position = played("-size=3", "right", "up", "down")
    assert legal(GAME, position) == ["(0,2)"]
    with pytest.raises(IllegalError, match=r"\(1,1\)"):
        GAME.read(position, "left")


def test_reaching_the_start_wins():
    """The opponent's start may be entered once its owner has left it, and that wins."""
    before = played("-size=4", *TO_THE_START[:-1])
    assert "(3,3)" in legal(GAME, before)
    outcome = GAME.outcome(GAME.play(before, GAME.read(before, "(3,3)")))
    assert (outcome.winners, outcome.reason) == ((0,), "Player 1 reached Player 2's start")


def test_no_way_back():
    """The owner of a start, having left it, can't return."""
    position = played("", "right", "left")
    with pytest.raises(IllegalError, match="it is your own start, which you have left"):
        GAME.read(position, "left")


def test_an_occupied_start_is_closed():
    """The ruling opens no start on which its owner stands."""
    beside = played("")._replace(cells=(47, 48))
    assert legal(GAME, beside) == ["(5,5)", "(6,4)"]


def test_a_player_without_a_move_loses():
    outcome = GAME.outcome(played("-size=3", "right", "up", "down", "up", "left"))
    assert (outcome.winners, outcome.reason) == ((0,), "Player 2 couldn't move")


def test_leaving_loses():
    assert GAME.outcome(GAME.leave(played(""), 0)).winners == (1,)


@cases("typed", ["-size=2", "-size=27", "-rows=5"])
def test_refused_options(typed):
    """Sizes go from 3 to 26, and boards are square."""
    with pytest.raises(UserError, match=r"3 to 26|Its options: -size=N\."):
        resolved(typed)


def test_replies_are_counted_to_the_end():
    """In every position on the smallest board, also where the next step enters a start."""
    waiting, ended = [played("-size=3")], 0
    while waiting:
        position = waiting.pop()
        after = [GAME.play(position, move) for move in GAME.moves(position)]
        assert GAME.count_replies(position) == sum(map(GAME.count, after))
        ended += GAME.outcome(position) is not None
        waiting += after
    assert ended > 10
