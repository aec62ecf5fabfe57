"""Replies that only the server or its admins can act on, and that opponents never get unasked."""

import pytest

from commands.replies.server.appeals import appealed
from commands.replies.vocabulary.server import nouns
from tests.support.site import words_of

REPORTS = (
    "To the administrators: this person keeps asking me for my phone number.",
    "Dear admins, bob is a cheat",
    "An die Administratoren: bob beleidigt mich",
    "this player insults me all the time",
    "Je voudrais signaler ce joueur",
)
COMPLAINTS = (
    "I never resigned!!! Please put the game back.",
    "das Ergebnis stimmt nicht",
    "nunca me rendí",
)
WRONG_BOARDS = (
    "Your board is wrong, please correct it.",
    "Das Brett stimmt nicht!",
    "L'échiquier est faux",
    "я так не ходил",
)
CANCELED = "That was my brother, not me!! Can you please cancel this game so that I lose no points?"
CHAT = (
    "The admin at work saw me playing",
    "This person at the bar taught me that opening",
    "I thought you never resigned",
)
OTHER_GAMES = {
    "Kunnen we nog eens spelen maar dan op een groter bord, 6x6?": "challenge -size=6 alice bob",
    "Shall we play another game, but with 3 days per move?": "A rematch has the same terms",
}
QUESTIONS = {
    "Can you show me what notes I wrote down for this game?": "You have no note on this game",
    "I have the flu. Can I have two more days please?": "vacation alice - UNTIL",
    "How long does bob still have? He's taking ages.": "Summary of",
    "remind me how you win at this again?": "Leave any one of",
}


@pytest.fixture
def ended(started_game):
    site, at_alice, _ = started_game
    mails = site.reply(at_alice, "resign")
    return site, next(each for each in mails if "alice" in each["To"])


@pytest.mark.parametrize("text", REPORTS)
def test_reports_are_for_the_admins(text):
    assert appealed(text) == nouns.REPORT


def test_a_wrong_result_is_for_the_admins_once_the_game_is_over():
    assert appealed(CANCELED, is_over=True) == nouns.RESULT
    for text in COMPLAINTS:
        assert (appealed(text), appealed(text, is_over=True)) == ("", nouns.RESULT), text
    for text in CHAT:
        assert appealed(text, is_over=True) == "", text


def test_the_opponent_gets_no_report_or_complaint(ended):
    site, at_alice = ended
    for text in (*REPORTS, *COMPLAINTS):
        (answer,) = site.reply(at_alice, text)
        assert answer["To"] == at_alice["To"]
        assert "admin of this server" in words_of(answer), text


def test_a_complaint_about_the_board_is_answered_with_its_moves(started_game):
    site, at_alice, _ = started_game
    for text in WRONG_BOARDS:
        (answer,) = site.reply(at_alice, text)
        assert "knightpanic record 101 text" in words_of(answer), text
        assert "admin of this server" in words_of(answer), text


def test_another_game_on_other_terms_is_no_chat(ended):
    site, at_alice = ended
    for text, line in OTHER_GAMES.items():
        (answer,) = site.reply(at_alice, text)
        assert line in words_of(answer), text


def test_questions_to_the_server_are_answered(started_game):
    site, at_alice, _ = started_game
    for text, part in QUESTIONS.items():
        (answer,) = site.reply(at_alice, text)
        assert part in words_of(answer), text


def test_a_regretted_block_ends(started_game):
    site, at_alice, _ = started_game
    for text, verb in (
        ("I blocked bob in anger last week, please let him write to me again.", "unblock"),
        ("Please don't let bob write to me again, block him", "block"),
    ):
        (asked,) = site.mail(at_alice["To"], "bob", text)
        assert asked["Subject"] == f"Please confirm: {verb} bob"
