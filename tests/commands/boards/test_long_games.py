"""Games that go on for long: their mails, how many moves a mail makes, and how they are drawn."""

import pytest

from commands.boards.board_changes import MAX_MOVES_PER_EMAIL
from commands.content.messages import dump, load
from commands.content.snapshot import snapshot_of
from commands.views.text.board_text import text
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.terms import Terms
from pbm.board.time_control.board_clock import BoardClock
from pbm.errors import IllegalError
from pbm.match.match_state import MAX_PLIES
from tests.support.cases import cases
from tests.support.html_reader import html_page
from tests.support.site import NOON, text_of, words_of
from tests.support.site import PLAYERS as ACCOUNTS
from tests.support.snapshots import PLAYERS, playout
from tests.support.strategies import ALL

LOOP = ("d4", "a3", "f5", "b5")
"""Moves of Knight's Dance that lead back to its standard start."""
CLAIM = 'This position has occurred 3 times. To claim a draw, a player can now reply "propose".'


@pytest.fixture
def dance(site):
    """A board of a game that neither side can end."""
    site.sign_up("alice", "bob")
    site.begin("knightsdance challenge -misere alice bob")
    return site


def lines(moves):
    """Returns the lines of a mail that plays these moves."""
    typed = []
    for ply, move in enumerate(moves):
        userid = ("alice", "bob")[ply % 2]
        typed.append(f"knightsdance move 101 {userid} {ACCOUNTS[userid][0]} {move}")
    return "\n".join(typed)


def lengthen(site, plies):
    """Lets the board have so many moves, without the mails that they cause."""
    with site.database.work() as work:
        board = work.boards.lock("knightsdance", 101)
        match = board.match
        for ply in range(plies):
            match = match.play(LOOP[ply % 4], NOON, "alice")
        work.boards.save(board, board.with_match(match), NOON)


@cases("game", ALL)
def test_mails_of_long_games_are_those_of_the_whole_log(game):
    """A mail begins at a late position, and shows what it would show from the first move on."""
    match = playout(game, game.resolve(game.options(), 7), 40, seed=3)
    names = PLAYERS[: len(game.seats)]
    players = tuple(Player(number, name, (), "") for number, name in enumerate(names))
    clock = BoardClock.start(NOON, ((),) * len(names))
    board = Board(1, 101, players, match, Terms(), NOON, clock)
    said = load(dump(snapshot_of(board, to="alice")))
    assert (said.checkpoint is None) == (match.state.round <= 5)
    whole = said.model_copy(update={"checkpoint": None, "log": match.state.effective})
    assert text(said) == text(whole)
    assert html_page(said).shown == html_page(whole).shown


def test_a_mail_makes_only_so_many_moves_on_a_board(dance):
    """Further ones are refused with the reason, and can be sent in another mail."""
    answer = next(
        mail
        for mail in dance.mail("alice@x.org", "commands", lines((LOOP * 3)[:11]))
        if "Results" in mail["Subject"]
    )
    assert text_of(answer).count(f"You can make at most {MAX_MOVES_PER_EMAIL} moves") == 1
    with dance.database.work() as work:
        assert work.boards.find("knightsdance", 101).match.ply == MAX_MOVES_PER_EMAIL


def test_a_position_that_stands_for_the_third_time_is_drawn_on_request(dance):
    """The mails say so from then on, and propose needs no answer."""
    dance.play("knightsdance", 101, *LOOP, *LOOP[:3])
    mail = dance.mail("bob@x.org", f"knightsdance move 101 bob {ACCOUNTS['bob'][0]} b5")[-1]
    assert CLAIM in words_of(mail)
    drawn = dance.mail("alice@x.org", f"knightsdance move 101 alice {ACCOUNTS['alice'][0]} propose")
    assert all("alice claims a draw." in words_of(each) for each in drawn)
    assert all("Game drawn.\nThe position occurred three times." in text_of(each) for each in drawn)


def test_an_earlier_repetition_can_only_be_offered(dance):
    """When a position stands for the second time, propose is an offer."""
    dance.play("knightsdance", 101, *LOOP)
    (shown,) = dance.mail("alice@x.org", "knightsdance show 101")
    assert "a player who sends propose" not in text_of(shown)
    proposed = dance.say(f"knightsdance move 101 alice {ACCOUNTS['alice'][0]} propose")
    assert proposed.content.offer == "alice offers a draw."


def test_a_game_without_end_is_drawn_after_so_many_moves(dance):
    """The last mails before say so, and so does `help offers`."""
    lengthen(dance, MAX_PLIES - 2)
    before = dance.mail("alice@x.org", lines(["f5"]))[-1]
    assert "To claim a draw, a player can now" in text_of(before)
    after = dance.mail("bob@x.org", f"knightsdance move 101 bob {ACCOUNTS['bob'][0]} b5")[-1]
    assert f"Game drawn.\nThe game reached {MAX_PLIES} moves." in text_of(after)
    help_text = text_of(dance.mail("alice@x.org", "help offers")[0])
    assert f"after move {MAX_PLIES}" in " ".join(help_text.split())


def test_a_draw_that_the_moves_do_not_bear_out_is_no_log(dance):
    """A forged record with a claimed draw isn't replayed."""
    with dance.database.work() as work:
        match = work.boards.find("knightsdance", 101).match
    for why in ("repetition", "length", "boredom"):
        with pytest.raises(IllegalError, match="isn't drawn by"):
            match.continued([f"draw {why}"])
