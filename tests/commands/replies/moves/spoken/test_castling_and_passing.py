"""Castling and passing in the words of the players: "petit roque", "Ich passe"."""

import pytest

from commands.replies.moves.courteous_moves import courteous_move
from tests.commands.replies.moves.notation.test_foreign_pieces import answers
from tests.support.site import words_of

SHORT = (
    *("petit roque", "Petit roque svp", "castle kingside please", "short castle please"),
    *(
        "kurze Rochade",
        "Ich rochiere kurz",
        "kleine Rochade bitte",
        "enroque corto",
        "roque pequeno",
    ),
    *("arrocco corto", "korte rokade aub", "krótka roszada", "kort rockad, tack", "kort rokade"),
    *("I'd like to castle king side", "castle on the king's side please", "короткая рокировка"),
)
LONG = (
    "grande roque",
    "lange Rochade",
    "enroque largo",
    "castle queenside please",
    "długa roszada",
)
COURTEOUS = {
    "Je joue d3, à toi !": "à toi !",
    "Juego en d3. Un saludo, Ana": "Un saludo, Ana",
    "Oi Bob, jogo em d3. Abraço!": "Oi Bob, Abraço!",
    "Ik ga naar d3, succes allebei": "succes allebei",
    "Ich setze auf d3. Viel Glück!": "Viel Glück!",
    "Thanks, I'll take d3. Good luck!": "Thanks, Good luck!",
    "Gioco in d3, tocca a te": "tocca a te",
    "Mój ruch to d3. Pozdrawiam!": "Pozdrawiam!",
    "Jag spelar d3, lycka till": "lycka till",
    "Мой ход d3. Удачи!": "Удачи!",
}
NO_CASTLING = ("Nice castle!", "Castles in Spain", "We visited a big old castle", "Rochade Heft 3")
PASSES = (
    *("Ich passe", "ich passe!", "je passe", "Je passe mon tour, merci", "paso", "Paso.", "passo"),
    *(
        "pas",
        "ik pas",
        "pasuję",
        "Pasuje",
        "jag passar",
        "jeg passer",
        "passo a vez",
        "пас",
        "パス",
    ),
    *("I pass for now, thanks, ask me again tomorrow when I've had a look", "hmm, I'll pass here"),
    *("ok then, I pass this time", "Hi Bob, ich passe dann mal"),
)
NO_PASSES = (
    *("pas mal !", "Pas encore", "Passt!", "Pass me the salt", "I pass through Lyon tomorrow"),
    *("Paso mañana por tu casa", "Ich passe auf dich auf", "I won't pass", "Should I pass?"),
    *("If I pass, you win", "passing by your town tomorrow", "Passo da te domani"),
)


@pytest.fixture
def go(begin):
    return begin("go", "e5", "c3")


def test_castling_in_words_is_played_if_nothing_else_can_be_meant(begin):
    chess = begin("chess", "e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5")
    with chess[0].database.work() as work:
        match = work.boards.find("chess", 101).match
    for text in (*SHORT, "Rochade", "I castle", "arrocco", "Oh no, sorry! castle, castle!!"):
        assert courteous_move(match, text).move == "O-O", text
    for text in (
        *LONG,
        *NO_CASTLING,
        "Should I castle?",
        "I won't castle",
        "no castling",
        "castle",
    ):
        assert courteous_move(match, text).move == ("O-O" if text == "castle" else ""), text
    for text, answer in answers(chess, ("perhaps I castle, Bob", "castle or wait, who knows")):
        assert "alice moves" not in answer, text
    for text, answer in answers(chess, LONG):
        assert "White can't castle there now." in answer, text
        assert "as chat" not in answer, text
    for text, answer in answers(chess, NO_CASTLING):
        assert 'as chat, reply "yes"' in answer, text


def test_a_move_between_greetings_is_played_with_them(go):
    with go[0].database.work() as work:
        match = work.boards.find("go", 101).match
    for text, comment in COURTEOUS.items():
        assert courteous_move(match, text, {"bob"}) == ("d3", comment), text
    for text in ("Hi Bob, d3 or d4", "I'd never play d3, good luck", "Juego en d3? Saludos"):
        assert courteous_move(match, text, {"bob"}) == ("", ""), text


def test_castling_that_isn_t_legal_is_refused(begin):
    new_chess = begin("chess")
    for text, answer in answers(new_chess, (*SHORT, *LONG, "Rochade", "0-0", "oo", "o-o please")):
        assert "Legal moves (20)" in answer, text
        assert "as chat" not in answer, text


def test_passing_in_words_is_held(go):
    for text, answer in answers(go, PASSES):
        assert "Not played yet: pass." in answer, text


def test_other_words_with_pass_are_no_pass(go):
    for text, answer in answers(go, NO_PASSES):
        assert 'as chat, reply "yes"' in answer, text


def test_games_without_these_moves_refuse_them(started_game):
    site, at_alice, _ = started_game
    for text in ("Ich passe", "petit roque", "paso", "castle kingside please"):
        (answer,) = site.reply(at_alice, text)
        assert f'"{text}" isn\'t a legal move here.' in words_of(answer)
        assert "as chat" not in words_of(answer)
        site.clock.forward(hours=5)


STONES = (
    *("Schwarz auf D-5 bitte", "black at d5", "pierre en d5", "stone on d5", "weiß nach d5"),
    *("blanc en d-5", "piedra negra en d5", "steen op d5", "pedra em d5", "kamień na d 5"),
    *("svart sten på d5", "white stone on d five", "nero in d 5", "czarny na d-5 proszę"),
)
NO_STONES = ("Black is winning", "weiß ich nicht", "I drive a black 5 series", "stone cold weather")


def test_stones_and_colors_before_a_square_are_understood(go):
    for text, answer in answers(go, STONES):
        assert "Not played yet: d5." in answer, text


def test_stones_without_a_square_are_chat(go):
    for text, answer in answers(go, NO_STONES):
        assert 'as chat, reply "yes"' in answer, text
