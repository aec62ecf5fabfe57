"""Orders to block an opponent whom the writer calls names, and similar chat."""

import pytest

from commands.replies.request_prefilter import may_request
from commands.replies.server.topics import requested_topics
from commands.replies.vocabulary.server import nouns
from tests.commands.replies.test_replies import AT_BOB, to
from tests.support.site import words_of

ORDERS = (
    "Block that numpty would you, third time he's done this",
    "please block this stupid troll",
    "Could you block that guy?",
    "Third time he does this, block that idiot",
    "Blockiert bitte diesen Idioten",
    "Sperrt den Kerl",
    "Bloquez cet abruti",
    "Bloquea a ese payaso",
    "Bloccate quel cretino",
    "Blokkeer die sukkel",
    "Zablokujcie tego idiotę",
    "Bloqueiem esse palhaço",
    "Заблокируйте этого идиота",
    "Şu aptalı engelle",
)
CHAT = (
    "Block that file, would you",
    "Block that knight, idiot that I am",
    "I should block that pawn",
    "I could block that guy with my knight",
    "You block that guy with your knight",
    "Your numpty of a knight blocks that square",
    "What an idiot I am",
    "Blockiert dieser Springer das Feld?",
    "Je bloque cette ligne",
)


@pytest.mark.parametrize("text", ORDERS)
def test_angry_players_block_an_opponent(text):
    assert requested_topics(text, {"bob"}) == [nouns.BLOCK]
    assert may_request(text)


@pytest.mark.parametrize("text", CHAT)
def test_blocked_squares_and_other_fools_are_chat(text):
    assert requested_topics(text, {"bob"}) == []


def test_the_opponent_of_an_ended_game_is_blocked_after_a_question(started_game):
    site, at_alice, _ = started_game
    at_bob = to(site.reply(at_alice, "a1-c5"), AT_BOB)
    ended = site.reply(at_bob, "resign")
    at_alice = next(each for each in ended if "alice" in each["To"])
    (asked,) = site.reply(at_alice, ORDERS[0])
    assert "Did you mean this command? block bob" in words_of(asked)
