"""Replies after the end of a game, and requests with fill words around them."""

import pytest

from tests.commands.inbound.test_replies import AT_ALICE, AT_BOB, ply, to
from tests.support.site import PLAYERS, simple_mail, text_of


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


SETTINGS = {
    "vacation until Friday": "alice is on vacation 2026-03-01 to 2026-03-06",
    "Vacation tomorrow": "alice is on vacation 2026-03-01 to 2026-03-06",
    "vacation off": "Your clocks run again",
    "change format text nocalendar": "Your mails have the format text",
    "change delivery daily 18 Europe/Berlin": "Mails about boards come as one a day",
    "change echo on": "",
    "mydata": "All that is kept about you",
    "limit 3": "alice plays at most 3 boards of Knight Panic at once",
}


def test_a_reply_proves_who_sets_something(started_game):
    """Settings that concern their player, and can be undone, need no userid and password there."""
    site, at_alice, _ = started_game
    for line, told in SETTINGS.items():
        answer = to(site.reply(at_alice, line), AT_ALICE)
        text = answer.get_body(("plain",)).get_content()
        assert told in text, (line, text)
        assert "Error" not in answer["Subject"], line


def settings(site):
    """Returns what alice may set, and to whom she wrote."""
    data = site.say(f"mydata alice {PLAYERS['alice'][0]}").data
    return [data[key] for key in ("preferences", "blocks", "vacations", "addresses", "waiting")]


def test_what_cannot_be_undone_needs_the_password_in_a_reply_too(started_game):
    """Nor does a sentence set anything; a word that nearly does is explained."""
    site, at_alice, _ = started_game
    dump = settings(site)
    for line in (
        "change password alice - N3wOne-11",
        "change password N3wOne-11 N3wOne-11",
        "change address mallory@example.org",
        "change visibility public",
        "signoff",
        "block bob",
        "message bob",
        "Vacation starts on Friday",
        "Change is good",
    ):
        site.clock.forward(days=1)  # as answers are limited
        site.reply(at_alice, line)
    assert settings(site) == dump
    (explained,) = site.reply(at_alice, "vacation next week")
    assert "in a reply it is:\n  vacation UNTIL [FROM]\n" in text_of(explained)


def test_a_setting_from_elsewhere_or_by_an_old_reply_is_confirmed(started_game):
    """As whatever else a reply address says that others may have seen."""
    site, at_alice, _ = started_game
    letter = simple_mail("mallory@evil.example", "Re: x", "vacation until Friday")
    _, asked = site.letter("mallory@evil.example", letter, at_alice["Reply-To"])
    assert (asked["To"], asked["Subject"]) == (
        AT_ALICE,
        "Please confirm: vacation until Friday",
    )
    site.play("knightpanic", 101, "a1-c5")
    (asked,) = site.reply(at_alice, "vacation until Friday")
    assert "an older mail than the latest" in " ".join(text_of(asked).split())
    assert "alice is on vacation" in text_of(to(site.reply(asked, "yes"), AT_ALICE))


REQUESTS = {
    "show me the board please": "List of all",
    "help me please": "Help",
    "Help!": "Help",
    "How do I move?": "Help: reply",
    "what are the rules?": "Help",
    "What are the rules of Knight Panic?": "Help: knightpanic",
    "How do I play Trailblazer?": "Help: trailblazer",
    "I forgot my password": "Forgotten password",
    "can I take back my move?": "Help: offers",
}


def test_requests_in_plain_mails_are_understood(started_game):
    """As the subject, or as the first line below a greeting; what they need is the sender's."""
    site, _, _ = started_game
    for words, subject in REQUESTS.items():
        for mail in ((words, ""), ("Question", f"Hi,\n\n{words}\n\nThanks")):
            answer, *_ = site.mail(AT_ALICE, *mail)
            assert answer["Subject"].startswith(subject), (mail, answer["Subject"])


def test_a_stranger_who_forgot_the_password_is_told_as_little_as_anybody(started_game):
    """The userids of an address go to that address, whoever asks."""
    site, _, _ = started_game
    (told,) = site.mail("dora@example.org", "I forgot my password")
    assert told["Subject"] == "Forgotten userid"
