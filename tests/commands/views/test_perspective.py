"""Games that show each player the board from the player's own side."""

import pytest

from commands.views.board_view import board_view
from commands.views.text.board_text import text
from pbm.games import find
from tests.support.cases import cases
from tests.support.html_reader import html_page
from tests.support.snapshots import played, snapshot


@pytest.fixture
def match():
    return played(find("knightsdance"), "", ["e3"])


@cases(("reader", "columns"), [("alice", "abcdef"), ("bob", "fedcba"), ("carol", "abcdef")])
def test_the_second_player_sees_the_board_turned(monkeypatch, match, reader, columns):
    """So do all parts of an email. Others see it as the first player does."""
    monkeypatch.setattr(type(match.game), "perspective", True)
    content = snapshot(match, to=reader)
    assert board_view(content).diagram.layers[0].columns == tuple(columns)
    assert "  ".join(columns) in text(content)
    heads = [cell[2] for cell in html_page(content).tables[0][0] if cell[0] == "th"]
    assert heads == [*columns]


def test_without_a_perspective_all_see_the_same(match):
    views = {id(board_view(snapshot(match, to=name))) for name in ("alice", "bob", "carol")}
    assert len(views) == 1
