"""Drawings of boards with too many squares to be seen."""

from itertools import combinations
from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from commands.views.svg.large_boards.disc_spreading import spread
from commands.views.svg.large_boards.overview import LEAST_PIXELS
from commands.views.svg.panel import NARROWEST
from pbm.diagram import Cell, Diagram, Layer
from pbm.games import find
from tests.support.cases import cases
from tests.support.snapshots import played, playout
from tests.support.svg_reader import DrawnPage, coloured, page_of, pieces

DANCE, DUEL = find("knightsdance"), find("knightsduel")


@cases("words", ["-rows=100 -cols=100", "-rows=3 -cols=99", "-rows=40 -cols=5"])
@cases("plies", [0, 5])
def test_all_pieces_can_be_told_apart(words, plies):
    """On the whole board each piece has at least its size on a phone, and hides no other."""
    page = page_of(playout(DANCE, played(DANCE, words).options, plies))
    whole = page.panels[0]
    drawn = [*pieces(whole)]
    assert len(drawn) == len([*page.diagram.pieces()])
    width = float(whole.get("viewBox").split()[2])
    narrow = min(float(whole.get("width")), NARROWEST) / width
    size = 8 * drawn[0].factor
    assert size * narrow >= LEAST_PIXELS - 0.1
    for one, other in combinations(drawn, 2):
        assert hypot(one.x - other.x, one.y - other.y) >= 0.8 * size


@cases("words", ["-rows=100 -cols=100", "-rows=27 -cols=64"])
@cases("seed", [1, 2])
def test_parts_have_all_pieces_and_what_happened(words, seed):
    """The first part has the squares of the last move; together the parts have every piece."""
    page = page_of(playout(DANCE, played(DANCE, words).options, 20, seed))
    _, first, *others = page.panels
    assert len(coloured(first, "last")) == 2
    drawn = [piece.shape for part in (first, *others) for piece in pieces(part)]
    assert sorted(set(drawn)) == ["K", "N"]
    assert len(drawn) >= 4
    assert all("small" in part.get("class") for part in others)


def test_the_whole_has_labels_at_every_ten():
    """Rows and columns are counted in tens, and so are its squares' shades."""
    page = page_of(played(DANCE, "-rows=100 -cols=100"))
    files, ranks = page.frame(page.panels[0]).findall("g/g")
    assert [text.text for text in files] == [
        "a",
        "j",
        "t",
        "ad",
        "an",
        "ax",
        "bh",
        "br",
        "cb",
        "cl",
        "cv",
    ]
    assert [text.text for text in ranks] == [*map(str, range(100, 9, -10)), "1"]


def test_the_squares_of_the_parts_have_the_shades_of_the_whole():
    """A part begins with a light square, as its row and column are even together."""
    page = page_of(playout(DANCE, played(DANCE, "-rows=60 -cols=70").options, 15))
    for panel in page.panels[1:]:
        light, dark = panel.findall("g")[0].findall("path")
        assert light.get("d").startswith("M0 5")
        assert dark.get("d").startswith("M10 5")


def test_boards_with_small_squares_have_one_part():
    """A board whose squares are small on phones is shown whole, and enlarged where it changed."""
    page = page_of(playout(DUEL, played(DUEL, "-size=20").options, 9))
    whole, part = page.panels
    assert len([*pieces(whole)]) == 2
    assert len(coloured(part, "last")) == 2
    assert whole.find("path[@class='part']") is not None
    assert len(page_of(played(DUEL, "-size=20")).panels) == 1


def test_trails_end_at_the_border_of_a_part():
    """A trail that leaves the enlarged part and comes back isn't joined across it."""
    game = find("trailblazer")
    away = [f"(0,{column})" for column in range(1, 15)] + [
        f"(1,{column})" for column in range(14, 2, -1)
    ]
    back = [f"(19,{column})" for column in range(18, 3, -1)] + [
        f"(18,{column})" for column in range(4, 16)
    ]
    moves = [move for pair in zip(away, back, strict=False) for move in pair][:-1]
    whole, part = page_of(played(game, "-size=20", moves)).panels
    assert [len(lines(panel)) for panel in (whole, part)] == [2, 2]
    assert not any("l" in line for panel in (whole, part) for line in lines(panel))


def lines(panel):
    """Returns the lines of the trails in a drawing."""
    return [path.get("d") for path in panel.iter("path") if "line" in path.get("class", "").split()]


def test_closed_squares_of_a_vast_board():
    """They are on the whole board as well, and so are the squares of the last move."""
    empty, closed = Cell("x", "."), Cell("y", "#", "closed", marks=frozenset({"closed"}))
    rows = (tuple(closed if column < 3 else empty for column in range(40)),) * 2
    page = DrawnPage(Diagram((Layer(tuple(map(str, range(1, 41))), ("2", "1"), rows),)))
    assert coloured(page.panels[0], "closed") == {
        (row, column) for row in (0, 1) for column in (0, 1, 2)
    }


@given(
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=5),
    st.integers(10, 60),
)
def test_spread_discs_stay_on_the_board(spots, size):
    """Discs that are moved apart don't leave the board, and those with room stay in place."""
    centres = spread(spots, size, (300, 300))
    assert all(size / 2 <= at <= 300 - size / 2 for centre in centres for at in centre)
    near = [
        pair
        for pair in combinations(spots, 2)
        if hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]) < size
    ]
    inside = all(size / 2 <= at <= 300 - size / 2 for spot in spots for at in spot)
    if inside and not near:
        assert centres == spots
