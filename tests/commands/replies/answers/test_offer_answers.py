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
        "Nie ma mowy\nNo me conviene, sigo jugando\nNo, the draw comes too early"
    ),
    OfferAnswer.MAY_ACCEPT: (
        "Sounds good!\nOK, thank you!\nok\n👌\nFair enough.\nYes, if you promise me a rematch\n"
        "oui, j'accepte la nulle\ndeal\nI think a draw is fair\nNah, kein Problem, Remis passt\n"
        "nah fine, draw\nNo, I'd be happy with a draw\nNein, das ist okay für mich\n"
        "non non, c'est bon pour moi\nnee hoor, prima, remise\nLet's shake hands\n"
        "引き分けでいいです\nI won't say no to a draw\nI wouldn't mind a draw\n"
        "I don't agree that you are worse, but OK, draw"
    ),
    OfferAnswer.MAY_REFUSE: (
        "I won't accept that.\nNot a chance, no draw\nI can't accept a draw here\n"
        "Ik accepteer niet\nIch nehme das nicht an\nik neem het niet aan\n"
        "yes?? you're offering a draw with two extra moves? no way"
    ),
    OfferAnswer.NONE: (
        "Let me think about it\nWhy do you offer a draw?\nNo worries about that\nHow are you?\n"
        "No way I'd turn that down\nNo idea what to do now"
    ),
}


def test_only_a_clear_answer_is_one():
    wrong = [
        (text, found)
        for answer, texts in ANSWERS.items()
        for text in texts.split("\n")
        if (found := offer_answer([text])) is not answer
    ]
    assert not wrong


def test_a_vague_yes_is_asked_about_before_it_ends_the_game(started_game):
    site, at_alice, _ = started_game
    (at_bob,) = [mail for mail in site.reply(at_alice, "a1-c5 propose") if "bob" in mail["To"]]
    (asked,) = site.reply(at_bob, "OK, thank you!")
    assert "This accepts your opponent's offer." in text_of(asked)
    ended = site.reply(asked, "yes")
    assert "Game drawn" in text_of(to(ended, at_bob["To"]))
