"""Positions as PNG files."""

import struct
import zlib

import pytest

from commands.server.site.lists.game_examples import example_match
from commands.views.board_view import highlights_of
from commands.views.highlights import Highlights
from commands.views.svg.png import BACKGROUND, HEIGHT, WIDTH, png
from commands.views.svg.stylesheet import piece_colours, properties
from pbm.games import games
from tests.support.cases import cases


@pytest.mark.slow  # each pixel is read in Python
@cases("game", games().values())
def test_a_picture_has_the_colours_of_the_page(game):
    """Those of light pages: of squares, the last move, and each side's pieces."""
    match = example_match(game)
    diagram = match.game.diagram(match.state.position)
    highlights, colours = highlights_of(match), properties(dark=False)
    found = seen(png(diagram, highlights))
    assert {BACKGROUND, colours["--board-light"], colours["--board-last-edge"]} <= found
    if highlights.last and not highlights.trails:
        assert colours["--board-last-light"] in found or colours["--board-last-dark"] in found
    assert found & {each.disc for each in piece_colours().values()}
    assert colours["--board-last-edge"] not in seen(png(diagram, Highlights()))


def seen(content):
    """The colours of a picture's pixels."""
    place, data = 8, b""
    while place < len(content):
        size, kind = struct.unpack(">I4s", content[place : place + 8])
        data += content[place + 8 : place + 8 + size] if kind == b"IDAT" else b""
        place += size + 12
    width, height, depth, colour = struct.unpack(">IIBB", content[16:26])
    assert (width, height, depth, colour) == (WIDTH, HEIGHT, 8, 6)
    found, above = set(), bytes(4 * WIDTH)
    rows = zlib.decompress(data)
    for start in range(0, len(rows), 4 * WIDTH + 1):
        above = _row(rows[start], rows[start + 1 : start + 1 + 4 * WIDTH], above)
        found |= {above[x : x + 3].hex() for x in range(0, 4 * WIDTH, 4)}
    return {f"#{each}" for each in found}


def _row(kind, filtered, above):
    """Returns a row of pixels without its filter."""
    row = bytearray(filtered)
    for x, value in enumerate(filtered):
        left, up = (row[x - 4] if x >= 4 else 0), above[x]
        corner = above[x - 4] if x >= 4 else 0
        guess = left + up - corner
        nearest = min((abs(guess - each), number) for number, each in enumerate((left, up, corner)))
        paeth = (left, up, corner)[nearest[1]]
        row[x] = (value + (0, left, up, (left + up) // 2, paeth)[kind]) % 256
    return bytes(row)
