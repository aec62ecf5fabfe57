"""HTML emails about boards with more legal moves than can be listed."""

import re

import pytest

from commands.content.messages import dump
from commands.outbound.mime_rendering import render
from commands.views.reply_target import NOWHERE
from pbm.games import find
from pbm.solver.prover import Prover
from pbm.stored_values import OutboxMail
from tests.commands.views.html.test_html_mail import ADDRESS_SIGNER, SEATS
from tests.support.cases import cases
from tests.support.html_reader import html_page
from tests.support.site import NOON
from tests.support.snapshots import played, playout, snapshot, times

pytestmark = pytest.mark.usefixtures("large_games")

ACTIONS = {"propose", "undo", "resign", "chat\r\n", "rules", "help"}
MAX_MAIL = 100_000
"""Gmail shortens longer emails."""


def stones(size, plies=0):
    """Returns a match of a game in which stones are put on empty squares."""
    game = find("stones")
    return playout(game, played(game, f"-size={size}").options, plies, seed=2)


def moves_of(page):
    """Returns the texts of the emails that its links open, without general actions."""
    return [body for body in page.bodies if body not in ACTIONS]


@cases(("size", "plies"), [(9, 0), (9, 20), (13, 50), (15, 8), (19, 0), (19, 100), (19, 300)])
def test_each_empty_square_is_the_link_that_plays_there(size, plies):
    """No other link does. The other moves come before the board, for readers who use Tab."""
    match = stones(size, plies)
    page = html_page(snapshot(match))
    assert moves_of(page)[0] == "pass"
    assert sorted(moves_of(page)) == match.legal
    named = re.findall(r'<a class="e\d+" href="[^"]*body=(\w+)" aria-label="(\w+)"', page.source)
    assert [move for move, _ in named] == [name for _, name in named] == moves_of(page)[1:]


def test_the_opponent_has_no_links_on_the_board():
    """The opponent sees the whole board, too."""
    page = html_page(snapshot(stones(19, 40), to="bob"))
    assert not moves_of(page)
    assert page.source.count('role="img"') >= 40


@cases("plies", [0, 100, 250])
def test_a_board_of_361_squares_is_below_the_limit_of_gmail(plies):
    """With a very long address, the squares aren't links, and the text says what to do."""
    match = stones(19, plies)
    more = {"to": ("alice", "bob")[match.to_move], "times": times(match), "seats": SEATS}
    mail = OutboxMail(
        recipient="alice@example.org",
        message_id="<1@example.net>",
        date=NOON,
        content=dump(snapshot(match, **more)),
        automatic="auto-generated",
    )
    assert len(render(1, mail, ADDRESS_SIGNER, Prover())) < MAX_MAIL
    assert len(html_page(snapshot(match)).source) < 80_000


def test_a_piece_is_chosen_then_its_target_then_the_rest():
    """Each choice is a link below the board, and on the board if it is a square."""
    match = played(find("archers"))
    assert sorted(moves_of(html_page(snapshot(match)))) == sorted(
        [f"legal {square}" for square in match.legal_by_piece] * 2
    )
    chosen = moves_of(html_page(snapshot(match, piece="d1")))
    targets = {move.partition("/")[0] for move in match.legal_by_piece["d1"]}
    assert sorted(chosen) == sorted([f"legal {target}" for target in targets] * 2)
    arrows = moves_of(html_page(snapshot(match, piece="d1-d2")))
    assert arrows == [move for move in match.legal if move.startswith("d1-d2/")]


def test_strangers_read_few_moves_only():
    few, many = played(find("archers"), "-size=3"), played(find("archers"))
    assert "Legal moves" in html_page(snapshot(few, to="carol"), NOWHERE).text
    assert "Legal moves" not in html_page(snapshot(many, to="carol"), NOWHERE).text


def test_an_empty_square_is_chosen_then_the_rest():
    match = played(find("tiles"))
    page = html_page(snapshot(match))
    assert "Choose a square and send the reply that opens. We'll email you its moves" in page.text
    assert {f"legal {square}" for square in match.legal_by_piece if square} < set(moves_of(page))
    chosen = html_page(snapshot(match, piece="a1"))
    assert moves_of(chosen) == ["a1-l", "a1-r"]


def test_notes_are_shown_unless_they_are_about_the_text():
    """The picture has its own legend."""
    match = played(find("tiles"), "-size=3")
    for form in ("", "spoken"):
        text = html_page(snapshot(match, form=form)).text
        assert text.count("Tiles on the board: 0.") == 1
        assert "x: Black" not in text
