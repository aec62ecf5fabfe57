"""A reply that is a move, but on another board than that of the email replied to."""

import pytest

from tests.commands.replies.test_replies import ply, to
from tests.support.site import PLAYERS, text_of, words_of

AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]
CONFIRM = "trailblazer move 101 (1,0)"


@pytest.fixture
def boards(site):
    """A server, and alice's email about Knight Panic. A Trailblazer board waits for her, too."""
    site.sign_up("alice", "bob", "carol")
    mail = to(site.begin("knightpanic challenge alice bob"), AT_ALICE)
    site.begin("trailblazer challenge alice carol")
    return site, mail


@pytest.mark.parametrize(
    "text", ["(1,0)", "1,0", "(1, 0)", "[1,0]", "(1,0)\n\nAlice", "1;0", "(1 0)"]
)
def test_a_move_on_the_only_other_board_is_asked_about(text, boards):
    site, mail = boards
    (asked,) = site.reply(mail, text)
    assert CONFIRM in asked["Subject"]
    site.reply(asked, "yes")
    with site.database.work() as work:
        assert work.boards.find("trailblazer", 101).match.ply == 1
    assert ply(site) == 0


def test_in_a_reply_to_chat_it_is_asked_about_too(boards):
    site, mail = boards
    at_bob = to(site.reply(mail, "chat\nHello Bob"), AT_BOB)
    at_alice = to(site.reply(at_bob, "Hello Alice"), AT_ALICE)
    (asked,) = site.reply(at_alice, "(1,0)")
    assert CONFIRM in asked["Subject"]


def test_among_several_boards_the_answer_asks_which(boards):
    site, mail = boards
    site.begin("trailblazer challenge alice bob")
    (asked,) = site.reply(mail, "(1,0)")
    assert "Which board do you mean" in words_of(asked)
    assert "as chat" not in text_of(asked)


@pytest.mark.parametrize(
    "text", ["a1-c5", "right", "I won (1,0) yesterday", "2-0 for Lisbon!", "10:30"]
)
def test_other_texts_are_not_moves_elsewhere(text, boards):
    site, mail = boards
    answers = site.reply(mail, text)
    assert not any("trailblazer" in str(answer["Subject"]) for answer in answers)


def test_nothing_is_asked_where_it_is_the_opponents_turn(boards):
    site, mail = boards
    site.play("trailblazer", 101, "(1,0)")
    (refused,) = site.reply(mail, "(1,1)")
    assert "trailblazer" not in text_of(refused)
    assert "as chat" not in text_of(refused)
