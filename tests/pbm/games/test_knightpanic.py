"""The rules of Knight Panic."""

import pytest
from hypothesis import given

from pbm.errors import IllegalError, NotFoundError, ParseError, UserError
from pbm.game import legal
from pbm.games import find
from pbm.games.knightpanic import Position
from tests.support.cases import cases
from tests.support.strategies import lines

GAME = find("knightpanic")
FLOOR = ["x...x", ".....", "xooo.", "xxoo.", "oxoo."]
UPPER = ["....", "....", "xo..", "xoo."]
"""A pile on size 5: b4, d4, b2, d2 and f2 stand on the ground's pieces."""


def resolved(typed):
    return GAME.resolve(GAME.read_options(typed.split()), 0)


def played(typed, *moves):
    position = GAME.start(resolved(typed))
    for move in moves:
        position = GAME.play(position, GAME.read(position, move))
    return position


def made(typed, *levels, turn=0):
    """Returns a position from drawings of its levels, the ground first, rows from the top."""
    empty = played(typed)
    size, sides = empty.board.size, [0, 0]
    for level, drawing in enumerate(levels):
        for row, line in enumerate(reversed(drawing)):
            for column, sign in enumerate(line):
                if sign in "ox":
                    sides["ox".index(sign)] |= 1 << level * size**2 + row * size + column
    return Position(empty.board, empty.options, (sides[0], sides[1]), turn)


def drawn(position):
    layers = GAME.diagram(position).layers
    return ["/".join("".join(cell.text for cell in row) for row in layer.cells) for layer in layers]


def reads(position, text):
    return GAME.write(position, GAME.read(position, text))


STARTS = {
    "-size=4": "xxxx/..../..../oooo",
    "-size=5": "xxxxx/x...x/...../o...o/ooooo",
    "-size=6": "xxxxxx/xx..xx/x....x/o....o/oo..oo/oooooo",
    "-size=7": "xxxxxxx/xx...xx/x.....x/......./o.....o/oo...oo/ooooooo",
    "-size=4 -3d -extra=1": "xxxx/x..x/o..o/oooo",
    "-size=5 -extra=0": "xxxxx/...../...../...../ooooo",
}


@cases(("typed", "drawing"), STARTS.items())
def test_starts(typed, drawing):
    """Each size begins with the additional pieces that RULES.md prints for it."""
    assert drawn(played(typed))[0] == drawing


def test_past_seven_two_extra_rows():
    """Past size 7 there are two extra rows, of two pieces and one from each edge."""
    rows = drawn(played("-size=9"))[0].split("/")
    assert rows[-3:] == ["o.......o", "oo.....oo", "ooooooooo"]
    assert rows[3:6] == ["........."] * 3


def test_labels_are_odd():
    """On the ground files are a, c, e, g and ranks 1, 3, 5, 7."""
    layer = GAME.diagram(played("-size=4")).layers[0]
    assert layer.columns == ("a", "c", "e", "g")
    assert layer.rows == ("7", "5", "3", "1")


REFUSED = {
    "-2d -3d": '"-2d" and "-3d" contradict each other.',
    "-mover_wins -mover_loses": "contradict each other",
    "-win_no_move": "works only in the 3D game. Add -3d",
    "-lose_no_move": "-lose_no_move works only in the 3D game",
    "-size=3": "out of range (4 to 13)",
    "-size=14": "out of range (4 to 13)",
    "-size=x": "-size takes a whole number (4 to 13)",
    "-size": "-size takes a whole number",
    "-3d=1": "-3d takes no value",
    "-siez=5": 'Did you mean "-size"?',
    "-extra=2": "the two sides would overlap. The maximum is -extra=1.",
    "-size=9 -extra=3": "would have no move",
}


@cases(("typed", "why"), REFUSED.items())
def test_refused_options(typed, why):
    """Options that are unknown, out of limits or impossible are refused with the reason."""
    with pytest.raises(UserError) as refused:
        resolved(typed)
    assert why in refused.value.text


def test_unknown_options_are_listed():
    """The refusal of an unknown option names those there are."""
    with pytest.raises(
        NotFoundError, match=r"Its options: -size=N -2d -3d -mover_wins -mover_loses"
    ):
        resolved("-colour=red")


def test_defaults_are_settled():
    """Resolving fills in the usual additional pieces and, in 3D, the pinning rule."""
    assert (resolved("").extra, resolved("").pinned) == (0, None)
    assert (resolved("-size=6 -3d").extra, resolved("-3d").pinned) == (2, "win_no_move")


@cases("text", ["a1-c5", "A1-C5", "a1c5", "a1 c5", "a1 to c5", " a1 - c5 "])
def test_notations(text):
    """Every usual notation is read, in any case."""
    assert reads(played("-size=4"), text) == "a1-c5"


NOT_READ = ["", "a1", "c5", "a1-c5-e1", "a1xc5", "knight to c5", "a1--c5", "a1-c555", "11-35"]


@cases("text", NOT_READ)
def test_unreadable(text):
    """Text that isn't a move is refused with an example of one."""
    with pytest.raises(ParseError, match=r"Write it like this: a1-c5\."):
        GAME.read(played("-size=4"), text)


ILLEGAL = {
    "a1-b3": (
        "There is no square b3 on this board. Its files are a, c, e and g; its ranks are 1, 3, 5 "
        "and 7."
    ),
    "i1-c5": "There is no square i1",
    "a3-c7": "There is no piece on a3.",
    "a7-c3": "The piece on a7 is Black's.",
    "a1-a3": "a1 to a3 isn't a knight's move.",
    "a1-e1": "a1 to e1 isn't a knight's move.",
}


@cases(("text", "why"), ILLEGAL.items())
def test_illegal(text, why):
    """An illegal move is refused with its own reason."""
    with pytest.raises(IllegalError) as refused:
        GAME.read(played("-size=4"), text)
    assert refused.value.text.startswith(why)


def test_nothing_is_captured():
    """A place with any piece can't be entered."""
    position = played("-size=4", "a1-e3", "g7-c5")
    for text in ("g1-e5", "e3-c7"):
        assert (text in legal(GAME, position)) == (text == "g1-e5")
    with pytest.raises(IllegalError, match=r"c7 is taken\."):
        GAME.read(position, "e3-c7")


def test_trapping_one_piece_wins():
    """A player who leaves one of the opponent's pieces without a move wins."""
    outcome = GAME.outcome(played("-size=4", "a1-c5", "c7-e3"))
    assert outcome.winners == (0,)
    assert outcome.reason == "Black's piece on g7 can't move"


@cases(("rule", "winner"), [("", 1), ("-mover_wins", 1), ("-mover_loses", 0)])
def test_double_traps(rule, winner):
    """A move that traps pieces of both sides wins for the mover, or loses with -mover_loses."""
    outcome = GAME.outcome(played(rule, "e1-c5", "c7-e3"))
    assert outcome.winners == (winner,)
    assert outcome.reason.endswith("the mover wins" if winner else "the mover loses")


@cases(("rule", "winner"), [("", 0), ("-win_no_move", 0), ("-lose_no_move", 1)])
def test_all_pinned(rule, winner):
    """A player whose pieces are all pinned wins, or loses with -lose_no_move."""
    outcome = GAME.outcome(played(f"-3d {rule}", "e1-a3", "a7-e5", "g1-c3", "e5-b2"))
    assert outcome.winners == (winner,)
    assert outcome.reason == "White's pieces are all pinned"


def test_nobody_moves_after_the_end():
    """A finished game offers no moves and reads none."""
    position = played("-size=4", "a1-c5", "c7-e3")
    assert legal(GAME, position) == []
    with pytest.raises(IllegalError, match="The game is over"):
        GAME.read(position, "c1-g3")


def test_climbing():
    """In 3D a piece may stand on four pieces of any colour that fill a square."""
    before = played("-3d -extra=1", "g1-c3")
    assert drawn(before)[1] == "---/---/.--"
    after = GAME.play(before, GAME.read(before, "a5-b2"))
    assert drawn(after) == ["xxxx/...x/OO.o/OOo.", "---/---/x--"]


def test_no_climbing_in_2d():
    """On the flat board there are no places between places."""
    with pytest.raises(IllegalError, match="There is no square b2"):
        GAME.read(played("-2d"), "a1-b2")


def test_unsupported_places():
    """A place above fewer than four pieces can't be entered."""
    with pytest.raises(IllegalError, match=r"d2 wouldn't be supported by four pieces"):
        GAME.read(played("-3d -extra=1"), "a3-d2")


def test_pinned_pieces_cannot_move():
    """A piece that supports another can't move and is drawn as a capital."""
    position = made("-size=5 -3d", FLOOR, UPPER)
    with pytest.raises(
        IllegalError, match="The piece on e1 is pinned, because it supports another"
    ):
        GAME.read(position, "e1-i3")
    marked = {cell.square for cell in GAME.diagram(position).cells() if "pinned" in cell.marks}
    assert marked == {"a1", "c1", "e1", "g1", "a3", "c3", "e3", "g3", "a5", "c5", "e5"}


def test_pinned_pieces_are_not_trapped():
    """A pinned piece without a move costs its owner nothing."""
    assert GAME.outcome(made("-size=5 -3d", FLOOR, UPPER)) is None


def test_the_third_level():
    """A target means the lowest free place: c3 is the third level when the ground's is taken."""
    position = made("-size=5 -3d", FLOOR, UPPER)
    after = GAME.play(position, GAME.read(position, "f2-c3"))
    assert drawn(after)[2] == "---/---/o--"


def test_the_topmost_piece_moves():
    """An origin means the topmost piece there, and coming down is a move too."""
    position = made("-size=5 -3d", FLOOR, ["....", "....", "xo..", "xo.."], ["---", "---", "o--"])
    after = GAME.play(position, GAME.read(position, "c3-f2"))
    assert drawn(after)[1].endswith("xoo-")


def test_one_level_at_a_time():
    """A piece on the ground can't reach the third level."""
    position = made("-size=5 -3d", FLOOR, UPPER)
    with pytest.raises(IllegalError, match=r"c3 is taken\."):
        GAME.read(position, "g5-c3")


LEAPS = [(1, 3), (3, 3), (1, 5), (3, 5)]


@given(lines(GAME, plies=30))
def test_lengths_of_leaps(line):
    """Moves cover 2 by 4 on a level and {1,3}, {3,3}, {1,5} or {3,5} between neighbours."""
    positions, moves = line
    for position, move in zip(positions, moves, strict=False):
        size = position.board.size
        levels = abs(move.origin // size**2 - move.target // size**2)
        assert _distance(GAME.write(position, move)) in ([(2, 4)], LEAPS)[levels]


def _distance(written):
    (x1, y1), (x2, y2) = ((ord(name[0]), int(name[1:])) for name in written.split("-"))
    return tuple(sorted((abs(x1 - x2), abs(y1 - y2))))


def test_leaving_loses():
    assert GAME.outcome(GAME.leave(played(""), 0)).winners == (1,)


def test_help_names_the_departures():
    """The help page says which rules the source leaves open."""
    assert "between levels" in GAME.notes
