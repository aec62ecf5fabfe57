"""Drawings of positions."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.views.board_view import highlights_of, targets_of
from commands.views.highlights import Highlights
from commands.views.svg.drawing import Drawing
from commands.views.svg.stylesheet import stylesheet
from pbm.diagram import Cell, Diagram, Layer
from pbm.games import find
from tests.support.snapshots import matches, played, playout
from tests.support.strategies import ALL, NAMES
from tests.support.svg_reader import DrawnPage, cells, coloured, page_of, pieces, shape, squares

MOST_BYTES = 1500
USUAL = {
    "knightpanic": "-size=8",
    "knightsdance": "-rows=8 -cols=8",
    "knightsduel": "-size=8",
    "madknights": "-size=8",
    "trailblazer": "-size=8",
}
"""Boards of eight by eight squares."""


def examples(game):
    """Returns the positions of a game's example."""
    words, moves = game.example
    return [played(game, words, moves[:count]) for count in range(len(moves) + 1)]


@pytest.mark.parametrize("game", ALL, ids=NAMES)
class TestAnyGame:
    @settings(max_examples=10)
    @given(data=st.data())
    def test_it_is_well_formed_and_complete(self, game, data):
        """Each identifier stands there once, each reference leads to one, no class lacks a rule."""
        page = page_of(data.draw(matches(game)))
        assert len(set(page.ids)) == len(page.ids)
        assert page.references <= set(page.ids)
        rules = set(re.findall(r"\.([a-z][\w-]*)", stylesheet()))
        assert page.classes - {"square", "plain"} <= rules
        assert not re.search(r"\sstyle=|<style|<script|\son\w+=", page.source)

    def test_every_piece_of_the_example_is_there_once(self, game):
        """It stands on its square, in its shape and its colour."""
        for match in examples(game):
            diagram = match.game.diagram(match.state.position)
            expected = {
                place: (shape(cell), cell.words.split()[0] if cell.words[0] in "wbrg" else "")
                for place, cell in cells(diagram.layers[0]).items()
                if cell.piece
            }
            drawn = [*pieces(page_of(match).panels[0])]
            assert len(drawn) == len(expected)
            for piece in drawn:
                kind, colour = expected[piece.place]
                assert piece.shape.startswith(kind)
                assert colour in piece.classes | {""}

    def test_every_square_of_the_example_is_there_once(self, game):
        """Light and dark ones alternate; those that are out of the game have a colour of theirs."""
        match = examples(game)[-1]
        page, layer = page_of(match), match.game.diagram(match.state.position).layers[0]
        light, dark = page.frame(page.panels[0]).findall("g/path")
        assert squares(light) == set(cells(layer))
        assert squares(dark) == {place for place in cells(layer) if sum(place) % 2}
        gone = {place for place, cell in cells(layer).items() if cell.words and not cell.piece}
        shown = set().union(
            *(coloured(page.panels[0], kind) for kind in ("closed", "trail-0", "trail-1", "last"))
        )
        assert gone <= shown

    def test_it_is_small(self, game):
        """A position of eight by eight squares takes few bytes, but for what its reader is told."""
        match = played(game, USUAL[game.name])
        for plies in (0, 5, 20):
            match = playout(game, match.options, plies)
            assert len(page_of(match).picture) < MOST_BYTES

    def test_it_is_the_same_each_time(self, game):
        """Two drawings of a position don't differ in a byte."""
        match = examples(game)[-1]
        assert page_of(match).source == page_of(match).source


class TestMarks:
    def test_the_last_move(self):
        """The square that it left has a dot, and the piece a thick edge."""
        page = page_of(played(find("knightsdance"), moves=["e3", "c3"]))
        assert coloured(page.panels[0], "last") == {(0, 1), (2, 2)}
        (dot,) = page.panels[0].findall("circle")
        assert (dot.get("class"), dot.get("cx"), dot.get("cy")) == ("dot", "15", "5")
        assert [piece.place for piece in pieces(page.panels[0]) if "last" in piece.classes] == [
            (2, 2)
        ]

    def test_squares_to_move_to(self):
        """Each bears its name, without parentheses."""
        match = played(find("knightsduel"))
        page = page_of(match)
        names = {text.text for text in page.panels[0].iter("text") if text.get("class") == "name"}
        assert names == {move.strip("()") for move in match.legal}
        assert len(coloured(page.panels[0], "target")) == len(match.legal)

    def test_names_too_small_to_read_are_rings(self):
        """On a large board the squares to move to have rings instead."""
        page = page_of(played(find("knightsduel"), "-size=26"))
        assert not list(page.panels[0].iter("text"))
        assert (
            len([ring for ring in page.panels[0].iter("circle") if ring.get("class") == "goal"])
            == 2
        )

    def test_a_capture_among_the_squares_to_move_to(self):
        """The square of the piece that can be captured is marked as well."""
        match = played(find("knightsdance"), moves=["e3", "c3", "c4", "b5", "d2", "d4"])
        assert "b1" in match.legal
        page = page_of(match)
        assert (4, 1) in coloured(page.panels[0], "target")

    def test_a_piece_of_several(self):
        """The squares to move to are those of the piece asked for."""
        match = played(find("knightpanic"))
        assert targets_of(match, "a1") == {"c5", "e3"}
        assert targets_of(match) == frozenset()

    def test_trapped_pieces(self):
        """A piece that can't move at the end has a cross below it, and an edge of its own."""
        game = find("knightpanic")
        page = page_of(played(game, *game.example))
        (trapped,) = (piece for piece in pieces(page.panels[0]) if "trapped" in piece.classes)
        assert trapped.place == (3, 3)
        assert coloured(page.panels[0], "trapped") == {(3, 3)}
        assert len(page.panels[0].findall("use[@class='cross']")) == 1

    def test_players_who_left(self):
        """The knight of a player who is out is pale."""
        game = find("madknights")
        page = page_of(played(game, *game.example))
        pale = [piece.classes for piece in pieces(page.panels[0]) if "pale" in piece.classes]
        assert {"red"} < pale[0] | pale[1]
        assert len(pale) == 2

    def test_colours_told_by_letters(self):
        """Each knight of three players bears the letter of its colour."""
        page = page_of(played(find("madknights"), "-start=c3,f6,d5"))
        assert sorted(piece.shape for piece in pieces(page.panels[0])) == ["Nb", "Ng", "Nr"]
        letters = {
            text.text for text in page.root.iter("text") if text.get("class") == "board-letter"
        }
        assert letters == {"r", "g", "b"}

    def test_trails(self):
        """They are lines through the middles of their squares, with arrowheads on the way."""
        page = page_of(played(find("trailblazer"), moves=["(0,1)", "(6,5)", "(1,1)"]))
        first, second = (
            path for path in page.panels[0].iter("path") if "line" in path.get("class")
        )
        assert first.get("d") == "M5 5h5q5 0 5 5v5"
        assert second.get("d") == "M65 65h-5h-5"
        assert first.get("marker-mid") == "url(#arrow-0)"
        assert not [*page.panels[0].iter("circle")]


class TestTexts:
    def test_title_and_description(self):
        """The first drawing has both as its name and description; nothing else is read aloud."""
        match = playout(
            find("knightpanic"), played(find("knightpanic"), "-3d -extra=1").options, 12
        )
        page = DrawnPage(
            match.game.diagram(match.state.position), highlights_of(match), "A <b>", "& so"
        )
        first, *others = page.panels
        assert first.get("role") == "img"
        texts = {each.get("id"): each.text for each in page.root.iter() if each.get("id")}
        assert texts[first.get("aria-labelledby")] == "A <b>"
        assert texts[first.get("aria-describedby")] == "& so"
        assert all(other.get("aria-hidden") == "true" for other in others)

    def test_texts_of_a_diagram_are_escaped(self):
        """Whatever a game calls its squares and pieces does no harm."""
        odd = Layer(
            ("<a>",), ("&",), ((Cell('"<i>', "<u>", "<b> thing", 0, piece=True),),), title="<h1>"
        )
        page = DrawnPage(Diagram((odd,)), Highlights(targets=frozenset({'"<i>'})))
        assert [piece.shape for piece in pieces(page.panels[0])] == ["<u>"]


class TestBoards:
    def test_missing_squares(self):
        """Nothing is drawn where the board has no square."""
        rows = (
            (Cell("a2", "."), None, Cell("c2", ".")),
            (None, Cell("b1", "N1", "white knight", 0, piece=True), Cell("c1", ".")),
        )
        page = DrawnPage(Diagram((Layer(("a", "b", "c"), ("2", "1"), rows),)))
        light, dark = page.frame(page.panels[0]).findall("g/path")
        assert squares(light) == {(0, 0), (0, 2), (1, 1), (1, 2)}
        assert squares(dark) == {(1, 2)}

    def test_several_games_on_a_page(self):
        """One set of definitions serves boards of several games and sizes."""
        diagrams = tuple(
            match.game.diagram(match.state.position)
            for match in (examples(game)[0] for game in ALL)
        )
        together = str(Drawing(diagrams).definitions())
        ids = re.findall(r' id="([^"]+)"', together)
        assert len(set(ids)) == len(ids)
        for diagram in diagrams:
            assert DrawnPage(diagram).references <= set(ids)

    @pytest.mark.parametrize(
        ("words", "expected"),
        [
            ("-size=8", "1 2 3 4 5 6 7 8"),
            ("-size=26", "2 4 6 8 10 12 14 16 18 20 22 24 26"),
        ],
    )
    def test_labels_have_room(self, words, expected):
        """On large boards only some rows and columns are labelled: those with round numbers."""
        page = page_of(played(find("knightsduel"), words))
        files, _ = page.frame(page.panels[0]).findall("g/g")
        assert " ".join(text.text for text in files) == expected
