"""Questions and wishes in emails to the server that no command fulfills, and others in prose."""

import pytest

from commands.replies.server.account_deletion import deletion_line
from commands.replies.server.questions.plain_questions import (
    asks_who_sees,
    hides_games,
    plain_answer,
    thanks_only,
    wished_name,
)
from commands.replies.server.topics import topics_of
from commands.replies.vocabulary.server import nouns
from tests.support.site import PLAYERS, words_of

ALICE = PLAYERS["alice"][1]
ANSWERS = {
    "Kann ich die Mails auch auf Deutsch bekommen?": "We write only in English",
    "Posso cambiare il mio nome giocatore da alice ad alixia?": "signup alixia -",
    "Hallo, wer betreibt diesen Server eigentlich?": "the admin of this server",
    "kan ik hier ook backgammon spelen?": "We don't have Backgammon",
    "Thank you so much, games by e-mail like in the old days!": "You're welcome, alice",
}
HELD = {
    "Por favor, que nadie más vea mis partidas.": "change visibility private",
    "Bitte löschen Sie mein Benutzerkonto. Ich habe keine Zeit mehr.": "signoff alice",
    "I'm back early, so bob needn't move for me any more.": "deputy off",
}
NO_ANSWERS = (
    "I speak German",
    "Thanks, but please stop the emails",
    "My name is Alice",
    "The French defence is my favorite",
    "Thanks, put me on the ladder",
    "Danke, das Turnier klingt gut",
    "I have a poker face",
)


@pytest.fixture
def site(started_game):
    return started_game[0]


def test_such_questions_get_an_answer(site):
    for text, part in ANSWERS.items():
        (answer,) = site.mail(ALICE, "Hello", text)
        assert part in words_of(answer), text


def test_wishes_that_a_command_fulfills_are_held(site):
    for text, line in HELD.items():
        (asked,) = site.mail(ALICE, "Hello", text)
        assert asked["Subject"] == f"Please confirm: {line}", text


def test_a_subject_that_is_no_whole_command_is_less_than_the_text(site):
    (asked,) = site.mail(ALICE, "games private", next(iter(HELD)))
    assert asked["Subject"] == "Please confirm: change visibility private"


def test_other_texts_get_no_such_answer():
    assert not any(plain_answer(text, "alice") for text in NO_ANSWERS)
    assert not thanks_only("Thanks! How do I move?")


def test_who_sees_the_games():
    assert asks_who_sees("Can just anybody read my games on the internet?")
    assert not asks_who_sees("I read on the internet that you have chess")
    assert hides_games("please hide all my games")


def test_a_deletion_is_denied_only_in_its_own_sentence():
    deleted = deletion_line("Quero apagar a minha conta. Não jogo mais.", "alice")
    assert deleted is not None
    assert deleted.text == "signoff alice -"
    kept = deletion_line("Please don't delete my account", "alice")
    assert kept is not None
    assert kept.text == "help signoff"


def test_the_word_for_emails_alone_names_no_delivery():
    assert nouns.DELIVERY not in topics_of("a charming idea, games by e-mail")
    assert nouns.DELIVERY in topics_of("fewer e-mails")
    assert nouns.REMINDERS in topics_of("Nur die Erinnerungen weg!")
    assert nouns.CATALOG in topics_of("どんなゲームがありますか?")


def test_a_stranger_gets_the_wished_game_and_userid(confirming_site):
    text = "Ich würde gern Trailblazer spielen. Mein Name soll Opa-Karl sein."
    (greeting,) = confirming_site.mail("new@example.org", "Mitspielen", text)
    for line in ("signup Opa-Karl -", "help trailblazer", "trailblazer challenge Opa-Karl WHO"):
        assert line in words_of(greeting), line
    (asked,) = confirming_site.mail("new@example.org", "signup new -")
    (again,) = confirming_site.reply(asked, "Ja bitte, aber ich möchte lieber lissy heißen")
    assert "signup lissy -" in words_of(again)


def test_other_texts_wish_for_no_userid():
    for text in ("My name is Alice", "Ich heiße Karl"):
        assert wished_name(text) == "", text


def test_a_program_that_thanks_us_each_time_gets_one_answer(site):
    counts = [len(site.mail(ALICE, "Hello", "Thank you for your email.")) for _ in range(4)]
    assert counts[0] == 1
    assert counts[-1] == 0
