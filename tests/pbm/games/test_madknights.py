"""The rules of Mad Knights."""

from collections import Counter

import pytest
from hypothesis import given

from pbm.errors import IllegalError, ParseError, UserError
from pbm.game import legal
from pbm.games import find
from pbm.options import write_options
from tests.support.cases import cases
from tests.support.strategies import positions

GAME = find("madknights")


def typed_options(typed):
    return GAME.read_options(typed.split())


def resolved(typed, seed=0):
    return GAME.resolve(typed_options(typed), seed)


def played(typed, *moves):
    position = GAME.start(resolved(typed))
    for move in moves:
        position = GAME.play(position, GAME.read(position, move))
    return position


def stranded(position, *seats):
    """The position with every square closed that these seats could go to."""
    for seat in seats:
        position = position._replace(
            open=position.open & ~position.board.attacks[position.knights[seat]]
        )
    return position


def test_the_start():
    """Knights stand where they were put, row 8 is on top, and the note explains #."""
    diagram = GAME.diagram(played("-start=c3,f6,d5 -seed=42"))
    (layer,) = diagram.layers
    assert ["".join(cell.text for cell in row) for row in layer.cells] == [
        "........",
        "........",
        ".....g..",
        "...b....",
        "........",
        "..r.....",
        "........",
        "........",
    ]
    assert (layer.rows[0], layer.columns[0]) == ("8", "a")
    assert diagram.text_notes == ("# is a closed square: a knight has been there.",)


def test_squares_close_for_good():
    """A square is closed from the moment a knight is on it, and drawn so once it leaves."""
    position = played("-start=c3,f6,d5", "e4", "g4", "b6")
    closed = {cell.square for cell in GAME.diagram(position).cells() if cell.text == "#"}
    assert closed == {"c3", "f6", "d5"}
    assert {cell.words for cell in GAME.diagram(position).cells()} >= {"closed", "red knight"}
    assert not {"c3", "f6"} & set(legal(GAME, position))


def test_the_documented_draw():
    """The start that the help page gives for seed 5 is the one drawn."""
    assert write_options(resolved("-seed=5")) == ("-size=8", "-seed=5", "-start=d4,g6,d2")
    assert "seed 5 on the usual board, they are d4,g6,d2" in GAME.notes.replace("\n", " ")


def test_starts_are_inside_and_differ():
    """Every inner square is drawn now and then, none from the border, never one twice."""
    drawn = Counter()
    for seed in range(400):
        start = resolved("", seed).start
        assert len(set(start)) == 3
        drawn.update(start)
    assert set(drawn) == {(column, row) for column in range(1, 7) for row in range(1, 7)}


def test_a_given_start_still_has_a_seed():
    """With a start set by hand random moves are still drawn from the board's seed."""
    assert resolved("-start=c3,f6,d5", seed=17).seed == 17
    assert resolved("-seed=3", seed=17).seed == 3


@cases(
    ("typed", "by_hand"),
    [("", False), ("-strict", False), ("-seed=0", True), ("-start=c3,f6,d5", True)],
)
def test_hand_set(typed, by_hand):
    """A seed or start that was typed is hand-set, 0 included."""
    assert GAME.by_hand(typed_options(typed)) is by_hand


@pytest.mark.parametrize(("typed", "strict"), [("", False), ("-strict", True)])
def test_strict(typed, strict):
    """The source's rule for illegal moves holds when asked for."""
    assert GAME.strict(resolved(typed)) is strict


@cases("text", ["e4", "E4", " e4 "])
def test_notations(text):
    """A square is read in any case."""
    position = played("-start=c3,f6,d5")
    assert GAME.write(position, GAME.read(position, text)) == "e4"


@cases("text", ["", "e", "44", "c3-e4", "randomly", "e4 hello", "pass"])
def test_unreadable(text):
    """Text that isn't a square is refused with examples."""
    with pytest.raises(ParseError, match=r'Write it like this: e3, or "random"\.'):
        GAME.read(played(""), text)


ILLEGAL = {
    "i4": "i4 isn't on the board. The board goes from a1 to h8.",
    "a9": "a9 isn't on the board",
    "c3": "Red's knight is on c3.",
    "d5": "Blue's knight is on d5.",
    "c4": "c3 to c4 isn't a knight's move.",
}


@cases(("text", "why"), ILLEGAL.items())
def test_illegal(text, why):
    """An illegal move is refused with its own reason."""
    with pytest.raises(IllegalError) as refused:
        GAME.read(played("-start=c3,f6,d5"), text)
    assert refused.value.text.startswith(why)


def test_closed_squares():
    """A closed square is refused as such."""
    with pytest.raises(IllegalError, match=r"c3 is closed, because a knight has been there\."):
        GAME.read(played("-start=c3,f6,d5", "e4", "g4", "b6"), "c3")


@given(positions(GAME))
def test_random_moves_are_fixed(position):
    """`random` is a legal move, the same whenever it is asked for."""
    if GAME.outcome(position) is None:
        move = GAME.read(position, "Random")
        assert move in list(GAME.moves(position))
        assert GAME.read(position, "random") == move


def test_random_moves_depend_on_seed_and_ply():
    """Different seeds draw different moves, all of them now and then."""
    start = "-start=c3,f6,d5"
    drawn = {GAME.read(played(f"{start} -seed={seed}"), "random") for seed in range(100)}
    assert drawn == set(GAME.moves(played(start)))


def test_a_player_without_a_move_leaves():
    """A player without an open square on their turn leaves, which takes no ply, and is told."""
    start = stranded(played("-start=b2,g7,d5"), 1)
    after = GAME.play(start, GAME.read(start, "a4"))
    assert (GAME.to_move(after), after.gone, after.ply) == (2, (1,), 1)
    assert GAME.describe_move(start, GAME.read(start, "a4")) == "moves a4. Green is out."
    assert [cell.text for cell in GAME.diagram(after).pieces()].count("g") == 1


def test_the_last_one_left_wins_without_a_move():
    """If the others leave at once the mover wins, even without a move of their own."""
    start = stranded(played("-start=b2,g7,d5"), 1, 2)
    after = GAME.play(start, GAME.read(start, "a4"))
    assert GAME.describe_move(start, GAME.read(start, "a4")).endswith("Green and Blue are out.")
    stuck = stranded(start, 0)._replace(open=1 << GAME.read(start, "a4"))
    for end in (after, GAME.play(stuck, GAME.read(stuck, "a4"))):
        assert GAME.outcome(end).places == (1, 3, 2)
        assert GAME.outcome(end).reason == "only Red was left"


def test_a_whole_game():
    """Red leaves first and is third, Green second, Blue wins."""
    assert GAME.outcome(played(GAME.example[0], *GAME.example[1])).places == (3, 2, 1)


def test_resigning():
    """A player who resigns leaves; the others play on in turn, and the last of them wins."""
    position = GAME.leave(played("-start=c3,f6,d5", "e4"), 0)
    assert GAME.to_move(position) == 1
    position = GAME.leave(position, 1)
    assert GAME.outcome(position).places == (3, 2, 1)


def test_resigning_on_the_move():
    """After the player to move resigned, the next one's turn comes."""
    assert GAME.to_move(GAME.leave(played(""), 0)) == 1


def test_leaving_twice():
    """A player can't leave twice, nor anybody once the game is over."""
    position = GAME.leave(played(""), 2)
    with pytest.raises(IllegalError, match=r"Blue has already left the game\."):
        GAME.leave(position, 2)
    with pytest.raises(IllegalError, match=r"The game is over\."):
        GAME.leave(GAME.leave(position, 0), 1)


REFUSED = {
    "-size=4": "5 to 26",
    "-size=27": "5 to 26",
    "-start=c3,f6": "-start=c3,f6,d5",
    "-start=c3,f6,d5,e5": "-start=c3,f6,d5",
    "-start=c3,f6,x": "-start=c3,f6,d5",
    "-start=c3,C3,d5": "lists the same square twice",
    "-start=a3,f6,d5": "a3 can't be a starting square. On a board of size 8, choose from b2 to g7",
    "-start=c3,f8,d5": "f8 can't be a starting square",
    "-start=c3,f6,z99": "z99 can't be a starting square",
    "-size=5 -start=b2,c3,e4": "On a board of size 5, choose from b2 to d4",
    "-seed=-1": "0 to 999999999",
    "-seed=1000000000": "0 to 999999999",
}


@cases(("typed", "why"), REFUSED.items())
def test_refused_options(typed, why):
    """Sizes, seeds and starts out of limits are refused with the reason and the limit."""
    with pytest.raises(UserError) as refused:
        resolved(typed)
    assert why in refused.value.text
