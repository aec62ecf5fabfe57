"""Questions and wishes in replies that only the server can answer. The opponents never get them."""

from contextlib import closing

from commands.replies.server.private_texts import private_reader
from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, to
from tests.support.site import PLAYERS, Site, words_of

ANSWERED = {
    "Can you show me the whole game again from the beginning, move by move?": "Record of",
    "Zeig mir bitte alle Züge": "Record of",
    "What does 1679 +- 242 provisional mean?": "Help: ratings",
    "¿Me puedes enviar las reglas otra vez?": "Help: Knight Panic",
    "what's the time limit in this game?": "Knight Panic Board 101",
    "Was bedeutet gepinnt hier?": "Help: Knight Panic",
    "Comment compte-t-on les points à la fin ?": "Help: Knight Panic",
    "Before I answer him: what's Bob's rating, and how have we done so far?": "standings",
    "where can my knight on c1 go?": "c1-a5",
    "Is this game rated? I only want to play for fun.": "This game is rated",
    "What's bob's rating, and how have we done against each other?": "No finished games found",
    "To whom it may concern: your board is wrong. Please correct this.": "knightpanic show 101",
    "Why do I get this? I moved last week already!!": "It's still your turn",
    "Kann man die Frist um eine Woche verlängern?": "We can't extend a deadline",
    "How can I stop people from starting games with me?": "knightpanic limit alice",
    "I'll take a vacation as well, until 13 March.": "vacation until 2026-03-13",
    "I don't understand this and would like to stop. You two carry on.": "knightpanic resign 101",
    "Ich möchte lieber aufhören": "knightpanic resign 101",
    "How do I decline?": "knightpanic resign 101",
    "Sorry, I wanted Knights Duel with Bob. Can you cancel this and start a game of Knights Duel "
    "with him?": "knightsduel challenge alice bob",
}
WISHES_AFTER_THE_END = {
    "well that was embarrassing lol. I want revenge": "knightpanic rematch 101",
    "Merci pour la partie ! On en refait une ?": "knightpanic rematch 101",
    "Nochmal bitte! Diesmal darf Alice anfangen.": "knightpanic rematch 101",
    "Otra vez, por favor! Ha estado muy bien": "knightpanic rematch 101",
    "Can you please cancel this game so that my rating doesn't suffer?": "can't change the result",
    "Can you show me what I did wrong?": "",
}
PRIVATE = {
    "only to Carol, not to Ben: let's stay away from the middle": "carol",
    "For Ben only: Carol is too strong. Don't tell her!": "ben",
    "Don't tell Ben, but I can't move": "carol",
    "good luck to Ben and Carol": "",
    "I play only for fun, Ben": "",
}


def test_the_server_answers_what_only_it_knows(started_game):
    site, at_alice, _ = started_game
    for text, answer in ANSWERED.items():
        answers = site.reply(at_alice, text)
        said = " ".join(f"{mail['Subject']} {words_of(mail)}" for mail in answers)
        assert answer in said, text
        assert 'as chat, reply "yes"' not in said, text
        assert AT_BOB not in [mail["To"] for mail in answers], text
        site.clock.forward(hours=5)  # refusals are limited


def test_questions_after_the_end_are_no_chat(started_game):
    site, _, _ = started_game
    site.play("knightpanic", 101, "a1-c5", "e7-c3", "c1-g3", "g7-e3")
    site.say(f"knightpanic move 101 alice {PLAYERS['alice'][0]} g1-e5")
    at_bob = to(site.mails(), AT_BOB)
    for text, answer in WISHES_AFTER_THE_END.items():
        answers = site.reply(at_bob, text)
        assert AT_ALICE not in [mail["To"] for mail in answers], text
        assert answer in " ".join(map(words_of, answers)), text
        site.clock.forward(hours=5)


def test_a_request_below_a_move_is_answered_and_not_offered(started_game):
    site, at_alice, _ = started_game
    told = site.reply(at_alice, "a1-c5\n\nCould you also send me the rules again?")
    assert "a1-c5" in words_of(to(told, AT_BOB))
    assert "rules" not in words_of(to(told, AT_BOB))
    answer = words_of(to(told, AT_ALICE))
    assert "How to play" in answer or "Help: Knight Panic" in answer or "Moves:" in answer
    assert "as chat" not in answer


def test_a_reply_to_a_message_may_ask_for_a_game(started_game):
    site, _, _ = started_game
    at_alice = to(
        site.mail(AT_BOB, f"message bob {PLAYERS['bob'][0]} alice", "Hi Alice!"), AT_ALICE
    )
    (asked,) = site.reply(at_alice, "Please start a game of Knights Duel between Bob and me.")
    assert "knightsduel challenge alice bob" in words_of(asked)
    (asked,) = site.mail(AT_ALICE, "For Bob", "Please tell Bob that I can't come on Friday.")
    assert "message bob" in words_of(asked)


def test_a_text_for_one_of_two_opponents_reaches_neither():
    for text, reader in PRIVATE.items():
        assert private_reader(text, {"ben", "carol"}) == reader, text
    with closing(Site(confirm=True)) as site:
        site.sign_up("alice", "bob", "carol")
        at_alice = to(site.begin("madknights challenge alice bob carol"), AT_ALICE)
        move = words_of(at_alice).partition("Legal moves")[2].split()[1]
        told = site.reply(at_alice, f"{move}\n\nFor Bob only: let's trap her.\nDon't tell Carol!")
        others = [mail for mail in told if mail["To"] != AT_ALICE]
        assert others
        assert not any("trap" in words_of(mail) for mail in others)
        assert "message alice - bob" in words_of(to(told, AT_ALICE))
