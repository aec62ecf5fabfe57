"""Boards of other styles than squares in two shades, as tables in emails."""

import re
from dataclasses import dataclass
from types import SimpleNamespace
from typing import ClassVar

from commands.views.highlights import Highlights
from commands.views.html.boards.picture import picture
from commands.views.html.boards.piece_characters import TEXT
from commands.views.html.page import page
from commands.views.html.player_chips import seat_pieces
from commands.views.legend import DOT
from pbm.diagram import Diagram
from pbm.games import find
from pbm.look import Shape, Style
from tests.support.cases import cases
from tests.support.styled_diagrams import STYLED, styled

CLIPPED = 102_000
"""The size in bytes above which Gmail clips an email."""


@dataclass(eq=False)
class View:
    diagram: Diagram
    highlights: Highlights


class NoLinks:
    pieces: ClassVar = {}
    targets: ClassVar = {}
    spots: ClassVar = {}


def shown(diagram, *last):
    """Returns the picture of a diagram after a move on these squares."""
    highlights = Highlights(last=frozenset((0, square) for square in last))
    return picture(View(diagram, highlights), NoLinks(), 14, linked=False)


def drawn(diagram, *last):
    return str(shown(diagram, *last).html)


@cases("name", STYLED)
def test_boards_need_neither_pictures_nor_a_style_sheet(name):
    """Each piece has its colors in its own attributes, and a description for screen readers."""
    html = drawn(STYLED[name], "a1")
    assert "<img" not in html
    assert "url(" not in html
    pieces = [*STYLED[name].pieces()]
    in_hand = sum(len(hand.pieces) for hand in STYLED[name].hands)
    assert html.count('role="img"') == len(pieces) + in_hand
    for cell in pieces:
        assert re.search(rf'(aria-label="|title="{cell.square}: ){cell.words}', html)
    assert html.count("background-color:#") >= len(pieces)


def test_chess_pieces_are_characters_that_no_program_replaces_by_pictures():
    html = drawn(STYLED["chess"])
    for sign in "\N{BLACK CHESS PAWN}\N{BLACK CHESS QUEEN}\N{WHITE CHESS ROOK}\N{WHITE CHESS KING}":
        assert f"{sign}{TEXT}" in html
        assert html.count(sign) == html.count(f"{sign}{TEXT}")


def test_draughts_kings_have_crowns_and_men_nothing():
    html = drawn(STYLED["draughts"])
    assert html.count("\N{BLACK CHESS QUEEN}") == 2
    assert "\N{BLACK CHESS KING}" not in html


def test_the_lines_of_a_board_are_the_background_of_one_table():
    """Programs that draw no gradients show a dot on each intersection."""
    html = drawn(STYLED["go"])
    assert html.count("linear-gradient(90deg") == 1
    assert html.count("\N{MIDDLE DOT}") == 81 - 2 - 5
    assert 'class="s k' not in html


@cases("name", ["hex", "havannah"])
def test_rows_of_hexagons_are_shifted_by_half_a_cell(name):
    """All rows are as wide as the first, which gives each half cell its width."""
    rows = re.findall(r"<tr.*?</tr>", drawn(STYLED[name]), re.DOTALL)
    widths = {
        sum(int(span or 1) for span in re.findall(r'<t[dh](?:[^>]*?colspan="(\d+)")?', row))
        for row in rows
    }
    assert len(widths) == 1


def test_the_sides_of_hex_have_the_colours_of_their_owners():
    labels = re.findall(r'colspan="2" bgcolor="(#\w+)" style="color', drawn(STYLED["hex"]))
    assert labels.count("#262626") == labels.count("#ffffff") == 6


def test_a_board_full_of_stones_isnt_clipped():
    """No rows or columns of 19x19 are left out, and there is room for the rest of an email."""
    full = styled(Style.INTERSECTIONS, ["Xx" * 9 + "X"] * 19, Shape.STONE)
    html = drawn(full)
    assert html.count('role="img"') == 361
    assert len(page("", html).encode()) < CLIPPED - 15_000


def test_star_points_arent_taken_for_the_last_move():
    """The legend explains a dot with a title only. A piece has left its square."""
    (grid,) = shown(STYLED["go"], "a1").layers
    titles = [square.title for square in grid.squares() if square.text == DOT]
    assert sorted(titles) == [""] * 5 + ["a1: last move"]


def test_players_have_a_stone_before_the_first_move():
    """On a board for stones, no letter stands for a seat without a piece."""
    (layer,) = STYLED["go"].layers
    empty = Diagram((layer.part(range(4, 9), range(9)),))
    match = SimpleNamespace(game=find("knightsdance"))
    assert {cell.shape for cell in seat_pieces(match, empty)} == {Shape.STONE}
    (layer,) = STYLED["chess"].layers
    board = Diagram((layer.part((2,), range(5)),))
    assert {cell.shape for cell in seat_pieces(match, board)} == {Shape.FIGURE}


def test_no_lines_cross_a_missing_intersection():
    """The lines are a background of the whole table."""
    assert "linear-gradient" in drawn(styled(Style.INTERSECTIONS, ("..", "..")))
    assert "linear-gradient" not in drawn(styled(Style.INTERSECTIONS, ("..", ". ")))
