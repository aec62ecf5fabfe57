"""Moves that replies tell by directions: "two up, one left"."""

from datetime import UTC, datetime

import pytest

from commands.replies.moves.spoken.moves_by_direction import moves_by_steps, tells_steps
from pbm.match.match import Match
from tests.commands.replies.test_replies import AT_ALICE, to
from tests.support.classic_games import start
from tests.support.site import words_of

BY_GAME = {
    "trailblazer (0,1) (6,5)": {
        "(0,2)": "right again/one to the right please/noch einmal rechts/otra vez a la derecha"
        "/ancora a destra/encore à droite/weer rechts/jeszcze raz w prawo/снова направо"
        "/yine sağa/novamente à direita",
        "(1,1)": "Een naar beneden graag, en groetjes aan je vrouw!/down again/one step down, Bob!"
        "/einen nach unten/una casilla abajo/ein Feld runter. Viel Glück!",
        "": "two up/one up/right of course/right you are, Bob/Right, I see/right or down/right then"
        "/right on/Right, thanks"
        "/no down/not right again/things are looking up/left/I have two left feet",
    },
    "knightsduel -size=4 (3,2) (2,3)": {
        "(2,4)": "two up, one left/one left and two up/up two, left one/zwei hoch, eins links"
        "/I go two up and one to the left",
        "(1,3)": "two left, one up/left two up one please/dos a la izquierda y una arriba",
        "": "two up/one up, one left/up/three up, one left",
    },
}
REFUSED = ("three up, one left", "two down please", "up two")


def position(text):
    """Returns the match of a game after moves."""
    name, *words = text.split()
    options = [word for word in words if word.startswith("-")]
    match, moves = start(name, *options), words[len(options) :]
    for move in moves:
        match = match.play(move, datetime.now(UTC), "alice")
    return match


@pytest.mark.parametrize(("game", "texts"), BY_GAME.items())
def test_steps_are_compared_with_the_legal_moves(game, texts):
    match: Match = position(game)
    found = {
        text: moves_by_steps(match, text) for texts in texts.values() for text in texts.split("/")
    }
    expected = {
        text: [move] if move else [] for move, texts in texts.items() for text in texts.split("/")
    }
    assert found == expected


def test_steps_that_fit_no_move_are_refused_and_never_offered_as_chat(site):
    site.sign_up("alice", "bob")
    mail = to(site.begin("knightsduel challenge alice bob"), AT_ALICE)
    for text in REFUSED:
        (refused,) = site.reply(mail, text)
        assert "Legal moves" in words_of(refused), text
        assert "as chat" not in words_of(refused), text
    assert not tells_steps(position("knightsduel"), "I have two left feet")
