"""Boards of other styles than squares in two shades, and the shapes of pieces on them."""

import re
from dataclasses import replace
from itertools import product
from math import dist

import pytest

from commands.views.highlights import Highlights
from commands.views.svg.drawing import Drawing, legend
from commands.views.svg.empty_surfaces import star_points
from commands.views.svg.hexagons import Hexagons
from commands.views.svg.panel import UNIT
from commands.views.svg.piece_signs import SIGNS
from commands.views.svg.png import png
from commands.views.svg.stylesheet import stylesheet
from pbm.look import Shape, Style
from tests.support.cases import cases
from tests.support.styled_diagrams import STYLED, styled


def drawn(diagram, *last):
    """Returns the definitions and the picture of a diagram after a move on these squares."""
    highlights = Highlights(last=frozenset((0, square) for square in last))
    drawing = Drawing((diagram,))
    picture = drawing.picture(diagram, highlights, key="k", title="", description="")
    return drawing.definitions(), picture


@cases("name", STYLED)
def test_every_shape_and_class_is_defined(name):
    """A picture refers only to what its page defines, and to rules of the style sheet."""
    definitions, picture = drawn(STYLED[name], "a1", "b1")
    assert set(re.findall(r'href="#([^"]+)"', picture)) <= set(
        re.findall(r'id="([^"]+)"', definitions)
    )
    used = " ".join(re.findall(r'class="([^"]+)"', definitions + picture)).split()
    ruled = set(re.findall(r"\.([\w-]+)", stylesheet()))
    assert set(used) - ruled <= {"board-definitions"}


@cases("name", STYLED)
def test_previews_are_drawn_too(name):
    """A program that shows a preview needs neither definitions nor the style sheet."""
    assert png(STYLED[name], Highlights(last=frozenset({(0, "a1")}))).startswith(b"\x89PNG")


def test_a_chess_set_has_six_figures():
    """They stand on the squares without a disc. Each is one drawing for both colors."""
    definitions, _ = drawn(STYLED["chess"])
    assert {f"figure-{kind}" for kind in SIGNS} <= set(re.findall(r'id="([^"]+)"', definitions))
    assert "board-disc" not in definitions


def test_a_figure_can_be_named_by_its_sign():
    """An amazon is drawn as a queen."""
    (layer,) = STYLED["chess"].layers
    amazon = replace(layer.cells[0][0], words="white amazon", sign="queen", shape=Shape.FIGURE)
    board = replace(layer, cells=((amazon, *layer.cells[0][1:]), *layer.cells[1:]))
    _, picture = drawn(replace(STYLED["chess"], layers=(board,)))
    assert picture.count('href="#figure-queen"') == 3


@pytest.mark.parametrize(
    ("lines", "points"), [(5, 0), (7, 5), (9, 5), (13, 5), (15, 5), (18, 4), (19, 9), (21, 0)]
)
def test_square_boards_have_the_usual_star_points(lines, points):
    marked = star_points(lines, lines)
    assert len(marked) == points
    assert all((lines - 1 - row, column) in marked for row, column in marked)
    assert star_points(lines, lines + 1) == []


def test_the_last_move_hides_no_lines():
    """On intersections, the edge of the stone and a dot show it, and the legend says so."""
    _, picture = drawn(STYLED["go"], "c8", "a1")
    assert 'class="square' not in picture
    assert 'class="black last"' in picture
    assert 'class="dot"' in picture
    told = legend(STYLED["go"], Highlights(last=frozenset({(0, "c8")})))
    assert told == "\N{BULLET} and a thick edge: the last move."


def test_neighbours_among_hexagons_are_one_unit_away():
    """A cell has six: two in its row, and two in each row next to it."""
    hexagons = Hexagons(3, 3, ())
    middle = hexagons.centre((1, 1))
    near = {
        place
        for place in product(range(3), repeat=2)
        if dist(hexagons.centre(place), middle) == pytest.approx(UNIT)
    }
    assert near == {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)}


def test_sides_have_the_colours_of_their_owners():
    definitions, _ = drawn(STYLED["hex"])
    assert re.findall(r'class="board-border (\w+)"', definitions) == ["black", "white"] * 2


def test_pieces_in_hand_are_described():
    """Screen readers hear what the icons below the board show."""
    _, picture = drawn(STYLED["shogi"])
    assert 'aria-label="black pawn"' in picture
    assert "\N{MULTIPLICATION SIGN} 2" in picture


@cases(
    ("style", "rows", "lines"),
    [
        (Style.SQUARES, (". ", " ."), "M0 0h10M0 10h20M10 20h10M0 0v10M10 0v20M20 10v10"),
        (Style.GREEN, (". .",), "M0 0h10M20 0h10M0 10h10M20 10h10M0 0v10M10 0v10M20 0v10M30 0v10"),
        (Style.INTERSECTIONS, ("...", ".. "), "M5 5h20M5 15h10M5 5v10M15 5v10"),
    ],
)
def test_no_lines_are_drawn_where_a_square_is_missing(style, rows, lines):
    definitions, _ = drawn(styled(style, rows))
    assert re.findall(r'class="board-rule" d="([^"]+)"', definitions) == [lines]


def test_a_missing_square_has_no_hole_and_no_star():
    assert drawn(styled(Style.HOLES, (". ", "..")))[0].count("board-hole") == 3
    middle = "... ..."
    rows = (*["." * 7] * 3, middle, *["." * 7] * 3)
    assert drawn(styled(Style.INTERSECTIONS, rows))[0].count("board-star") == 4
