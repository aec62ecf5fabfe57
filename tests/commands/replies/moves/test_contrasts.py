"""The move that a reply prefers to another one is shown, and it isn't played without a yes."""

import pytest

from commands.replies.moves.contrasts import preferred_move
from tests.commands.replies.test_replies import ply
from tests.support.site import words_of

PREFERRED = {
    "I was going to play a1-c5 but I'll go for c1-e5 instead": "c1-e5",
    "Instead of a1-c5 I play c1-e5": "c1-e5",
    "c1-e5 rather than a1-c5": "c1-e5",
    "Nicht a1-c5, sondern c1-e5": "c1-e5",
    "Ich wollte erst a1-c5, aber jetzt c1-e5": "c1-e5",
    "Pas a1-c5 mais c1-e5": "c1-e5",
    "En vez de a1-c5 juego c1-e5": "c1-e5",
    "non a1-c5 ma c1-e5": "c1-e5",
    "Zamiast a1-c5 gram c1-e5": "c1-e5",
    "Вместо a1-c5 хожу c1-e5": "c1-e5",
    "Casi juego a1-c5, pero no: mejor c1-e5": "c1-e5",
}
CORRECTED = (
    "Hmm tough one. a1-c5, no wait, c1-e5\n\nCheers\nAlice",
    "a1-c5, no wait, c1-e5",
    "a1-c5 scratch that c1-e5",
    "a1-c5... sorry, I mean c1-e5",
    "Tough. a1-c5 - oops, I mean c1-e5",
    "I play a1-c5. Actually c1-e5",
    "Ich spiele a1-c5, nein, doch lieber c1-e5",
    "a1-c5 ach quatsch, c1-e5",
    "Bon, a1-c5, non, plutôt c1-e5",
    "Juego a1-c5, no, mejor c1-e5",
    "Gioco a1-c5, no aspetta, c1-e5",
    "ik doe a1-c5, nee wacht, c1-e5",
    "Jogo a1-c5, não espera, c1-e5",
    "gram a1-c5, nie, jednak c1-e5",
    "jag spelar a1-c5, nej vänta, c1-e5",
    "Hmm. a1-c5\nno wait, c1-e5",
    "a1-c5\nscratch that, c1-e5",
    "a1-c5\nno hang on\nc1-e5",
    "a1-c5? or g1-e5? hm. c1-e5!",
    "jeg spiller a1-c5 ... nej hellere c1-e5",
)
NOT_CORRECTED = (
    "a1-c5, no wait, not c1-e5",
    "a1-c5, or wait, c1-e5?",
    "a1-c5, actually c1-e5 is also possible",
    "I play a1-c5 and wait for c1-e5",
)
UNCLEAR = (
    *("a1-c5 or c1-e5", "not a1-c5 and not c1-e5", "a1-c5 rather than c1-e5?"),
    "I would suggest a1-c5. However, c1-e5 may also be viable.",
)


def test_the_preferred_of_two_moves_is_shown(started_game):
    site, at_alice, _ = started_game
    for text, move in PREFERRED.items():
        (held,) = site.reply(at_alice, text)
        assert f"Not played yet: {move}." in words_of(held), text
    assert ply(site) == 0


def test_a_move_that_corrects_another_one_is_shown(started_game):
    site, at_alice, _ = started_game
    for text in CORRECTED:
        (held,) = site.reply(at_alice, text)
        assert "Not played yet: c1-e5." in words_of(held), text
    assert ply(site) == 0


def test_other_words_between_moves_correct_nothing(started_game):
    site, at_alice, _ = started_game
    for text in NOT_CORRECTED:
        answers = site.reply(at_alice, text)
        assert "Not played yet: c1-e5." not in words_of(answers[0]), text
        site.clock.forward(hours=5)
    assert ply(site) == 0


@pytest.mark.parametrize("text", UNCLEAR)
def test_without_a_clear_preference_no_move_is_made(started_game, text):
    site, at_alice, _ = started_game
    site.reply(at_alice, text)
    assert ply(site) == 0


def test_the_spanish_word_for_in_is_no_negation(started_game):
    site, at_alice, _ = started_game
    (held,) = site.reply(at_alice, "El caballo que está en c1 lo llevo a e5")
    assert "Not played yet: c1-e5." in words_of(held)


def test_an_excluded_move_is_neither_suggested_nor_offered_as_chat(started_game):
    site, at_alice, _ = started_game
    (answer,) = site.reply(at_alice, "anything but a1-c5, you choose")
    assert "Which move do you want to play?" in words_of(answer)
    assert 'reply "yes"' not in words_of(answer)


def test_hostile_text_is_read_to_the_end(started_game):
    """A pattern that backtracks would never come to an end."""
    site, _, _ = started_game
    with site.database.work() as work:
        match = work.boards.find("knightpanic", 101).match
    for text in ("not " * 8_000, "but a1-c5 " * 3_000, "a1-c5 " * 6_000, "no wait " * 9_000):
        preferred_move(match, text)
        preferred_move(match, text[:390])
