"""Replies after the end of a game: questions why, requests for another game, and regrets."""

import pytest

from commands.replies.server.topics import mentions_new_game
from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, to
from tests.support.site import PLAYERS, words_of

WHY = (
    "Porque é que o jogo foi apagado? não percebo",
    "Warum wurde das Spiel gelöscht?",
    "Why was the game removed",
    "Pourquoi la partie est finie ?",
    "¿Por qué se canceló la partida?",
    "Perché la partita è finita?",
    "Waarom is de partij afgelopen?",
    "Dlaczego gra jest skończona?",
)
AGAIN = (
    "aww why did he quit 😭 can we start again? same game",
    "Können wir nochmal anfangen?",
    "On peut recommencer ?",
    "¿Volvemos a empezar de nuevo?",
    "possiamo ricominciare?",
    "start over?",
    "rematch?",
    "rematch",
    "Revanche?",
    "une revanche ?",
    "¿Revancha?",
    "La rivincita?",
    "rewanż?",
    "реванш?",
)
CHAT = (
    "Thanks for the game Bob!",
    "Why did you resign? I liked it",
    "The football match was cancelled, how annoying",
    "Again a nice game, thanks",
)
REGRETS = (
    "oh no sorry wrong game, keep playing",
    "Mist, aus Versehen! Bitte weiterspielen",
    "par erreur, désolé",
    "fue sin querer, sigamos",
    "ho sbagliato partita",
    "verkeerde partij, sorry",
    "to nie ta gra, przepraszam",
    "foi por engano",
)

PROPOSED = (
    "Aw that's a shame. Again? I'd be happy to be white",
    "Vamos jogar outra? Mesmas condições, se quiseres.",
    "Pity! Shall we have another game soon?",
    "Schade. Hast du Lust auf noch eine Partie nächste Woche?",
    "Dommage ! On rejoue bientôt ? Une autre partie la semaine prochaine ?",
    "Qué pena, ¿jugamos otra cuando puedas?",
    "Peccato, giochiamo ancora quando hai tempo?",
    "Jammer, zullen we nog een potje spelen als je tijd hebt?",
    "Szkoda, zagramy jeszcze jedna partie w weekend?",
    "Жаль, сыграем еще партию на выходных?",
    "I'd like another game some time",
)
NOT_PROPOSED = (
    "Thanks for the game Bob!",
    "Again a nice game, thanks",
    "Why did you resign? I liked it",
    "You won again",
    "Not again!",
    "I don't want another game",
    "Encore bravo!",
    "Did you lose your keys again this week, you silly person?",
)


@pytest.fixture
def removed(started_game):
    """A server, and the emails to alice and bob about the game that bob has called off."""
    site, at_alice, _ = started_game
    at_bob = to(site.reply(at_alice, "a1-c5"), AT_BOB)
    mails = site.reply(at_bob, "resign")
    return site, to(mails, AT_ALICE), to(mails, AT_BOB)


def only(mails):
    (mail,) = mails
    return mail


@pytest.mark.slow
def test_questions_after_the_end_go_to_the_server(removed):
    site, mail, _ = removed
    for text in WHY:
        answer = words_of(only(site.reply(mail, text)))
        assert "removed: bob declined the game" in answer, text
        site.clock.forward(hours=5)  # answers are limited
    for text in AGAIN:
        answer = words_of(only(site.reply(mail, text)))
        assert "knightpanic challenge" in answer, text
        assert "Please confirm this command" in answer, text
        site.clock.forward(hours=5)
    for text in CHAT:
        assert AT_BOB in [each["To"] for each in site.reply(mail, text)], text
        site.clock.forward(hours=5)


def test_a_game_that_somebody_has_ended_is_not_continued(removed):
    site, at_alice, at_bob = removed
    for text in REGRETS:
        answer = words_of(only(site.reply(at_bob, text)))
        assert "can't be continued" in answer, text
        assert "knightpanic challenge bob alice" in answer, text
    assert AT_ALICE in [each["To"] for each in site.reply(at_bob, "Sorry Bob, no time")]
    assert AT_BOB in [each["To"] for each in site.reply(at_alice, "wrong game, ha!")]


def test_a_resigned_game_may_be_played_again(started_game):
    site, at_alice, _ = started_game
    at_bob = to(site.reply(at_alice, "a1-c5"), AT_BOB)
    at_alice = to(site.reply(at_bob, "a7-c3"), AT_ALICE)
    ended = to(site.reply(at_alice, "resign"), AT_ALICE)
    answer = words_of(only(site.reply(ended, "oh no sorry wrong game, keep playing")))
    assert "can't be continued" in answer
    assert '"rematch"' in answer


FOR_CAROL = (
    "Tell Carol I said happy birthday!!",
    "Forward this to carol as well please, and tell him I don't play chess",
    "Sag Carol bitte, dass ich krank bin",
    "dis à carol que je pense à elle",
    "Dile a Carol que la quiero",
    "zeg carol dat ik ziek ben",
    "powiedz carol, że jestem chora",
)
FOR_BOB = (
    "Tell your wife I said hello",
    "Carol told me you play chess",
    "Tell me about your holiday, Carol was there too",
    "Tell your friend Carol hello",
)


def test_orders_to_tell_somebody_else_are_not_sent(players):
    at_alice = to(players.begin("knightpanic challenge alice bob"), AT_ALICE)
    sent = players.mail(AT_BOB, f"message bob {PLAYERS['bob'][0]} alice", "Hello!")
    message = to(sent, AT_ALICE)
    for text in FOR_CAROL:
        for mail in (message, at_alice):
            answer = words_of(only(players.reply(mail, text)))
            assert "message alice - carol" in answer, text
    for text in FOR_BOB:
        assert AT_BOB in [each["To"] for each in players.reply(message, text)], text
        assert "as chat" in words_of(players.reply(at_alice, text)[0]), text
        players.clock.forward(hours=5)


@pytest.mark.parametrize("text", PROPOSED)
def test_texts_to_the_opponent_may_propose_a_game(text):
    assert mentions_new_game(text)


@pytest.mark.parametrize("text", NOT_PROPOSED)
def test_other_texts_propose_none(text):
    assert not mentions_new_game(text)


def test_the_answer_to_a_proposal_names_the_rematch(removed):
    site, mail, _ = removed
    for text in PROPOSED[:2]:
        told = site.reply(mail, text)
        assert 'reply with only the word "rematch"' in words_of(to(told, AT_ALICE)), text
        assert "rematch" not in words_of(to(told, AT_BOB)), text
    asked = only(site.reply(to(told, AT_ALICE), "rematch"))
    assert "knightpanic challenge" in words_of(asked)
