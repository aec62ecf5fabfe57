"""Emails of people who aren't registered: under which userid they sign up, and what they ask."""

from commands.replies.server.questions.newcomer_answers import newcomer_answers
from commands.replies.server.sign_ups import signup_name
from tests.support.site import words_of

ERIK = "erik@example.com"
NAMES = {
    "I want to register with the username bella please": "bella",
    "Kan ni registrera mig med namnet erik?": "erik",
    "Bitte melde mich als Karl an": "Karl",
    "Inscrivez-moi sous le pseudo lulu": "lulu",
    "Quiero registrarme con el nombre pepe": "pepe",
    "Mi piacerebbe iscrivermi con nome utente gigio": "gigio",
    "Meld mij aan met de naam piet": "piet",
    "Proszę mnie zarejestrować pod nazwą kasia": "kasia",
    "Quero me cadastrar com o nome joao": "joao",
    "Хочу зарегистрироваться под именем vasya": "vasya",
    "I'd like to join. I'd be erik": "erik",
}
NO_NAMES = (
    "I'd be happy to join your server",
    "please sign me up as soon as possible",
    "I don't want to register with the username bella",
    "What user name should I use to register?",
    "My wife and I played with the name bella",
)
ANSWERS = {
    "Kostet das etwas? Und brauche ich ein besonderes Programm?": ("free", "special program"),
    "Can strangers write to her, and can other people see her address?": ("never see",),
    "Ich möchte wissen, ob Sie Daten über mich gespeichert haben": ("No account has",),
    "My provider closed my old mailbox. Please use this address from now on": (
        "change address USERID PASSWORD erik@example.com",
        "postmaster@",
    ),
    "Can I play Trailblazer against ben? I have no account": ("You can play Trailblazer here",),
    "My wife and I would like to join. Her address is maja@example.com.": ("signup erik -",),
}
SIGNING_UP = {
    "Before I say yes to anything: who are you, is it free, and will my address\n"
    "be shown to others?": ("people play board games by email", "are free", "never see"),
    "Kostet das etwas?": ("are free",),
}


def test_a_stranger_signs_up_under_the_name_that_they_want(confirming_site):
    for text, name in NAMES.items():
        assert signup_name(text, ERIK) == name, text
    (asked,) = confirming_site.mail(ERIK, "ny spelare", "Kan ni registrera mig med namnet erik?")
    assert asked["Subject"] == "Please confirm: signup erik"


def test_a_name_that_is_taken_is_refused(site):
    site.sign_up("alice")
    (refused,) = site.mail(ERIK, "Hi", "I want to register with the username alice")
    assert "That userid is taken" in words_of(refused)


def test_other_words_are_no_names():
    for text in NO_NAMES:
        assert signup_name(text, ERIK) == "", text


def test_questions_of_strangers_are_answered_first(confirming_site):
    for text, parts in ANSWERS.items():
        (answer,) = confirming_site.mail(ERIK, "Question", text)
        words = words_of(answer)
        assert "We didn't recognize a command" not in words, text
        for part in parts:
            assert part in words, text


def test_questions_before_the_confirmation_are_answered_with_it(confirming_site):
    (asked,) = confirming_site.mail(ERIK, "signup erik -")
    for text, parts in SIGNING_UP.items():
        (again,) = confirming_site.reply(asked, text)
        assert again["Subject"] == "Please confirm: signup erik", text
        assert all(part in words_of(again) for part in parts), text


def test_a_statement_asks_for_no_answer():
    assert newcomer_answers("The program of the concert was free", ERIK) == []
