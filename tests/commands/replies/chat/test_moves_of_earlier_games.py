"""Chat about a move of an earlier game is passed on, even if that move is legal now."""

from tests.commands.replies.test_replies import ply, to
from tests.support.site import PLAYERS, text_of, words_of

AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]
EARLIER = (
    "Schon ewig. Deine Eröffnung e1-c5 im letzten Spiel fand ich übrigens stark!",
    "For ages. Your opening e1-c5 in our last game was strong, by the way!",
    "Your opening e1-c5 in the last game impressed me!",
    "I liked your e1-c5 last time.",
    "I remember you played e1-c5 yesterday",
    "Ton ouverture e1-c5 dans la dernière partie m'a plu !",
    "Tu apertura e1-c5 en la última partida me gustó mucho",
    "La tua apertura e1-c5 nell'ultima partita mi è piaciuta",
    "Je opening e1-c5 in het vorige spel vond ik sterk!",
    "Twoje otwarcie e1-c5 w ostatniej partii było mocne!",
    "Din öppning e1-c5 i förra partiet var stark!",
)
NOW = (
    "I play e1-c5 as in our last game",
    "Ich spiele e1-c5 wie im letzten Spiel",
    "Like last time: e1-c5",
    "Gestern lange gefeiert. Jetzt e1-c5.",
    "Long ago! I'll go e1-c5",
)


def test_a_move_of_an_earlier_game_is_chat(started_game):
    site, _, at_bob = started_game
    mail = to(site.reply(at_bob, "chat\nHow long have you been playing?"), AT_ALICE)
    for text in EARLIER:
        passed_on = to(site.reply(mail, text), AT_BOB)
        assert " ".join(text.split()) in words_of(passed_on)
        site.clock.forward(hours=5)
    assert ply(site) == 0


def test_a_move_that_is_played_now_is_held(started_game):
    site, _, at_bob = started_game
    mail = to(site.reply(at_bob, "chat\nHow long have you been playing?"), AT_ALICE)
    for text in NOW:
        (held,) = site.reply(mail, text)
        assert "Not played yet: e1-c5." in text_of(held), text
        site.reply(held, "no")
    assert ply(site) == 0
