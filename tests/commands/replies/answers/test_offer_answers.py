"""The answer to an offer, from a plain yes to words that only may mean one."""

from commands.replies.answers.offer_answers import OfferAnswer, offer_answer
from tests.commands.replies.test_replies import to
from tests.support.site import text_of

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
        "I don't know why, but I accept\nI would accept a draw"
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
    assert "This accepts your opponent's offer." in text_of(asked)
    ended = site.reply(asked, "yes")
    assert "Game drawn" in text_of(to(ended, at_bob["To"]))


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
        assert "The offer is still open" in text_of(answer)
    (asked,) = site.reply(at_bob, "Fine by me, draw")
    assert "Did you mean" in text_of(asked)
