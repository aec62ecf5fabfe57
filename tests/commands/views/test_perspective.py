"""Games that show each player the board from the player's own side."""

import pytest

from commands.views.board_view import board_view
from commands.views.text.board_text import text
from pbm.games import find
from tests.support.cases import cases
from tests.support.html_reader import html_page
from tests.support.site import PLAYERS, text_of
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


def test_the_senders_side_is_shown_before_anybody_has_proved_to_be_a_player(site, monkeypatch):
    """So do `show` with one board or several, and `preview`."""
    monkeypatch.setattr(type(find("knightsdance")), "perspective", True)
    site.sign_up(*PLAYERS)
    site.begin("knightsdance challenge alice bob", "knightsdance challenge alice bob")
    for line in ("show 101", "show 101 102", "show bob active", "preview 101 e3"):
        for name, columns in (("alice", "abcdef"), ("bob", "fedcba"), ("carol", "abcdef")):
            [answer] = site.mail(PLAYERS[name][1], f"knightsdance {line}")
            assert "  ".join(columns) in text_of(answer)
            assert "  ".join(reversed(columns)) not in text_of(answer)
