"""The colours of drawings: those of the mails, and enough contrast for everybody."""

import re
from itertools import combinations

import pytest

from commands.views.html import colours
from commands.views.svg.stylesheet import piece_colours, properties, stylesheet
from tests.support.cases import cases

TEXT, SHAPE, PALE, DISTINCT = 4.5, 3, 2.2, 2
"""The least contrast of texts, of shapes, of those that are out of the game, of two grounds."""
PAGES = (("#ffffff", "#fbf9f5"), ("#121212", "#1b1a19"))
"""The backgrounds of light and of dark pages."""
GROUNDS = ("light", "dark", "last-light", "last-dark", "target-light", "target-dark")
PIECES = [*piece_colours()]
PLACED = [
    *((name, ground) for name in ("black", "white") for ground in ("wood", "green")),
    *((name, "blue") for name in ("red", "yellow")),
    *((name, "wood") for name in ("red", "blue")),
]
"""Pieces, and boards in other colors on which they are placed."""
VISION = {
    "any": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "none for colours": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""Linear colours as they are seen (Machado, Oliveira and Fernandes 2009, full severity)."""


def contrast(one, other, vision="any"):
    """Returns the contrast of two colours, from 1 to 21 (WCAG 2)."""
    dark, light = sorted(_luminance(colour, VISION[vision]) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour, vision):
    linear = [_linear(value / 255) for value in bytes.fromhex(colour.removeprefix("#"))]
    red, green, blue = (
        min(max(sum(share * value for share, value in zip(row, linear, strict=True)), 0), 1)
        for row in vision
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


@pytest.fixture(params=[False, True], ids=["light", "dark"])
def colour(request):
    """Returns a function from the name of a colour to the colour, on light or dark pages."""
    values = properties(dark=request.param)
    return lambda name: values[f"--board-{name}"]


def test_the_colours_are_those_of_the_mails():
    """On light pages squares, marks and pieces have the very colours of the tables in mails."""
    shown = properties(dark=False)
    assert (shown["--board-light"], shown["--board-dark"]) == colours.SQUARES
    assert (shown["--board-last-light"], shown["--board-last-dark"]) == colours.LAST_MOVE
    assert (shown["--board-target-light"], shown["--board-target-dark"]) == colours.TARGETS
    assert (shown["--board-trail-0"], shown["--board-trail-1"]) == colours.TRAILS
    assert shown["--board-trapped"] == colours.TRAPPED
    assert shown["--board-closed"] == colours.CLOSED
    for name, piece in piece_colours().items():
        assert shown[f"--board-{name}-disc"] == piece.disc
        assert shown[f"--board-{name}-edge"] == piece.edge
        assert piece.sign in (shown[f"--board-{name}-fill"], shown[f"--board-{name}-line"])


def test_every_colour_is_declared_for_light_and_dark_pages():
    """The rules use no colour without a value, and both schemes declare the same names."""
    sheet = stylesheet()
    used = set(re.findall(r"var\((--board-[\w-]+)\)", sheet))
    assert used <= set(properties(dark=False))
    assert set(properties(dark=False)) == set(properties(dark=True))
    assert sheet.count("prefers-color-scheme: dark") == 1
    assert "url(" not in sheet


class TestPieces:
    @cases("name", PIECES)
    def test_they_stand_out_from_every_square(self, colour, name):
        """A piece's edge differs from all squares on which it can stand."""
        for ground in (*GROUNDS, "trapped"):
            assert contrast(colour(f"{name}-edge"), colour(ground)) >= SHAPE, ground

    @cases(("name", "ground"), PLACED)
    def test_they_stand_out_from_boards_of_other_styles(self, colour, name, ground):
        """Their edges or bodies differ from the board on which games use them."""
        parts = (colour(f"{name}-{part}") for part in ("edge", "disc"))
        assert max(contrast(part, colour(ground)) for part in parts) >= SHAPE

    @cases("name", PIECES)
    def test_their_signs_can_be_read(self, colour, name):
        """The sign or its outline differs from the disc, also on a piece that is pale."""
        for pale, least in (("", TEXT), ("pale-", PALE)):
            disc, *signs = (colour(f"{name}-{pale}{part}") for part in ("disc", "fill", "line"))
            assert max(contrast(sign, disc) for sign in signs) >= least

    @cases("name", PIECES)
    def test_stones_can_be_counted(self, colour, name):
        """The rim of a stone differs from its own top, and so from a stone that it lies on."""
        assert contrast(colour(f"{name}-rim"), colour(f"{name}-disc")) >= DISTINCT


class TestMarks:
    def test_texts_can_be_read(self, colour):
        """So can the names of squares, and the labels on the page."""
        for ground in ("target-light", "target-dark"):
            assert contrast(colour("name"), colour(ground)) >= TEXT

    @pytest.mark.parametrize("dark", [False, True])
    def test_labels_can_be_read(self, dark):
        """Rows and columns are labelled on the background of the page."""
        label = properties(dark=dark)["--board-label"]
        assert all(contrast(label, page) >= TEXT for page in PAGES[dark])

    def test_edges_and_lines_stand_out(self, colour):
        """The edges of marked pieces, dots and trails differ from the squares below them."""
        for ground in GROUNDS[:4]:
            assert contrast(colour("last-edge"), colour(ground)) >= SHAPE, ground
            assert contrast(colour("ink"), colour(ground)) >= SHAPE, ground
        assert contrast(colour("trapped-edge"), colour("trapped")) >= SHAPE
        for seat in (0, 1):
            for ground in (f"trail-{seat}", "last-light", "last-dark"):
                assert contrast(colour(f"trail-ink-{seat}"), colour(ground)) >= SHAPE

    def test_closed_squares_stand_out(self, colour):
        """Closed squares are darker than all others."""
        for ground in GROUNDS:
            assert contrast(colour("closed"), colour(ground)) >= DISTINCT


@cases("vision", VISION)
@cases(
    ("one", "other"),
    [*combinations(("red", "green", "blue"), 2), ("white", "black")],
)
def test_players_are_told_apart_by_lightness(colour, one, other, vision):
    """The discs of players differ also to who sees few colours, or none."""
    assert contrast(colour(f"{one}-disc"), colour(f"{other}-disc"), vision) >= DISTINCT


@cases("vision", VISION)
def test_trails_are_told_apart(colour, vision):
    """The grounds of the two trails differ in lightness, and their lines from both grounds."""
    assert contrast(colour("trail-0"), colour("trail-1"), vision) >= 1.3
    for seat in (0, 1):
        assert contrast(colour(f"trail-ink-{seat}"), colour(f"trail-{seat}"), vision) >= SHAPE
