"""The rules of Knight's Dance."""

import pytest
from hypothesis import given

from pbm.errors import IllegalError, ParseError, UserError
from pbm.game import legal
from pbm.games import find
from pbm.games.knightsdance import Position, read_placement, write_placement
from pbm.options import read_options, write_options
from tests.support.cases import cases
from tests.support.strategies import positions

GAME = find("knightsdance")
USUAL = "(w 5 6 a1 b1 f5 b5)"


def resolved(*typed):
    return GAME.resolve(GAME.read_options(typed), 0)


def played(typed, *moves):
    return after(GAME.start(resolved(*typed.split())), *moves)


def placed(notation, **rules):
    return Position(read_placement(notation), **rules)


def after(position, *moves):
    for move in moves:
        position = GAME.play(position, GAME.read(position, move))
    return position


def drawn(position):
    (layer,) = GAME.diagram(position).layers
    return [" ".join(f"{cell.text:2}" for cell in row).rstrip() for row in layer.cells]


def test_the_start():
    """The usual board has five ranks and six files, and its position is printed below."""
    diagram = GAME.diagram(played(""))
    assert drawn(played("")) == [
        ".  BN .  .  .  WN",
        ".  .  .  .  .  .",
        ".  .  .  .  .  .",
        ".  .  .  .  .  .",
        "WK BK .  .  .  .",
    ]
    assert diagram.layers[0].columns == tuple("abcdef")
    assert diagram.text_notes == (f"To start from this position: -position={USUAL}",)


def test_the_sample_game():
    """The source's sample is legal to its end: White captures Black's king."""
    sample = ["White to e3", "c3", "White to c4", "Black to b5", "White to d2", "d4", "b1"]
    outcome = GAME.outcome(played("", *sample))
    assert (outcome.winners, outcome.reason) == ((0,), "White captured Black's king")


@pytest.mark.parametrize(("rules", "winner"), [("", 0), ("-misere", 1)])
def test_capturing_the_knight(rules, winner):
    """Capturing the other knight ends the game; under -misere the capturer loses."""
    end = played(rules, "e3", "c3", "c4", "b5", "d2", "c3", "b1")
    assert GAME.outcome(end).winners == (winner,)
    start = GAME.start(resolved("-position=(w 5 6 a1 b1 d4 b5)", *rules.split()))
    outcome = GAME.outcome(after(start, "b5"))
    assert (outcome.winners, outcome.reason) == ((winner,), "White captured Black's knight")


@pytest.mark.parametrize(("misere", "winner"), [(False, 1), (True, 0)])
def test_no_move(misere, winner):
    """A player without a move loses, or wins under -misere."""
    outcome = GAME.outcome(placed("(w 2 3 a1 b1 c2 a2)", misere=misere))
    assert (outcome.winners, outcome.reason) == ((winner,), "White couldn't move")


def test_own_king():
    """A knight can't land on its own king."""
    position = placed("(w 5 6 a1 b1 b3 f5)")
    assert "a1" not in legal(GAME, position)
    with pytest.raises(IllegalError, match=r"Your own king is on a1\."):
        GAME.read(position, "a1")


@cases("text", ["e3", "f5-e3", "F5E3", "Ne3", "to e3", "White to e3", " E3 "])
def test_notations(text):
    """Every usual notation is read, in any case."""
    position = played("")
    assert GAME.write(position, GAME.read(position, text)) == "e3"


@cases("text", ["", "e", "33", "e3-", "f5+e3", "e0", "Red to e3", "Ke3 now", "e٣"])
def test_unreadable(text):
    """Text that isn't a square is refused with an example of one."""
    with pytest.raises(ParseError, match=r"Write it like this: e3\."):
        GAME.read(played(""), text)


ILLEGAL = {
    "g1": "g1 isn't on the board. Its files are a to f; its ranks are 1 to 5.",
    "a6": "a6 isn't on the board",
    "f5": "Your knight is already on f5.",
    "a1": "Your own king is on a1.",
    "b1": "f5 to b1 isn't a knight's move.",
    "b5-e3": "White's knight is on f5, not on b5.",
    "Black to e3": "It is White's turn, not Black's.",
}


@cases(("text", "why"), ILLEGAL.items())
def test_illegal(text, why):
    """An illegal move is refused with its own reason."""
    with pytest.raises(IllegalError) as refused:
        GAME.read(played(""), text)
    assert refused.value.text.startswith(why)


def test_the_letter_of_the_knight_gives_way():
    """On a board with a file ne, ne3 is a square of it."""
    wide = placed("(w 5 400 a1 b1 nd1 b5)")
    assert GAME.write(wide, GAME.read(wide, "ne3")) == "ne3"
    narrow = placed("(w 5 6 a1 b1 f5 b5)")
    assert GAME.write(narrow, GAME.read(narrow, "ne3")) == "e3"


CAPTIONS = [
    ("(b 5 6 a1 f1 b3 b2)", {"a4", "c4"}),
    ("(b 5 6 a1 b3 f5 c2)", {"a3", "b4"}),
]


@pytest.mark.parametrize(("notation", "blocked"), CAPTIONS)
def test_jump_block_as_the_captions_say(notation, blocked):
    """A neighbour blocks two jumps: past it along a line, or beside it on the diagonal."""
    free, bound = placed(notation), placed(notation, jumpblock=True)
    assert set(legal(GAME, free)) - set(legal(GAME, bound)) == blocked
    for name in blocked:
        with pytest.raises(
            IllegalError, match=rf"The jump to {name} is blocked by the piece on b3\."
        ):
            GAME.read(bound, name)


def test_no_jump_block_at_a_distance():
    """Pieces that aren't next to the knight block nothing."""
    notation = "(w 5 6 a1 b1 d3 b5)"
    assert legal(GAME, placed(notation, jumpblock=True)) == legal(GAME, placed(notation))


@given(positions(GAME))
def test_positions_read_back(position):
    """The notation under a diagram reads back as the position, in any case."""
    notation = write_placement(position.placement)
    assert read_placement(notation) == read_placement(notation.upper()) == position.placement
    again = position._replace(placement=read_placement(notation))
    assert GAME.outcome(again) == GAME.outcome(position)


@pytest.mark.parametrize("notation", ["(b 5 6 a1 b1 b5 b5)", "(b 5 6 a1 b1 b1 b5)"])
def test_captures_read_back_as_over(notation):
    """A piece on a captured one ends the game, and only the capturer is drawn."""
    position = placed(notation)
    assert GAME.outcome(position).winners == (0,)
    assert legal(GAME, position) == []
    assert [cell.text for cell in GAME.diagram(position).pieces()].count("WN") == 1
    assert len(list(GAME.diagram(position).pieces())) == 3


def test_black_may_begin():
    """With turn b Black moves first."""
    assert GAME.to_move(GAME.start(resolved("-position=(B 5 6 A1 B1 F5 B5)"))) == 1


def test_stored_position():
    """A position is stored in canonical notation and brings its own size."""
    assert write_options(resolved("-position=( W 5 6  a1 b1 f5 b5 )")) == (f"-position={USUAL}",)
    assert write_options(resolved("-cols=7")) == ("-rows=5", "-cols=7")


REFUSED = {
    "-position=(w 5 6 a1 b1 f5 f5)": "Two pieces are on f5",
    "-position=(b 5 6 a1 b1 b1 b5)": "Two pieces are on b1",
    "-position=(w 5 6 a1 b1 g5 b5)": (
        "g5 isn't on the board. Its files are a to f; its ranks are 1 to 5."
    ),
    "-position=(w 2 3 a1 b1 c2 a2)": "ends the game before it begins: White couldn't move.",
    "-position=(x 5 6 a1 b1 f5 b5)": "such as (w 5 6 a1 b1 f5 b5)",
    "-position=(w 5 6 a1 b1 f5)": "such as (w 5 6 a1 b1 f5 b5)",
    "-position=w 5 6 a1 b1 f5 b5": "such as (w 5 6 a1 b1 f5 b5)",
    "-position=(w 0 6 a1 b1 f5 b5)": "such as (w 5 6 a1 b1 f5 b5)",
    "-position=(w 101 6 a1 b1 f5 b5)": "The maximum is 100 rows and 100 columns",
    "-position": "-position takes a value",
    "-rows=1": "at least 2 rows and 3 columns",
    "-cols=2": "at least 2 rows and 3 columns",
    "-rows=2 -cols=3": "The standard start on 2 rows and 3 columns ends the game before it begins",
    "-rows=0": "at least 1",
    "-rows=101": "The maximum is 100 rows and 100 columns",
    "-cols=101": "The maximum is 100 rows and 100 columns",
}


@cases(("typed", "why"), REFUSED.items())
def test_refused_options(typed, why):
    """Impossible starts are refused with the reason and the limit."""
    words = [typed] if typed.startswith("-position") else typed.split()
    with pytest.raises(UserError) as refused:
        resolved(*words)
    assert why in refused.value.text


@cases("size", ["-rows=5", "-cols=6", "-rows=5 -cols=6"])
def test_a_position_brings_its_size(size):
    """A position goes with neither rows nor columns."""
    with pytest.raises(IllegalError, match="Leave out -rows and -cols"):
        resolved(f"-position={USUAL}", *size.split())


def test_boards_end_at_the_largest(monkeypatch):
    """The refusal of a larger one names it."""
    monkeypatch.setattr("pbm.game.Game.largest", 9)
    GAME.resolve(read_options(GAME.options, ["-rows=8", "-cols=9"], ""), 0)
    with pytest.raises(IllegalError, match="The maximum is 9 rows and 9 columns"):
        GAME.resolve(read_options(GAME.options, ["-rows=10"], ""), 0)


def test_positions_are_set_by_hand():
    """A position given is set by hand; a size isn't."""
    assert GAME.by_hand(read_options(GAME.options, [f"-position={USUAL}"], ""))
    assert not GAME.by_hand(read_options(GAME.options, ["-rows=7"], ""))


def test_files_past_z():
    """After file z come aa, ab and so on."""
    (layer,) = GAME.diagram(played("-cols=28")).layers
    assert layer.columns[-3:] == ("z", "aa", "ab")
    assert legal(GAME, played("-cols=28")) == ["aa3", "z4"]


def test_large_boards():
    """100 by 100 is played like any other size."""
    assert legal(GAME, GAME.start(resolved("-rows=100", "-cols=100"))) == ["ct99", "cu98"]


def test_draws_by_agreement():
    """Endless games may be drawn by agreement."""
    assert GAME.drawn_by_agreement
    assert GAME.longest(resolved()) is None
