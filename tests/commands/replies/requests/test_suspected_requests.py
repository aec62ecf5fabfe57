"""Requests and moves worded in unusual ways, which opponents must not get as chat."""

from commands.replies.requests.suspected_requests import is_choice, is_draft, suspected_request
from commands.replies.requests.worded_requests import (
    requested_among,
    requested_word,
    without_request,
)
from tests.commands.replies.test_replies import AT_ALICE, to
from tests.support.site import words_of

REQUESTS = {
    "Mi fai vedere la scacchiera?": "show",
    "Could I see the position again?": "show",
    "Wie viel Zeit habe ich denn noch?": "show",
    "¿Cuáles son mis jugadas posibles?": "legal",
    "Which moves are possible for me?": "legal",
    "Son hamlemi geri alabilir miyim?": "undo",
    "Could I perhaps have my last move back?": "undo",
    "Wo kann ich die Regeln lesen?": "rules",
    "How can I make a move here?": "help reply",
    "Give me some hint please": "hint",
    "how do the knights move in this again?": "rules",
    "can you explain how the pieces move please": "rules",
    "how does this game work": "rules",
    "Wie ziehen die Springer nochmal?": "rules",
    "Comment se déplacent les pièces ?": "rules",
    "¿Cómo se mueven los caballos?": "rules",
    "Come si muovono i cavalli?": "rules",
    "Hoe bewegen de paarden?": "rules",
    "Jak poruszają się skoczki?": "rules",
    "Como se movem os cavalos?": "rules",
    "Как ходят кони?": "rules",
    "Atlar nasıl hareket eder?": "rules",
    "where can my horse go again? sorry i deleted the mail": "legal",
    "Wohin kann mein Springer?": "legal",
    "Dokąd może iść mój skoczek?": "legal",
    "you choose for me, i don't care": "legal",
    "Wähl du für mich": "legal",
    "Kannst du mir das Brett nochmal schicken": "show",
    "can you give bob a little poke? its been 9 days": "show",
    "Please remind her that it's her turn": "show",
    "Bob hasn't moved for three weeks. Do I win now?": "show",
    "Can you please explain me how the winning goes in this game?": "rules",
    "Wie gewinnt man dieses Spiel?": "rules",
    "Comment on gagne ?": "rules",
    "the board is all scrambled on my phone, the lines break in the middle": "help change format",
    (
        "the picture of the board is all scrambled on my phone, the lines break in the middle. "
        "can you send it different?"
    ): "help change format",
    "Das Brett ist auf meinem Handy völlig verschoben": "help change format",
    "The board looks all crooked on my phone": "help change format",
    "Das Brett ist auf meinem Handy ganz schief": "help change format",
    "Show me the board again please, the picture doesn't show up on my phone": "show",
    "Schick mir das Brett nochmal, ich finde es nicht mehr": "show",
    "yes but can you first show me the board": "show",
    "Bob hasn't moved for three weeks, can you nudge him?": "show",
    "his time is up, I claim the win": "show",
    "Seine Zeit ist um, ich beanspruche den Sieg": "show",
    "Se le acabó el tiempo, reclamo la victoria": "show",
    "Did my move arrive? I sent it yesterday but heard nothing": "show",
    "Ist mein Zug angekommen?": "show",
    "Est-ce que mon coup est bien arrivé ?": "show",
    "Podemos dejarlo en tablas?": "propose",
    "Können wir uns auf Remis einigen?": "propose",
    "Rematch after this one? I want to play the other side": "rematch",
    "¿Quieres la revancha después?": "rematch",
    "Can you please resend the diagram, my mail program ate it": "show",
    "rimandami la scacchiera, non si vede niente": "show",
    "is it legal to jump over pieces?": "rules",
    "can we pause the game for a week?": "help vacation",
    "Can I have an extra week?": "help vacation",
    "Fancy a draw?": "propose",
    "OK, I give up, you're too good": "resign",
    "Das war's, ich gebe auf": "resign",
    "Gdzie mogę się ruszyć koniem z c1?": "legal",
    "Wohin kann ich mit dem Springer ziehen?": "legal",
    "Où puis-je aller avec le cavalier ?": "legal",
    "¿A dónde puedo mover el caballo?": "legal",
    "Dove posso muovere il cavallo?": "legal",
    "Waar kan ik met mijn paard heen?": "legal",
    "Onde posso mover o cavalo?": "legal",
    "Куда я могу пойти конём?": "legal",
    "wann muss bob spätestens ziehen?": "show",
    "bis wann muss er ziehen": "show",
    "When does Bob have to move?": "show",
    "Quand doit-il jouer ?": "show",
    "¿Hasta cuándo tiene que mover?": "show",
    "Entro quando deve muovere?": "show",
    "Wanneer moet bob uiterlijk zetten?": "show",
    "Do kiedy musi się ruszyć?": "show",
    "Até quando ele tem que jogar?": "show",
    "До какого числа он должен сделать ход?": "show",
    "Propongo il pareggio a bob, se è d'accordo.": "propose",
    "I propose a draw to Bob, if he agrees to it now.": "propose",
    "Ich biete Bob hiermit Remis an, wenn er einverstanden ist.": "propose",
    "Je propose nulle à Bob s'il est d'accord avec ça": "propose",
    "Ofrezco tablas a Bob, si le parece bien a estas alturas": "propose",
    "Ik bied Bob remise aan, als hij het ermee eens is": "propose",
    "Proponuję remis Bobowi, jeśli się zgodzi na to teraz": "propose",
    "Proponho empate ao Bob, se ele concordar com isso": "propose",
    "Предлагаю Бобу ничью, если он согласен на это сейчас": "propose",
}
REGRETS = """
I'm so sorry, I made a dreadful mistake with my last move. Might I be permitted to take it back?
Mein Zug war ein Fehler. Darf ich ihn zurücknehmen?
Mon coup était une erreur. Puis-je le reprendre ?
Mi jugada fue un error. ¿Puedo deshacerla?
La mia mossa era un errore. Posso ritirarla?
Mijn zet was een vergissing. Mag ik hem terugnemen?
Mój ruch to pomyłka. Czy mogę go cofnąć?
Minha jogada foi um erro. Gostaria de voltar atrás
"""
REQUESTS_IN_TABLES = {
    "Sorry, which colour am I?": "show",
    "Bin ich Weiß oder Schwarz?": "show",
    "Where are my knights?": "show",
    "how much longer do I have": "show",
    "what happens if I don't move in time?": "show",
    "can u undo that": "undo",
    "let's call it even": "propose",
    "half a point each?": "propose",
    "please end this game": "resign",
    "I don't want to play any more": "resign",
    "Ich will nicht mehr spielen": "resign",
    "No quiero jugar más": "resign",
    "any hint?": "hint",
}
CHAT = (
    "I took the wrong bus by mistake and had to come back. May I tell you about it?",
    "I propose we watch the draw of the Champions League together",
    "When does the football season start?",
    "Gdzie mogę kupić bilety?",
    "Wann musst du morgen aufstehen?",
    "I resign myself to another defeat",
    "My boss just resigned, what a day",
    "I'll never give up!",
    "Why did you move your knight back?",
    "We were on board a ship last week",
    "I'm drawing a picture for my niece",
    "How long have you lived there?",
    "My turn to cook tonight",
    "The rules at work changed again",
    "Can you take your move back?",
    "I like how the knights move",
    "How do your knights always get there?",
    "Can you explain how the game ended?",
    "my daughter asked how the knight moves",
    "How does the new job work?",
    "Where can I buy one of these?",
    "Did you choose the present for me?",
    "What's the goal of your diet?",
    "Scrambled eggs for breakfast",
    "How do you win so many games?",
    "I forgot to remind her of the milk",
    "Come over, and bring a board game to show the kids",
    "We could show you our new board",
    "Can you show me your position in the company, but not now",
    "I claim the last beer",
    "Could we pause and appreciate how nice this game is?",
    "Do you have more time now?",
    "Is it legal to park there?",
    "Send my love to the kids, and tell me about the new board",
    "Did my parcel arrive?",
    "Did my last move surprise you?",
    "Did you watch the draw for the Champions League? We got Real Madrid again",
)
HELD = {
    "I'll take the c1 one and put it on e5. How's the weather?": "c1-e5",
    "Not a1-c5 obviously. c1-e5!": "c1-e5",
    "a1-a3, sorry, I mean a1-e3": "a1-e3",
    "a1-c5. No wait, sorry, make that a1-e3.": "a1-e3",
    "a1-c5, nein, ich meine a1-e3": "a1-e3",
    "a1-c5 rather than a1-e3": "a1-c5",
    "a1-c5, sorry, I mean not a1-e3": "a1-c5",
    "Je joue Cg3": "c1-g3",
    "Ciao, sposto il cavallo che sta in e1 e lo metto in g5": "e1-g5",
    "the knight that stands on e1 goes to g5": "e1-g5",
    "I take the knight on e1. It goes to g5.": "e1-g5",
    "Ich nehme den Springer, der auf e1 steht, und setze ihn auf g5": "e1-g5",
    "Auf g5 kommt der Springer, der auf e1 steht": "e1-g5",
    "Je prends le cavalier qui se trouve en e1 et je le mets en g5": "e1-g5",
    "Muevo el caballo que tengo en e1 y lo pongo en g5": "e1-g5",
    "Ik pak het paard dat op e1 staat en zet het op g5": "e1-g5",
    "Biorę skoczka stojącego na e1 i stawiam go na g5": "e1-g5",
    "Movo o cavalo que está em e1 e coloco-o em g5": "e1-g5",
    "e1'de duran atı g5'e koyuyorum": "e1-g5",
    "Конь, который стоит на e1, идёт на g5": "e1-g5",
    "der Springer, der auf e eins steht, geht nach g fünf": "e1-g5",
    "If the knight on e1 goes to g5, you win": "e1-g5",
}
UNSENT = (
    "I won't play a1-c5, that would be a silly mistake",
    "Nie zagram a1-c5, to byłby głupi błąd",
    "The knight on e1 can't go to g5, can it",
    "I would suggest considering a1-c5. However, g1-e5 may also be viable.",
    "I recommend a1-c5. Alternatively, g1-e5.",
    "Ich würde a1-c5 vorschlagen, aber g1-e5 ist auch möglich.",
    "Certainly! The legal moves are: a1-c5 a1-e3 c1-a5 c1-e5. Which one would you like to play?",
)
PLANS = (
    "if he takes then g1 takes back",
    "if he takes on e5, I'll take back with g1",
    "wenn er schlägt, dann schlägt g1 zurück",
    "si toma, entonces g1 toma también",
)


def test_a_request_is_recognized_by_two_words_that_belong_together():
    assert {text: suspected_request(text) for text in REQUESTS} == REQUESTS


def test_a_request_is_recognized_by_its_words_without_fillers():
    found = {text: requested_among(text) or requested_word(text) for text in REQUESTS_IN_TABLES}
    assert found == REQUESTS_IN_TABLES


def test_chat_is_no_request():
    assert [text for text in CHAT if suspected_request(text) or requested_among(text)] == []


def test_choices_from_a_list_and_drafts_by_programs_are_no_chat():
    assert is_choice("the second one, please")
    assert not is_choice("the second world war")
    assert is_draft("Here's a draft reply:\nHello")
    assert is_draft("**Draft:**\n*Edit before sending.*")
    assert is_draft('Smart reply: "Sounds great, thanks!"')
    assert not is_draft("My answer: no way!")
    assert not is_draft("Here's the thing: I was ill")


def test_long_texts_are_read_to_the_end():
    """A pattern that backtracks would never come to an end."""
    texts = [word * 30_000 for word in ("i give ", "a", "Here: ", "how long ", "?", "c1 ")]
    for text in texts:
        suspected_request(text)
        is_choice(text)
        is_draft(text)


def test_a_move_is_held_whose_squares_are_named_between_other_words(started_game):
    site, at_alice, _ = started_game
    for text, move in HELD.items():
        (held,) = site.reply(at_alice, text)
        assert f"Not played yet: {move}." in words_of(held), text


def test_lines_below_a_move_in_words_are_its_comment(started_game):
    """They are sent with the move, unless they doubt it, tell a plan or ask for something."""
    site, at_alice, _ = started_game
    said = "Ich ziehe mit dem Springer von c1 nach a5."
    for text in ("Viele Grüße aus München!", "How's the weather?"):
        (held,) = site.reply(at_alice, f"{said}\n\n{text}")
        assert f"alice writes: {text}" in words_of(held), text
        assert "To play it and send your comment" in words_of(held), text
    for text in ("or maybe not", "if he takes then g1 takes", "please show me the board"):
        (held,) = site.reply(at_alice, f"{said}\n{text}")
        assert "Not played yet: c1-a5." in words_of(held), text
        assert "alice writes" not in words_of(held), text


def test_a_move_that_is_denied_or_one_of_several_is_not_sent_as_chat(started_game):
    """The answer says how to play it."""
    site, at_alice, _ = started_game
    for text in UNSENT:
        (refusal,) = site.reply(at_alice, text)
        assert "eply with only the move" in words_of(refusal), text
        assert "as chat" not in words_of(refusal), text


def test_text_beside_a_request_is_not_garbled():
    """The sentence of the request is left out as a whole."""
    text = "Good luck, Bob! Could you, by the way, show me the board, I lost it? Bye."
    assert without_request(text, " show me the board") == "Good luck, Bob! Bye."
    assert without_request("Show me the board", "Show me the board") == ""
    assert without_request("Hi: show me the board. Bye", " show me the board.") == "Bye"


def test_an_unclear_answer_to_an_offer_is_not_sent_as_chat(started_game):
    site, at_alice, at_bob = started_game
    offer = to(site.reply(at_alice, "a1-c5 propose"), at_bob["To"])
    for text in ("I'd be crazy to say no", "No way I'd turn that down"):
        (asked,) = site.reply(offer, text)
        assert 'reply with only the word "accept" or "reject"' in words_of(asked), text
        assert "send it as chat" not in words_of(asked)


def test_a_yes_to_an_email_that_asks_nothing_is_not_sent_as_chat(started_game):
    """Its writer may have meant to confirm something in another email."""
    site, at_alice, _ = started_game
    for text in ("yes", "Yes please", "ja, gerne", "oui", "はい"):
        (refusal,) = site.reply(at_alice, text)
        assert "there's nothing to confirm" in words_of(refusal), text
        assert "as chat" not in words_of(refusal), text


def test_a_question_about_an_open_offer_is_not_sent_as_chat(started_game):
    site, at_alice, at_bob = started_game
    offer = to(site.reply(at_alice, "a1-c5 propose"), at_bob["To"])
    for text in ("Why a draw? We've only just started!", "Warum denn remis?", "why not?"):
        (asked,) = site.reply(offer, text)
        assert 'reply with only the word "accept" or "reject"' in words_of(asked), text
        assert "as chat" not in words_of(asked), text
    (asked,) = site.reply(offer, "How are you?")
    assert "as chat, reply" in words_of(asked)


def test_show_me_is_chat_if_it_shows_something_else(started_game):
    site, at_alice, _ = started_game
    (asked,) = site.reply(at_alice, "show me the baby photos!")
    assert "as chat, reply" in words_of(asked)
    (shown,) = site.reply(at_alice, "show me the current position, please")
    assert shown["To"] == AT_ALICE
    assert "Legal moves" in words_of(shown)


def test_a_plan_without_moves_in_notation_is_not_sent(started_game):
    """It would tell the opponent what its writer is going to play."""
    site, at_alice, _ = started_game
    for plan in PLANS:
        (refusal,) = site.reply(at_alice, plan)
        assert "what you plan" in words_of(refusal), plan
        assert "as chat" not in words_of(refusal), plan
        (held,) = site.reply(at_alice, f"c1 to e5 and {plan}")
        assert "Not played yet: c1-e5." in words_of(held), plan
        assert "We haven't sent your text to anyone" in words_of(held), plan
        (held,) = site.reply(at_alice, f"I move the knight from c1 to e5. {plan.capitalize()}")
        assert "Not played yet: c1-e5." in words_of(held), plan
        assert "alice writes" not in words_of(held), plan
    for text in ("If you look closely, then I am lost", "If you come by, I'm at gate b4"):
        (asked,) = site.reply(at_alice, text)
        assert 'as chat, reply "yes"' in words_of(asked), text


def test_a_regretted_move_may_be_taken_back(started_game):
    """The writer is asked, because the text may be about something else."""
    site, at_alice, _ = started_game
    moved = to(site.reply(at_alice, "a1-c5"), AT_ALICE)
    for text in filter(None, REGRETS.split("\n")):
        (asked,) = site.reply(moved, text)
        assert "move 101 undo" in words_of(asked), text
        assert "Did you mean" in words_of(asked), text
