"""The answer to an offer, from a plain yes to words that only may mean one."""

import pytest

from commands.replies.answers.offer_answers import OfferAnswer, offer_answer
from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, to
from tests.support.site import text_of, words_of

ANSWERS = {
    OfferAnswer.ACCEPT: "yes\nJa\nYes, please\naccept\noui\nsí, gracias\nYes!\nagreed\nはい",
    OfferAnswer.REFUSE: (
        "no\nno thanks, let's play on\ndraw? no thanks\nI refuse the draw\nnah\nlieber nicht\n"
        "Non merci, on continue\nNo gracias, sigamos\nNee bedankt, ik speel door\nNot yet :-)\n"
        "preferisco continuare\nNie, dziękuję, grajmy dalej\nhayır, devam edelim\nDraw? No.\n"
        "Nö, ich will noch gewinnen\nいいえ、続けましょう\nNo draw, thanks\nInte än\n"
        "Nie ma mowy\nNo me conviene, sigo jugando\nNo, the draw comes too early\n"
        "no thanks bob, I'd rather keep fighting\nlieber weiterspielen, nein danke Bob\n"
        "I'd rather play on, sorry Bob\nThanks for the offer, but let's fight on!\nNo way, mate\n"
        "Ich spiele lieber weiter\nJe préfère continuer, désolé\nPrefiero seguir jugando\n"
        "Preferisco continuare a giocare\nLiever nog even doorspelen\nWolę grać dalej\n"
        "Prefiro continuar a jogar\nDevam etmek istiyorum\nЯ хочу играть дальше\n"
        "Sorry Bob, not yet"
    ),
    OfferAnswer.MAY_ACCEPT: (
        "Sounds good!\nOK, thank you!\nok\n👌\nFair enough.\nYes, if you like\n"
        "oui, j'accepte la nulle\ndeal\nI think a draw is fair\nNah, kein Problem, Remis passt\n"
        "nah fine, draw\nNo, I'd be happy with a draw\nNein, das ist okay für mich\n"
        "non non, c'est bon pour moi\nnee hoor, prima, remise\nLet's shake hands\n"
        "引き分けでいいです\nI won't say no to a draw\nI wouldn't mind a draw\n"
        "I don't agree that you are worse, but OK, draw\n👍\n"
        "I've thought about it: draw accepted\nI'll continue later, draw accepted\n"
        "I don't know why, but I accept\nI would accept a draw\nyes to the draw\n"
        "OK for the draw, no rematch though\noui à la nulle\n"
        "Yes, after you played that move a draw is fine\nyes to your offer"
    ),
    OfferAnswer.MAY_REFUSE: (
        "I won't accept that.\nNot a chance, no draw\nI can't accept a draw here\n"
        "Ik accepteer niet\nIch nehme das nicht an\nik neem het niet aan\n"
        "yes?? you're offering a draw with two extra moves? no way"
    ),
    OfferAnswer.NONE: (
        "yes, but only if you give me a rematch\nI accept provided that we play again\n"
        "Einverstanden, aber nur wenn wir nochmal spielen\nD'accord, à condition de rejouer\n"
        "Yes, if you promise me a rematch\n"
        "Let me think about it\nWhy do you offer a draw?\nNo worries about that\nHow are you?\n"
        "No way I'd turn that down\nNo idea what to do now\n❤\n"
        "Hmm, give me a day to think about the draw\nA draw, I don't know yet\n"
        "If you'd offered this one move earlier I would have accepted\nMaybe a draw, who knows\n"
        "Had you asked yesterday, I'd have said yes to a draw\nThe draw? Ask me again tomorrow\n"
        "Ich überlege es mir noch mit dem Remis\nGestern hätte ich Remis angenommen\n"
        "Sure, right after you resign\nok, once you give up\nyes to a rematch, no to the draw\n"
        "Yes to a rematch!\nJa, sobald du aufgibst\nJa zur Revanche, nein zum Remis\n"
        "oui à la revanche, non à la nulle\nSí, cuando te rindas\nja, zodra je opgeeft\n"
        "sí a la revancha, no a las tablas\nsì alla rivincita, no alla patta\n"
        "ja tegen een revanche, nee tegen remise\ntak, jak się poddasz\n"
        "sim à desforra, não ao empate\nДа, когда ты сдашься\nTamam, sen pes edince\n"
        "J'y réfléchis, la nulle est tentante\nHier j'aurais accepté la nulle\n"
        "Lo pensaré, tablas quizás\nHabría aceptado tablas ayer\nPatta? Ci penso ancora\n"
        "Remise? Ik denk er nog over na, geef me een dag\nRemis? Muszę pomyśleć\n"
        "Empate? Vou pensar\nBeraberlik mi? Düşüneyim\nНичья? Дай подумать"
    ),
}


def test_only_a_clear_answer_is_one():
    wrong = [
        (text, found)
        for answer, texts in ANSWERS.items()
        for text in texts.split("\n")
        if (found := offer_answer([text], {"bob"})) is not answer
    ]
    assert not wrong


def test_a_vague_yes_is_asked_about_before_it_ends_the_game(started_game):
    site, at_alice, _ = started_game
    (at_bob,) = [mail for mail in site.reply(at_alice, "a1-c5 propose") if "bob" in mail["To"]]
    (asked,) = site.reply(at_bob, "OK, thank you!")
    assert "This accepts your opponent's draw offer." in text_of(asked)
    ended = site.reply(asked, "yes")
    assert "Game drawn" in text_of(to(ended, at_bob["To"]))


@pytest.mark.parametrize("text", ["e7-c3 and yes to the draw", "e7-c3\nYes, a draw is fine"])
def test_a_move_next_to_an_acceptance_is_asked_about(started_game, text):
    site, at_alice, _ = started_game
    at_bob = to(site.reply(at_alice, "a1-c5 propose"), AT_BOB)
    (held,) = site.reply(at_bob, text)
    assert "also seems to accept the offer" in words_of(held)
    ended = site.reply(held, "accept")
    assert "Game drawn" in text_of(to(ended, AT_BOB))


def test_the_text_below_an_answer_is_its_comment(started_game):
    site, at_alice, _ = started_game
    at_bob = to(site.reply(at_alice, "a1-c5 propose"), AT_BOB)
    told = site.reply(at_bob, "reject, sorry\n\nNothing personal.")
    assert "Nothing personal." in text_of(to(told, AT_ALICE))


def test_an_undecided_answer_leaves_the_offer_open(started_game):
    site, at_alice, _ = started_game
    (at_bob,) = [mail for mail in site.reply(at_alice, "a1-c5 propose") if "bob" in mail["To"]]
    for text in (
        "Give me a day to think about the draw",
        "a draw? I don't know yet",
        "🎉",
        "draw?",
    ):
        (answer,) = site.reply(at_bob, text)
        assert "The draw offer is still open" in text_of(answer)
    (asked,) = site.reply(at_bob, "Fine by me, draw")
    assert "Did you mean" in text_of(asked)


ACCEPTING = """
sure, why not, draw's fine by me
Claro, todos nos equivocamos
Aber natürlich, kein Problem Bob, passiert mir auch dauernd!
ok but only this once!!!
Bien sûr, pas de problème Bob, ça m'arrive aussi
certo, nessun problema, capita anche a me
tuurlijk, geen probleem, overkomt mij ook
jasne, nie ma sprawy, zdarza się
ok mas só desta vez
ок, но только один раз
tabii, sorun değil
ok then accept
tell him ok
"""
NOT_ACCEPTING = """
I'd accept if I were worse, but I think I'm winning here Bob :)
what happens to my rating if i say yes
was passiert mit meiner Wertung wenn ich annehme
qué pasa si acepto
wat gebeurt er als ik ja zeg
Ich würde annehmen, wenn ich schlechter stünde
J'accepterais si j'étais moins bien, mais je gagne
Aceptaría si estuviera peor
Przyjąłbym gdybym stał gorzej
why should i accept
nobody would accept that
I'd be mad to accept
You accepted so late last time
I accept your apology
"""
NO_ANSWERS = """
England's draw yesterday was boring
That football match ended in a draw
How is your mum? Is she back from hospital?
Haha Bob, I take back everything I said about your endgame, that was sharp
"""
REFUSING = """
Normally I'd say yes but you've done this three times now Bob. So no.
Ik zou ja zeggen, maar dit is de derde keer. Dus nee, Bob.
tell him no way, touch move is touch move
Sag ihm nein, berührt geführt
dile que no
of course not
ok but never again
"""
ABOUT_UNDOS = """
Which move does he want to take back? I can't quite see it on my screen.
Wat wil hij precies terugnemen? Ik zie het niet
Welchen Zug will er zurücknehmen?
Quel coup veut-il reprendre ?
¿Qué jugada quiere deshacer?
Quale mossa vuole ritirare?
Który ruch chce cofnąć?
Que jogada ele quer desfazer?
Какой ход он хочет вернуть?
can i take back my move too?
"""
UNDOING = """
Claro, deshaz la jugada, todos nos equivocamos
sure thing, take it back
nimm ihn ruhig zurück
Neem hem maar terug
"""


def lines_of(text):
    return list(filter(None, text.split("\n")))


@pytest.fixture
def offered(started_game):
    """A server, and the email in which alice asks bob to take back her move."""
    site, at_alice, _ = started_game
    moved = to(site.reply(at_alice, "a1-c5"), AT_ALICE)
    return site, to(site.reply(moved, "undo"), AT_BOB)


@pytest.mark.slow
def test_wordy_answers_to_an_undo_accept_are_asked_about_or_leave_it_open(offered):
    site, mail = offered
    for text in lines_of(ACCEPTING + UNDOING):
        answers = site.reply(mail, text)
        if len(answers) == 1:
            assert "move 101 accept" in words_of(only(answers)), text
        else:
            assert "bob accepts" in words_of(to(answers, AT_ALICE)), text
            moved = to(site.reply(to(answers, AT_ALICE), "a1-c5"), AT_ALICE)
            mail = to(site.reply(moved, "undo"), AT_BOB)
    for text in lines_of(NOT_ACCEPTING + ABOUT_UNDOS):
        answer = words_of(only(site.reply(mail, text)))
        assert "still open: alice asks to take back the last move (a1-c5)" in answer, text
    for text in lines_of(NO_ANSWERS):
        answer = words_of(only(site.reply(mail, text)))
        assert "move 101 accept" not in answer, text
        assert "as chat, reply" in answer or "draw" in text, text
        site.clock.forward(hours=5)
    assert site.say("knightpanic show 101", admin=True).data["moves"]


@pytest.mark.slow
def test_wordy_refusals_never_accept(offered):
    site, mail = offered
    for text in lines_of(REFUSING):
        answers = site.reply(mail, text)
        assert "reject" in " ".join(map(words_of, answers)), text
        assert "move 101 accept" not in " ".join(map(words_of, answers)), text
        if len(answers) > 1:
            at_alice = to(answers, AT_ALICE)
            mail = to(site.reply(at_alice, "undo"), AT_BOB)


def only(mails):
    (mail,) = mails
    return mail


def test_a_question_never_accepts(offered):
    site, mail = offered
    for text in ("Which move do you want to take back?", "can you take it back?", "yes\nwhy?"):
        site.reply(mail, text)
    assert site.say("knightpanic show 101", admin=True).data["moves"]
