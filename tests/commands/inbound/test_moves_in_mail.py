"""Moves in new emails, in subjects, and on boards on which it is another player's turn."""

from tests.commands.replies.test_replies import AT_ALICE
from tests.support.site import PLAYERS, simple_mail, words_of

AT_BOB = PLAYERS["bob"][1]


def test_a_new_email_can_have_a_move_that_fits_only_one_board(site):
    site.sign_up("alice", "bob", "carol")
    site.begin("knightpanic challenge alice bob", "trailblazer challenge alice carol")
    site.mails()
    for subject, text in (
        ("a1-c5", ""),
        ("my move against Bob", "Hello, I lost the email. My move is a1-c5.\n\nThanks, Alice"),
        ("hello", "a1-c5, please"),
    ):
        (asked,) = site.mail(AT_ALICE, subject, text)
        assert asked["Subject"] == "Please confirm: knightpanic move 101 a1-c5", text
        site.clock.forward(hours=5)
    asked, *_ = site.mail(
        AT_ALICE, "Urlaub", "Ich bin vom 5. bis 12. März im Urlaub.\nMein Zug gegen Bob: a1-c5"
    )
    assert "a1-c5" in words_of(asked)
    assert "vacation from 2026-03-05 until 2026-03-12" in words_of(asked)


def test_a_move_in_the_subject_of_an_empty_reply_is_held(started_game):
    site, at_alice, _ = started_game
    for subject, is_held in (("a1-c5 (Re: Board 101)", True), ("Re: a1-c5 (Re: Board 101)", False)):
        content = simple_mail(AT_ALICE, subject, "")
        (answer,) = site.receive(AT_ALICE, content, at_alice["Reply-To"])
        assert ("Not played yet: a1-c5." in words_of(answer)) is is_held, subject
        site.clock.forward(hours=5)


def test_a_move_on_a_board_of_another_players_turn_is_not_held(site):
    site.sign_up("alice", "bob")
    site.begin("knightpanic challenge alice bob", "knightpanic challenge bob alice")
    site.mails()
    mails = site.mail(AT_ALICE, "my moves", "101 a1-c5\n102 a7-c3")
    text = " ".join(map(words_of, mails))
    assert "It is bob's turn on Knight Panic board 102, so a7-c3 can't be played now." in text
    assert "knightpanic move 101 a1-c5" in text
    assert "knightpanic move 102" not in text
