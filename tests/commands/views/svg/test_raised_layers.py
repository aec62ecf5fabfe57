"""Drawings of layers that lie on one another."""

from hypothesis import given, settings
from hypothesis import strategies as st

from commands.views.highlights import Highlights
from commands.views.legend import HIGHER
from commands.views.svg.pieces import RISE, STACKED
from pbm.diagram import Cell, Diagram, Layer
from pbm.games import find
from tests.support.snapshots import played, playout
from tests.support.svg_reader import DrawnPage, cells, page_of, pieces, squares

STACKED_MOVES = ["c1-g3", "a7-e5", "e1-g5", "c7-f6", "g3-c1", "f6-a7", "g1-f6", "a7-c3"]
PANIC = find("knightpanic")


@settings(max_examples=15)
@given(size=st.integers(4, 9), plies=st.integers(0, 60), seed=st.integers(0, 99))
def test_each_piece_is_in_the_stack_and_on_its_level(size, plies, seed):
    """Stones lie where four others carry them, and each level has its own pieces."""
    options = played(PANIC, f"-3d -size={size} -extra={size // 2 - 1}").options
    match = playout(PANIC, options, plies, seed)
    diagram = match.game.diagram(match.state.position)
    page = page_of(match)
    stones = sorted((piece.x, piece.y) for piece in pieces(page.panels[0]))
    expected = sorted(
        (10 * column + 5 * level, 10 * row + level * (5 - RISE if len(diagram.layers) > 1 else 5))
        for level, layer in enumerate(diagram.layers)
        for (row, column), cell in cells(layer).items()
        if cell.piece
    )
    assert [(round(x, 1), round(y, 1)) for x, y in stones] == [
        (round(x, 1), round(y, 1)) for x, y in expected
    ]
    for level, panel in enumerate(page.panels[1:]):
        drawn = {(piece.y / 10, piece.x / 10) for piece in pieces(panel)}
        shift = 0.5 if level else 0
        assert drawn == {
            (row + shift, column + shift)
            for (row, column), cell in cells(diagram.layers[level]).items()
            if cell.piece
        }


def test_higher_places_bear_their_names():
    """Pieces and free places above the ground say their name and level."""
    page = page_of(played(PANIC, "-3d", STACKED_MOVES))
    names = [text.text for text in page.panels[0].iter("text") if text.get("class") is None]
    assert names == [f"f6{HIGHER}2"]
    assert all(piece.shape.endswith(STACKED) for piece in pieces(page.panels[0]))
    captions = [text.text for text in page.root.iter("text") if text.get("class") == "caption"]
    assert captions == ["Level 1", "Level 2, on level 1"]


def test_free_places_above_the_ground():
    """A place that four pieces would carry is a circle with its name."""
    page = page_of(played(PANIC, "-3d -size=6"))
    assert len(page.panels) == 1
    circles = [each for each in page.panels[0].iter("circle") if "place" in each.get("class")]
    names = [text.text for text in page.panels[0].iter("text")]
    assert sorted(names) == [f"{name}{HIGHER}2" for name in ("b10", "b2", "j10", "j2")]
    assert len(circles) == len(names)


def test_pinned_pieces_are_pale():
    """The four pieces below another are pale, in the stack and on their level."""
    page = page_of(played(PANIC, "-3d", STACKED_MOVES))
    for panel in page.panels[:2]:
        assert len([piece for piece in pieces(panel) if "pale" in piece.classes]) == 4


def test_missing_squares_below_a_level():
    """A level shows the squares of the one below it, and no others."""
    knight = Cell("b2", "N1", "white knight", 0, piece=True)
    ground = ((Cell("a3", "."), Cell("c3", ".")), (Cell("a1", "."), None))
    layers = (
        Layer(("a", "c"), ("3", "1"), ground, "Level 1"),
        Layer(("b",), ("2",), ((knight,),), "Level 2", raised=True),
    )
    page = DrawnPage(Diagram(layers))
    light, _ = page.frame(page.panels[2]).findall("g/path")
    assert squares(light) == {(0, 0), (0, 1), (1, 0)}


def test_trapped_pieces_above_the_ground():
    """A piece on a higher level that can't move has a cross below it, there as well."""
    match = played(PANIC, "-3d", STACKED_MOVES)
    marked = Highlights(trapped=frozenset({"f6"}))
    page = DrawnPage(match.game.diagram(match.state.position), marked)
    assert len([*page.panels[0].iterfind(".//use[@class='cross']")]) == 1


def test_levels_of_one_board_are_drawn_alike():
    """The squares of all levels have the same size."""
    _, *levels = page_of(played(PANIC, "-3d", STACKED_MOVES)).panels
    assert len(levels) == 2
    scales = {
        round(float(each.get("width")) / float(each.get("viewBox").split()[2]), 1)
        for each in levels
    }
    assert len(scales) == 1
