"""Chat and questions in reply to an open offer, which stays open."""

import pytest

from commands.replies.answers.offer_answers import is_chat
from tests.commands.replies.test_replies import AT_BOB, to
from tests.support.site import text_of, words_of

CHAT = (
    "Ha, a draw already? You must be tired, old friend. Let me look at it tonight.",
    "Daar ga ik vanavond met een glas wijn over nadenken, Bob.",
    "Estou no trem agora, respondo com calma quando chegar em casa.",
    "Ich sitze gerade im Zug und schaue es mir heute Abend an",
    "J'y réfléchis ce soir devant la cheminée, bonne journée Bob",
    "Estoy en el tren, respondo mañana con más calma",
    "Sono in treno, ci penso stasera con calma",
    "Jestem w pociągu, przyjrzę się temu wieczorem",
    "Я в поезде, подумаю об этом вечером",
)
NO_CHAT = (
    "yes, but only if you give me a rematch",
    "Sure, right after you resign",
    "If you'd offered this one move earlier I would have accepted",
    "what happens to my rating if i say yes",
    "Why do you offer a draw in this position?",
    "ok but let me think about it a little more",
    "I won't say no to that, I guess",
    "draw?",
    "J'accepterais si j'étais moins bien, mais je gagne",
    "Not now, Bob",
    "I would accept that in a better world",
)


@pytest.fixture
def offered(started_game):
    site, at_alice, _ = started_game
    return site, to(site.reply(at_alice, "a1-c5 propose"), AT_BOB)


@pytest.mark.parametrize("text", CHAT)
def test_other_words_are_chat(text):
    assert is_chat(text)


@pytest.mark.parametrize("text", NO_CHAT)
def test_words_that_may_answer_are_no_chat(text):
    assert not is_chat(text)


def test_chat_is_sent_by_another_word_than_yes(offered):
    site, at_bob = offered
    (asked,) = site.reply(at_bob, CHAT[0])
    assert 'reply "chat" to this email' in words_of(asked)
    assert "offer is still open" in words_of(asked)
    for text in ("yes", "no"):
        (again,) = site.reply(asked, text)
        assert 'reply with only the word "accept" or "reject"' in words_of(again)
    sent = site.reply(again, "chat")
    assert "Let me look at it tonight" in text_of(to(sent, "alice@example.org"))


@pytest.mark.parametrize("answer", ["accept", "reject"])
def test_the_offer_is_answered_in_reply_to_the_question(offered, answer):
    site, at_bob = offered
    (asked,) = site.reply(at_bob, CHAT[1])
    told = words_of(to(site.reply(asked, answer), "alice@example.org"))
    assert f"bob {answer}s" in told


def test_a_question_about_the_rating_names_the_help(offered):
    site, at_bob = offered
    for text in ("what happens to my rating if i say yes", "Verliere ich Elo bei Remis?"):
        (answer,) = site.reply(at_bob, text)
        assert "help ratings" in words_of(answer), text
        assert "offer is still open" in words_of(answer), text
        assert "as chat" not in words_of(answer), text
