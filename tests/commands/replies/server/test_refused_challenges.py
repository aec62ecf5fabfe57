"""Questions about unwanted challenges and about the options of a game."""

from tests.support.site import words_of

REFUSING = (
    "How can I stop people from starting games with me without asking first?",
    "Please, no more challenges",
    "Wie verhindere ich, dass mich Leute ungefragt herausfordern? Bitte keine Herausforderungen.",
)


def test_unwanted_challenges_are_refused_by_commands(started_game):
    site, at_alice, _ = started_game
    for text in REFUSING:
        (answer,) = site.reply(at_alice, text)
        assert "knightpanic reject alice -" in words_of(answer), text


def test_a_question_that_quotes_an_option_shows_the_rules(started_game):
    site, at_alice, _ = started_game
    (answer,) = site.reply(at_alice, "What do the settings mean, -win_no_move and so on?")
    assert answer["Subject"] == "Help: Knight Panic"
