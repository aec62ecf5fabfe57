"""Replies after the end of a game, and requests with fill words around them."""

import pytest

from tests.commands.inbound.test_replies import AT_ALICE, AT_BOB, ply, to
from tests.support.site import PLAYERS, text_of


@pytest.fixture
def finished(started_game):
    """A server, and the last mail to bob about a board that alice has won."""
    site, _, _ = started_game
    site.play("knightpanic", 101, "a1-c5", "e7-c3", "c1-g3", "g7-e3")
    site.say(f"knightpanic move 101 alice {PLAYERS['alice'][0]} g1-e5")
    return site, to(site.mails(), AT_BOB)


def test_words_after_the_end_are_chat(finished):
    """After the end, words without a command go to the other player."""
    site, mail = finished
    for words in ("Good game!", "gg", "Thanks for the game, Alice! Again?", "👍"):
        told = to(site.reply(mail, words), AT_ALICE)
        assert words in text_of(told), words
        assert "bob writes" in text_of(told), words


def test_what_may_be_no_chat_is_not_sent_after_the_end(finished):
    """A move, a misspelt command, an address, a password and a bounce reach nobody else."""
    site, mail = finished
    for words in ("e7-c3", "resgin", "On Monday <pbm@example.net> said:\nHi", "Yb%0b-Yes it is"):
        assert AT_ALICE not in [each["To"] for each in site.reply(mail, words)], words
    bounce = "Delivery to the following recipient failed permanently: bob@example.com"
    assert AT_ALICE not in [each["To"] for each in site.reply(mail, bounce)]


def test_a_rematch_has_the_seats_turned(finished):
    """The reply "rematch" begins a game on the same terms, or asks for a confirmation of it."""
    site, mail = finished
    mails = site.reply(mail, "Rematch!")
    begun = [text_of(each) for each in mails if "102" in each["Subject"]]
    assert begun, [each["Subject"] for each in mails]
    assert "bob - alice" in str(to(mails, AT_ALICE)["Subject"])


def test_a_rematch_before_the_end_is_refused(started_game):
    """While the game runs, the word begins nothing."""
    site, at_alice, _ = started_game
    (refusal,) = site.reply(at_alice, "rematch")
    assert "102" not in text_of(refusal)


def test_fill_words_are_no_arguments(started_game):
    """Requests are understood with fill words around them, and do nothing else."""
    site, at_alice, _ = started_game
    answers = {
        "show me the board please": "Knight Panic Board 101",
        "help me please": "Help",
        "How do I move?": "Help",
        "what are the rules?": "Knight Panic",
        "Help!": "Help",
        "I forgot my password": "password",
    }
    for words, subject in answers.items():
        found = site.reply(at_alice, words)
        assert any(subject.lower() in each["Subject"].lower() for each in found), (
            words,
            [each["Subject"] for each in found],
        )
        assert all("isn't a command" not in text_of(each) for each in found), words
    assert ply(site) == 0


def test_a_move_can_be_asked_back(started_game):
    """The question for a move back is what `undo` does."""
    site, at_alice, _ = started_game
    mail = to(site.reply(at_alice, "a1-c5"), AT_ALICE)
    asked = to(site.reply(mail, "can I take back my move?"), AT_BOB)
    assert "alice asks to take the last move back." in text_of(asked)
