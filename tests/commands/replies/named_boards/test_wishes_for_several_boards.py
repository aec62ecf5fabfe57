"""Wishes for several boards in one sentence are asked about, and never offered as chat."""

import pytest

from commands.replies.errors.first_line_reasons import NO_TEXT
from tests.commands.replies.test_replies import AT_ALICE, to
from tests.support.site import PLAYERS, words_of

PLAYERS_OF_BOARDS = ("alice", "bob", "carol")
RESIGNING = (
    "desisto dessa, e no da carol joga (0,1)",
    "I resign this one, and on carol's play (0,1)",
    "abandono esta, y en lo de carol (0,1)",
    "je me rends ici, et sur celui de carol joue (0,1) stp",
    "I give up on this one, and on carol's go (0, 1) please",
)
DICTATED = (
    "hey on bobs board do echo one to golf five then for carol do alpha one charlie five and hurry",
    "hi on bobs board echo one golf five and on carols alpha one charlie five",
    "hello board of bob echo one golf five, other board alpha one charlie five",
    "hey bobs board first echo one to golf five and then carols board alpha one to charlie five",
    "hi the game with bob echo one golf five the game with carol alpha one charlie five",
)
CHAT = (
    "I can't believe I missed (0,1) in my other game, silly me",
    "I give up on dieting, see you at 5",
    "hey mate good luck and see you at the pub on friday",
    "Hi Bob!",
)


@pytest.fixture
def boards(site):
    site.sign_up(*PLAYERS_OF_BOARDS)
    mail = to(site.begin("knightpanic challenge alice bob"), AT_ALICE)
    site.begin("trailblazer challenge alice carol")
    site.mails()
    return site, mail


@pytest.mark.parametrize("text", RESIGNING)
def test_a_resignation_beside_a_move_is_asked_about(text, boards):
    site, mail = boards
    (answer,) = site.reply(mail, text)
    said = words_of(answer)
    assert "101: resign" in said or "knightpanic resign 101 alice" in said
    assert "as chat" not in said


@pytest.mark.parametrize("text", DICTATED)
def test_dictated_moves_for_several_boards_belong_on_separate_lines(text, boards):
    site, mail = boards
    (answer,) = site.reply(mail, text)
    said = words_of(answer)
    assert "write a line for each, beginning with the number of the board" in said
    assert NO_TEXT[:30] not in said
    assert "as chat" not in said


@pytest.mark.parametrize("text", CHAT)
def test_other_sentences_are_chat(text, boards):
    site, mail = boards
    (answer,) = site.reply(mail, text)
    said = words_of(answer)
    assert answer["To"] == PLAYERS["alice"][1]
    assert "as chat" in said
    assert NO_TEXT[:30] not in said
