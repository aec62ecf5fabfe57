"""Lists of legal moves in plain text."""

import pytest

from commands.views.text.board_text import text
from commands.views.text.move_lists import moves_in_short
from pbm.games import find
from tests.support.cases import cases
from tests.support.site import PLAYERS
from tests.support.snapshots import played, snapshot

pytestmark = pytest.mark.usefixtures("large_games")


def shown(match, to="alice", **more):
    """Returns the text of an email about a board."""
    return text(snapshot(match, to=to, **more), reply="reply {}")


def test_a_player_of_many_moves_reads_how_to_get_those_of_a_piece():
    """The four pieces at the start have 2,176 moves."""
    match = played(find("archers"))
    said = shown(match)
    assert "Legal moves (2176), by piece:\nd1 (544), g1 (544), a4 (544), j4 (544)\n" in said
    assert 'To list the moves of d1, reply "legal d1".' in said
    without_reply = text(snapshot(match, to="alice"))
    assert "send an email with this subject:\n  archers legal 101 d1\n" in without_reply
    assert len(said.splitlines()) < 40


def test_some_more_moves_than_usual_are_listed_by_piece():
    match = played(find("archers"), "-size=4")
    said = shown(match)
    lines = said.partition(f"Legal moves ({len(match.legal)}):\n")[2].partition("\n\n")[0]
    assert lines.split() == [move for moves in match.legal_by_piece.values() for move in moves]
    assert len(match.legal) > 60


@cases(("game", "options"), [("archers", ""), ("archers", "-size=4"), ("stones", "")])
def test_many_moves_are_listed_only_for_their_player(game, options):
    """Readers who don't play get no list, either."""
    match = played(find(game), options)
    assert "Legal moves" in shown(match)
    for reader in ("bob", "carol", ""):
        assert "Legal moves" not in shown(match, reader)


def test_few_moves_are_listed_for_all():
    match = played(find("knightpanic"))
    for side, whose in (("alice", ""), ("bob", " for alice")):
        assert f"Legal moves{whose} ({len(match.legal)}):\n" in shown(match, side)


def test_a_piece_with_many_moves_is_shown_by_target():
    said = shown(played(find("archers")), piece="d1")
    assert "The piece on d1. Legal moves (544), by beginning:\nd1-a1 (" in said
    assert '"legal d1-' in said


def test_moves_on_empty_squares_are_listed_by_square():
    """No piece is there yet."""
    said = shown(match := played(find("tiles")))
    assert "Legal moves (201), by square:\na1 (2), " in said
    assert 'To list the moves on a1, reply "legal a1".' in said
    assert "Moves on a1. Legal moves (2):\na1-l a1-r\n" in shown(match, piece="a1")


def test_notes_are_shown_below_the_board():
    match = played(find("tiles"), "-size=3")
    assert "Tiles on the board: 0.\n\nx: Black\n" in shown(match)
    aloud = shown(match, form="spoken")
    assert "\nTiles on the board: 0.\n" in aloud
    assert "x: Black" not in aloud


def test_moves_with_the_same_beginning_are_listed():
    match = played(find("archers"))
    said = shown(match, "bob", piece="d1-d2")
    moves = [move for move in match.legal if move.startswith("d1-d2/")]
    heading = f"Moves that begin with d1-d2. Legal moves for alice ({len(moves)}):\n"
    assert said.partition(heading)[2].partition("\n\n")[0].split() == moves


def test_empty_squares_arent_listed():
    """A player who can put a stone anywhere reads that in a sentence."""
    match = played(find("stones"), "-size=9", ["e5"])
    expected = "Legal moves (81): any empty square, such as a1, or pass."
    assert expected in shown(match, "bob")
    assert moves_in_short(match) == expected


def test_a_reply_gets_the_moves_of_a_piece_and_then_of_a_target(players):
    [first, _] = players.begin("archers challenge alice bob")
    by_piece = players.reply(first, "legal d1")[0]
    assert "The piece on d1. Legal moves (544)" in by_piece.get_body(("plain",)).get_content()
    by_target = players.reply(first, "legal d1-d3")[0]
    said = by_target.get_body(("plain",)).get_content()
    assert "Moves that begin with d1-d3. Legal moves (" in said
    assert "d1-d3/d4" in said
    assert by_target["To"] == PLAYERS["alice"][1]
