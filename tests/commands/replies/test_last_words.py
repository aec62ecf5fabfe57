"""Replies after the end of a game, and requests with fill words around them."""

from contextlib import closing
from dataclasses import replace
from email.message import EmailMessage
from email.utils import parseaddr

import pytest

from commands.language.dispatcher import Dispatcher
from pbm import games
from pbm.board.terms import Terms
from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, ply, to
from tests.commands.replies.test_reply_mails import follow, page_of
from tests.support.cases import cases
from tests.support.site import PLAYERS, Site, simple_mail, text_of, words_of


@pytest.fixture
def finished(started_game):
    """A server, and the last mail to bob about a board that alice has won."""
    site, _, _ = started_game
    return site, site.once(_win)


def _win(site):
    site.play("knightpanic", 101, "a1-c5", "e7-c3", "c1-g3", "g7-e3")
    site.say(f"knightpanic move 101 alice {PLAYERS['alice'][0]} g1-e5")
    return to(site.mails(), AT_BOB)


def test_words_after_the_end_are_chat(finished):
    """After the end, words without a command go to the other player."""
    site, mail = finished
    for words in ("Good game!", "gg", "Thanks for the game, Alice! Again?", "👍"):
        told = to(site.reply(mail, words), AT_ALICE)
        assert words in text_of(told), words
        assert "bob writes" in text_of(told), words


def test_what_may_be_no_chat_is_not_sent_after_the_end(finished):
    """A move, a misspelt command, an address, a password and a bounce reach nobody else."""
    site, mail = finished
    for words in ("e7-c3", "resgin", "On Monday <pbm@example.net> said:\nHi", "Yb%0b-Yes it is"):
        assert AT_ALICE not in [each["To"] for each in site.reply(mail, words)], words
    bounce = "Delivery to the following recipient failed permanently: bob@example.com"
    assert AT_ALICE not in [each["To"] for each in site.reply(mail, bounce)]


def board_of(site, game, number):
    with site.database.work() as work:
        return work.boards.find(game, number)


def ended(site, game, *terms):
    """Plays the game of a help page; returns its board, and the last mails by address."""
    options, moves = games.find(game).example
    players = ("alice", "bob", "carol")[: len(games.find(game).seats)]
    site.begin(f"{game} challenge {options} {' '.join(terms)} {' '.join(players)}")
    site.play(game, 101, *moves[:-1])
    before = board_of(site, game, 101)
    mover = before.mover.userid
    site.say(f"{game} move 101 {mover} {PLAYERS[mover][0]} {moves[-1]}")
    return board_of(site, game, 101), {mail["To"]: mail for mail in site.mails()}


@cases("game", ["madknights", "knightsduel"])
def test_a_rematch_keeps_the_terms_and_turns_the_seats(game):
    """The reply "rematch" begins a game as it was, in which the second player moves first."""
    with closing(Site(confirm=True)) as site:
        site.sign_up("alice", "bob", "carol")
        terms = ("-unrated", "-private", "--nagtime=2", "--forfeittime=9", "--totaltime=60")
        board, last = ended(site, game, *terms)
        begun = {mail["To"]: mail for mail in site.reply(last[AT_BOB], "Rematch!")}
        again = board_of(site, game, 102)
        assert again.terms == board.terms == Terms(2, 9, 60, unrated=True, private=True)
        assert again.match.options == board.match.options
        players = [player.userid for player in board.players]
        assert [player.userid for player in again.players] == [*players[1:], players[0]]
        assert set(begun) == {PLAYERS[userid][1] for userid in players}
        assert "started a rematch of board 101: bob is" in text_of(begun[AT_ALICE])
        declined = site.reply(begun[AT_ALICE], "resign")
        assert any("alice called the game off" in text_of(mail) for mail in declined)


def test_a_pair_is_repeated_board_by_board(site):
    """A rematch of one board of a pair is one board, with the seats of the other."""
    site.sign_up("alice", "bob")
    _, last = ended(site, "knightpanic", "-pair")
    site.reply(last[AT_ALICE], "rematch")
    again = board_of(site, "knightpanic", 103)
    assert [player.userid for player in again.players] == ["bob", "alice"]
    assert again.terms == Terms()
    assert board_of(site, "knightpanic", 104) is None


def test_what_was_drawn_is_drawn_anew(site):
    """A start that was drawn is another one in the rematch; above, given ones stayed."""
    site.sign_up("alice", "bob", "carol")
    site.say("madknights challenge -size=5 alice bob carol")
    while legal := board_of(site, "madknights", 101).match.legal:
        site.play("madknights", 101, next(iter(legal)))
    site.dispatcher = Dispatcher(replace(site.services, seeds=lambda: 43))
    answer = site.say(f"madknights rematch 101 carol {PLAYERS['carol'][0]}")
    assert answer.data["board"] == 102
    again = board_of(site, "madknights", 102)
    assert [player.userid for player in again.players] == ["bob", "carol", "alice"]
    assert (again.match.options.size, again.match.options.seed) == (5, 43)


def test_all_who_ask_for_a_rematch_get_the_same(finished):
    """Whoever asks for a rematch that has begun is shown it, until they have moved on it."""
    site, mail = finished
    at_alice = to(site.reply(mail, "rematch"), AT_ALICE)
    again = f"knightpanic rematch 101 alice {PLAYERS['alice'][0]}"
    (shown,) = site.mail(AT_ALICE, again)
    assert shown["Subject"] == at_alice["Subject"]
    assert "This rematch has already begun." in text_of(shown)
    assert site.reply(shown, "resign")
    assert site.say(again).data["board"] == 103


def test_a_rematch_begins_with_friendly_words(finished):
    site, mail = finished
    for text in ("Rematch please! But not before Monday", "Rematch! Or on a bigger board?"):
        assert not any("started a rematch" in text_of(told) for told in site.reply(mail, text)), (
            text
        )
    told = [text_of(each) for each in site.reply(mail, "Rematch please! That was so close")]
    assert len(told) == 2
    assert "writes:\n\nThat was so close" in " ".join(told)


def test_a_rematch_is_a_command_for_every_place(finished):
    """The verb works by mail with a password and for the admin, and only for the players."""
    site, _ = finished
    line = "knightpanic rematch 101"
    assert not site.say(f"{line} carol {PLAYERS['carol'][0]}").ok
    assert site.say(f"{line} bob -", admin=True).data["board"] == 102
    assert site.say("knightpanic resign 102 bob -", admin=True).ok
    site.mails()
    begun = site.mail("x@example.org", f"{line} bob {PLAYERS['bob'][0]}")
    assert AT_ALICE in [each["To"] for each in begun]
    assert "rematch BOARD USERID PASSWORD" in site.say("help rematch").content.text


def test_a_rematch_from_elsewhere_is_confirmed(finished):
    """From an address that isn't registered, the player is asked first."""
    site, mail = finished
    address = parseaddr(mail["Reply-To"])[1]
    waiting, asked = site.receive(
        "x@example.org", simple_mail("x@example.org", "Re:", "rematch"), address
    )
    assert asked["To"] == AT_BOB
    assert "knightpanic rematch 101" in text_of(asked)
    begun = site.reply(asked, "yes")
    assert any("102" in each["Subject"] and each["To"] == AT_ALICE for each in begun), waiting


def test_a_rematch_before_the_end_is_refused(started_game):
    """While the game runs, the word begins nothing."""
    site, at_alice, _ = started_game
    (refusal,) = site.reply(at_alice, "rematch")
    assert "102" not in text_of(refusal)


def test_fill_words_are_no_arguments(started_game):
    """Requests are understood with fill words around them, and do nothing else."""
    site, at_alice, _ = started_game
    answers = {
        "show me the board please": "Knight Panic Board 101",
        "help me please": "Help",
        "How do I move?": "Help",
        "what are the rules?": "Knight Panic",
        "Help!": "Help",
        "I forgot my password": "password",
    }
    for words, subject in answers.items():
        found = site.reply(at_alice, words)
        assert any(subject.lower() in each["Subject"].lower() for each in found), (
            words,
            [each["Subject"] for each in found],
        )
        assert all("isn't a command" not in text_of(each) for each in found), words
    assert ply(site) == 0


def test_a_move_can_be_asked_back(started_game):
    """The question for a move back is what `undo` does."""
    site, at_alice, _ = started_game
    mail = to(site.reply(at_alice, "a1-c5"), AT_ALICE)
    asked = to(site.reply(mail, "can I take back my move?"), AT_BOB)
    assert "alice asks to take back the last move." in text_of(asked)


SETTINGS = {
    "vacation until Friday": "You're on vacation from Sun 1 Mar 2026 through Fri 6 Mar 2026",
    "Vacation tomorrow": "You're on vacation from Sun 1 Mar 2026 through Fri 6 Mar 2026",
    "vacation off": "Your clocks are running again",
    "change format text nocalendar": "You'll get emails in the text format",
    "change delivery daily 18 Europe/Berlin": "You now get one email a day",
    "change echo on": "",
    "mydata": "The attached file has",
    "limit 3": "You are now limited to 3 Knight Panic games at a time",
}


def test_a_reply_proves_who_sets_something(started_game):
    """Settings that concern their player, and can be undone, need no userid and password there."""
    site, at_alice, _ = started_game
    for line, told in SETTINGS.items():
        answer = to(site.reply(at_alice, line), AT_ALICE)
        text = answer.get_body(("plain",)).get_content()
        assert told in text, (line, text)
        assert "Error" not in answer["Subject"], line


def settings(site):
    """Returns what alice may set, and to whom she wrote."""
    data = site.say(f"mydata alice {PLAYERS['alice'][0]}").data
    return [data[key] for key in ("preferences", "blocks", "vacations", "addresses", "waiting")]


def test_what_cannot_be_undone_needs_the_password_in_a_reply_too(started_game):
    """Nor does a sentence set anything; a word that nearly does is explained."""
    site, at_alice, _ = started_game
    dump = settings(site)
    for line in (
        "change password alice - N3wOne-11",
        "change password N3wOne-11 N3wOne-11",
        "change address mallory@example.org",
        "change visibility public",
        "signoff",
        "block nobody",
        "message bob",
        "Vacation starts on Friday",
    ):
        site.clock.forward(days=1)  # as answers are limited
        site.reply(at_alice, line)
    assert settings(site) == dump
    site.clock.forward(days=1)
    (explained,) = site.reply(at_alice, "vacation some time")
    assert "write this in your reply:\n  vacation [from START] until END\n" in text_of(explained)


def test_an_absence_told_in_words_is_asked_about(started_game):
    """A yes stops the clocks, and tells the opponents; in a reply, and in a mail of its own."""
    site, at_alice, _ = started_game
    words = "I'm on vacation until Friday, so please be patient!"
    for asked in (*site.reply(at_alice, words), *site.mail(AT_ALICE, "Hi", words)):
        text = words_of(asked)
        assert "vacation until 2026-03-06" in text
        assert "This pauses your clocks from now until the end of Fri 6 Mar 2026." in text
        told = site.reply(asked, "yes")
        assert "You're on vacation from Sun 1 Mar 2026 through Fri 6 Mar 2026" in text_of(
            to(told, AT_ALICE)
        )
        site.say(f"vacation alice {PLAYERS['alice'][0]} off")
        site.clock.forward(hours=1)
        site.mails()
    (asked,) = site.reply(at_alice, "Bin nächste Woche im Urlaub")
    assert "vacation from 2026-03-02 until 2026-03-08" in text_of(asked)
    for words in ("Are you away until Friday?", "I was away.", "Automatic: away until 31.2."):
        site.clock.forward(hours=1)  # as answers are limited
        assert "vacation" not in site.reply(at_alice, words)[0]["Subject"], words


def test_an_absence_told_by_a_program_is_no_vacation(started_game):
    """A notice of absence is known by its subject."""
    site, at_alice, _ = started_game
    away = simple_mail(AT_ALICE, "Automatic reply: Re: x", "I'm on vacation until Friday.")
    assert not [
        each
        for each in site.receive(AT_ALICE, away, at_alice["Reply-To"])
        if "vacation" in each["Subject"]
    ]


def test_a_setting_from_elsewhere_or_by_an_old_reply_is_confirmed(started_game):
    """As whatever else a reply address says that others may have seen."""
    site, at_alice, _ = started_game
    mail = simple_mail("mallory@evil.example", "Re: x", "vacation until Friday")
    _, asked = site.receive("mallory@evil.example", mail, at_alice["Reply-To"])
    assert (asked["To"], asked["Subject"]) == (
        AT_ALICE,
        "Please confirm: vacation until Friday",
    )
    site.play("knightpanic", 101, "a1-c5")
    (asked,) = site.reply(at_alice, "vacation until Friday")
    assert "an email that isn't our latest" in words_of(asked)
    assert "You're on vacation" in text_of(to(site.reply(asked, "yes"), AT_ALICE))


LANGUAGES = {
    "show": (
        *("Kann ich bitte das Brett sehen?", "Montrez-moi le plateau, s'il vous plaît"),
        *("¿Puedo ver el tablero por favor?", "Posso vedere la scacchiera?"),
        *("Mag ik het bord even zien?", "Pokaż mi planszę proszę", "Posso ver o tabuleiro?"),
        *("Покажите доску, пожалуйста", "すみません、盤を見せてください", "Did you get my move?"),
        *("Whose turn is it?", "How much time do I have left?", "Wie is er aan de beurt?"),
    ),
    "help": (
        *("Hilfe!", "Aidez-moi s'il vous plaît", "¡Ayuda!", "Ho bisogno di aiuto", "Hulp!"),
        *("Pomocy!", "Preciso de ajuda", "Помогите, пожалуйста"),
    ),
    "rules": (
        *("Was sind die Regeln?", "Quelles sont les regles ?", "¿Cuáles son las reglas?"),
        *("Quali sono le regole?", "Wat zijn de regels?", "Jakie są zasady gry?"),
        *("Quais são as regras?", "Какие тут правила?", "ルールを教えてください。"),
        *("How do the knights move?", "Comment on joue ?"),
    ),
    "undo": (
        *("Kann ich meinen letzten Zug zurücknehmen?", "Puis-je reprendre mon coup ?"),
        *("¿Puedo deshacer mi jugada?", "Posso ritirare la mossa?", "Czy mogę cofnąć ruch?"),
        *("Mag ik mijn zet terugnemen?", "Posso desfazer a minha jogada?", "Можно вернуть ход?"),
    ),
    "forgot": (
        *(
            "Ich habe mein Passwort vergessen",
            "J'ai oublié mon mot de passe",
            "Esqueci minha senha",
        ),
        *("He olvidado mi contraseña", "Ho dimenticato la password", "Zapomniałam hasła"),
        *("Ik ben mijn wachtwoord vergeten", "Я забыл пароль"),
    ),
}
TOLD = {
    "show": "If bob doesn't move by then",
    "help": "Reply to an email about your game",
    "rules": "Knight Panic: Leave",
    "undo": "asks to take back the last move",
    "forgot": "code",
}


def test_requests_are_understood_in_the_languages_of_players(started_game):
    """As a line alone below a greeting, and as a sentence among others, which wait for a yes."""
    site, _, _ = started_game
    site.play("knightpanic", 101, "a1-c5")
    (mail,) = site.mail(AT_ALICE, f"knightpanic showas alice {PLAYERS['alice'][0]} 101")
    for word, sayings in LANGUAGES.items():
        for words in sayings:
            texts = (f"Hi,\n\n{words}", f"Well played! {words}")
            for text in texts[: 1 if word == "help" else 2]:
                site.clock.forward(days=1)
                told = [words_of(each) for each in site.reply(mail, text)]
                assert any(TOLD[word] in each for each in told), (text, told)
                is_asked = any('reply "yes" to this email' in each for each in told)
                assert is_asked == (word != "undo" and text.startswith("Well")), (text, told)
                if word == "undo":
                    site.say(f"knightpanic move 101 alice {PLAYERS['alice'][0]} reject")


REQUESTS = {
    "show me the board please": "List of all",
    "help me please": "Help",
    "Help!": "Help",
    "How do I move?": "Help: reply",
    "what are the rules?": "Help",
    "What are the rules of Knight Panic?": "Help: knightpanic",
    "How do I play Trailblazer?": "Help: trailblazer",
    "Thanks!! Which games are there?": "List of games",
    "Who else plays here? I'd like to find an opponent": "Help: seek",
    "I forgot my password": "Forgotten password",
    "can I take back my move?": "Help: offers",
}


def test_requests_in_plain_mails_are_understood(started_game):
    """As the subject, or as the first line below a greeting; what they need is the sender's."""
    site, _, _ = started_game
    for words, subject in REQUESTS.items():
        for mail in ((words, ""), ("Question", f"Hi,\n\n{words}\n\nThanks")):
            answer, *_ = site.mail(AT_ALICE, *mail)
            assert answer["Subject"].startswith(subject), (mail, answer["Subject"])


def test_a_stranger_who_forgot_the_password_is_told_as_little_as_anybody(started_game):
    """The userids of an address go to that address, whoever asks."""
    site, _, _ = started_game
    (told,) = site.mail("dora@example.org", "I forgot my password")
    assert told["Subject"] == "Forgotten userid"


class TestPendingChat:
    """Words on a running board: not sent before their writer says yes."""

    WORDS = ("Thanks for the game, Bob! Again?", "👍", "Well-played, really", "Danke, schöner Zug!")

    def test_one_yes_sends_them(self, started_game):
        """The answer says that they weren't sent, and its link, or the reply yes, sends them."""
        site, at_alice, _ = started_game
        for words in self.WORDS:
            (asked,) = site.reply(at_alice, words)
            told = words_of(asked)
            assert "so nothing has happened yet. To send your text to bob as chat" in told, words
            assert "That didn't work" not in told, words
            assert words in told
            (link,) = [each for each in page_of(asked).links if each.endswith("body=yes")]
            chat = to(follow(site, link, AT_ALICE), AT_BOB)
            assert words in text_of(chat), words
            assert "alice writes" in text_of(chat), words
            site.clock.forward(hours=2)
        assert ply(site) == 0

    def test_long_lines_fit_a_terminal(self, started_game):
        """Mail programs write a paragraph in one line; it is shown in lines of 80 columns."""
        site, at_alice, _ = started_game
        words = " ".join(["What a beautiful day for a game!"] * 5)
        (asked,) = site.reply(at_alice, words)
        assert words in words_of(asked)
        assert max(map(len, text_of(asked).splitlines())) <= 80

    def test_the_answer_can_be_replied_to_as_any_mail_about_the_board(self, started_game):
        """A move is made, and a command obeyed, also once the words are sent or dropped."""
        site, at_alice, at_bob = started_game
        (asked,) = site.reply(at_alice, "Thanks!")
        assert "Summary of" in text_of(site.reply(asked, "show")[0])
        site.reply(asked, "Yes, please")
        site.reply(asked, "a1-c5")
        assert ply(site) == 1
        (asked,) = site.reply(at_bob, "Hm!")
        assert "sent or dropped" not in text_of(asked)

    def test_no_drops_them(self, started_game):
        """After that a yes sends nothing, and says so."""
        site, at_alice, _ = started_game
        (asked,) = site.reply(at_alice, "Thanks!")
        assert "We discarded your message" in text_of(site.reply(asked, "No")[0])
        assert "There's no unsent text" in text_of(site.reply(asked, "yes")[0])

    def test_a_refusal_of_a_new_game_calls_it_off_after_a_yes(self, started_game):
        site, at_alice, _ = started_game
        for text in (
            "nein danke, hab grad keine Zeit",
            "call it off please",
            "Busy now. Abort!",
        ):
            (asked,) = site.reply(at_alice, text)
            assert "knightpanic resign 101 alice" in words_of(asked), text
        site.play("knightpanic", 101, "a1-c5")
        (asked,) = site.reply(at_alice, "No thanks, I'm full")
        assert "resign" not in asked["Subject"]

    def test_an_acceptance_of_a_new_game_is_told_that_it_has_begun(self, started_game):
        site, at_alice, _ = started_game
        for text in ("yes, gladly", "I accept! Bring it on"):
            (asked,) = site.reply(at_alice, text)
            assert "The game has already begun" in words_of(asked), text

    def test_a_no_in_other_words_drops_them(self, started_game):
        site, at_alice, _ = started_game
        for text in (
            "Nee, niet naar Bob sturen! Dat was voor jullie bedoeld",
            "please don't send that to bob",
            "Bitte nicht an Bob weiterleiten, das war für euch",
        ):
            site.clock.forward(days=1)
            (asked,) = site.reply(at_alice, "the clock seems wrong to me")
            assert "We discarded your message" in text_of(site.reply(asked, text)[0]), text
        site.clock.forward(days=1)
        (asked,) = site.reply(at_alice, "Thanks!")
        (again,) = site.reply(asked, "No hurry, I'll send you the photos")
        assert "2 of your replies" in text_of(again)

    def test_a_no_that_others_have_seen_drops_them(self, started_game):
        site, at_alice, _ = started_game
        (asked,) = site.reply(at_alice, "Thanks!", Cc="carol@example.org")
        (dropped,) = site.reply(asked, "no", Cc="carol@example.org")
        assert "We discarded your message" in text_of(dropped)

    def test_further_words_are_kept_with_them(self, started_game):
        """The next answer counts them, and yes sends all."""
        site, at_alice, _ = started_game
        (asked,) = site.reply(at_alice, "Thanks!")
        site.reply(asked, "Are you there?")
        (again,) = site.reply(at_alice, "No hurry.")
        told = words_of(again)
        assert "no move in 3 of your replies, and haven't sent them to bob yet. To send" in told
        assert "Thanks! Are you there? No hurry." in told
        told = words_of(to(site.reply(again, "yes"), AT_BOB))
        assert "Thanks! Are you there? No hurry." in told

    def test_words_of_an_earlier_position_are_not_sent_with_later_ones(self, started_game):
        """Each mail's yes sends the words that it shows."""
        site, at_alice, _ = started_game
        (before,) = site.reply(at_alice, "I'll think about it until tomorrow.")
        site.play("knightpanic", 101, "a1-c5", "e7-c3")
        (mail,) = site.mail(AT_ALICE, f"knightpanic showas alice {PLAYERS['alice'][0]} 101")
        (after,) = site.reply(mail, "Thanks!")
        assert "tomorrow" not in text_of(after)
        chat = text_of(to(site.reply(after, "yes"), AT_BOB))
        assert "Thanks!" in chat
        assert "tomorrow" not in chat
        (asked,) = site.reply(before, "yes")  # others may have seen that mail
        assert "tomorrow" in text_of(asked)
        assert "Thanks!" not in text_of(asked)

    def test_words_and_a_move_below_the_yes_are_not_lost(self, started_game):
        """Words go along; a move waits for a yes of its own, as below any other words."""
        site, at_alice, _ = started_game
        (asked,) = site.reply(at_alice, "Thanks!")
        told = to(site.reply(asked, "Yes\nAnd good luck"), AT_BOB)
        assert "Thanks!\n\nAnd good luck" in text_of(told)
        site.clock.forward(hours=2)
        (asked,) = site.reply(at_alice, "Here I go")
        answer, told = site.reply(asked, "yes\n\na1-c5")
        assert (told["To"], ply(site)) == (AT_BOB, 0)
        assert "other lines above a1-c5" in words_of(answer)
        site.reply(at_alice, "yes")
        assert ply(site) == 1

    def test_a_yes_to_the_words_makes_no_held_move(self, started_game):
        """Which mail is answered decides: the one with the move, or the one with the words."""
        site, at_alice, _ = started_game
        (held,) = site.reply(at_alice, "I play a1-c5 then")
        (asked,) = site.reply(at_alice, "Thanks!")
        for word in ("yes", "confirm", "OK"):
            site.reply(asked, word)
            assert ply(site) == 0, word
        site.reply(held, "yes")
        assert ply(site) == 1

    def test_what_others_must_not_read_is_not_held(self, started_game):
        """Commands and passwords are refused without the question; nothing is stored."""
        site, at_alice, _ = started_game
        for words in (
            "qeueu",
            "signoff",
            "block nobody",
            "message alice Xa!11ce-X bob",
            "Hello\nYb%0b-Yes1",
            "a1-a3 a1-e3",
            "",
        ):
            site.clock.forward(days=1)
            (refusal,) = site.reply(at_alice, words)
            assert 'reply "yes"' not in text_of(refusal), words
        assert settings(site)[-1] == []

    def test_strangers_and_robots_are_not_asked(self, started_game):
        """From elsewhere nothing is held, and a robot reads nothing."""
        site, at_alice, _ = started_game
        mail = simple_mail("x@elsewhere.example", "Re: x", "Thanks!")
        (refusal,) = site.receive("x@elsewhere.example", mail, at_alice["Reply-To"])
        assert (refusal["Reply-To"], settings(site)[-1]) == (None, [])
        site.say("knightpanic challenge alice robot1")
        (refusal,) = site.reply(to(site.mails(), AT_ALICE), "Thanks!")
        assert 'reply "yes"' not in text_of(refusal)

    def test_they_wait_three_days(self, started_game):
        """Then they are forgotten, and are masked and shown in `mydata` until then."""
        site, at_alice, _ = started_game
        (asked,) = site.reply(at_alice, f"Thanks! {at_alice['Reply-To']}")
        (waiting,) = settings(site)[-1]
        assert waiting["content"]["text"] == "Thanks! pbm@example.net"
        site.clock.forward(days=3, minutes=1)
        assert "There's no unsent text" in text_of(site.reply(asked, "yes")[0])

    def test_later_words_take_the_place_of_expired_ones(self, started_game):
        """The key of both is the position, and the expired ones may not have been deleted yet."""
        site, at_alice, _ = started_game
        site.reply(at_alice, "We could meet in the park")
        site.clock.forward(days=4)
        (asked,) = site.reply(at_alice, "Perhaps on Sunday")
        mails = site.reply(asked, "yes")
        assert text_of(to(mails, AT_BOB)).startswith("Chat on")
        assert "in the park" not in text_of(to(mails, AT_BOB))

    @pytest.mark.parametrize(
        ("game", "players"),
        [
            ("knightsdance", "alice bob"),
            ("knightsduel", "alice bob"),
            ("madknights", "alice bob carol"),
            ("trailblazer", "alice bob"),
        ],
    )
    def test_in_every_game(self, site, game, players):
        """In Trailblazer "right" is a move, but "You are right" isn't."""
        site.sign_up(*players.split())
        site.say(f"{game} challenge {players}")
        (asked,) = site.reply(to(site.mails(), AT_ALICE), "You are right, thanks")
        mails = site.reply(asked, "yes")
        others = [PLAYERS[name][1] for name in players.split()[1:]]
        assert [mail["To"] for mail in mails][1:] == others
        assert "alice writes:\n\nYou are right, thanks" in text_of(mails[1])


def gmail_reaction(mail, sign):
    """Returns what Gmail sends when somebody reacts to a mail."""
    message = EmailMessage()
    message["From"], message["Subject"] = mail["To"], f"Re: {mail['Subject']}"
    message["In-Reply-To"] = mail["Message-ID"]
    message.set_content(
        f"{sign}\n\nalice reacted via Gmail\n<https://www.google.com/gmail/about/>\n"
    )
    reaction = f'{{"emoji": "{sign}", "version": 1}}'
    message.add_alternative(reaction.encode(), "text", "vnd.google.email-reaction+json")
    message.add_alternative(f"<p>{sign}</p><p>alice reacted via Gmail</p>", subtype="html")
    return message.as_bytes()


def outlook_reaction(mail, name):
    """Returns what Outlook sends, with the mail reacted to below it."""
    head = f"From: pbm <pbm@example.net>\nSent: Sunday, March 1, 2026 1:00 PM\nTo: {mail['To']}"
    head = f"{'_' * 32}\n{head}\nSubject: x"
    text = f"[{name}] Alice Doe reacted to your message:\n{head}\n\nresign\n"
    return simple_mail(mail["To"], f"Re: {mail['Subject']}", text)


class TestReactions:
    """A reaction to a mail is chat, or silence."""

    def test_it_is_chat_on_a_board(self, started_game):
        """It makes no move that waits for a yes, and is sent once."""
        site, at_alice, _ = started_game
        (held,) = site.reply(at_alice, "I play a1-c5 then")
        for content, sign in (
            (gmail_reaction(held, "👍"), "👍"),
            (outlook_reaction(held, "Heart"), "❤"),
        ):
            told = to(site.receive(AT_ALICE, content, held["Reply-To"]), AT_BOB)
            assert text_of(told).partition("\n\n---")[0].rstrip("\ufe0f").endswith(f":\n\n{sign}")
            assert ply(site) == 0
        again = gmail_reaction(held, "❤\ufe0f")
        assert site.receive(AT_ALICE, again, held["Reply-To"]) == []

    def test_it_is_silence_elsewhere(self, started_game):
        """From a stranger, to a mail about no board, to an older one, and when it is taken back."""
        site, at_alice, _ = started_game
        content = gmail_reaction(at_alice, "👍")
        strange = content.replace(AT_ALICE.encode(), b"x@elsewhere.example")
        assert site.receive("x@elsewhere.example", strange, at_alice["Reply-To"]) == []
        (listed,) = site.mail(AT_ALICE, "list")
        assert site.receive(AT_ALICE, gmail_reaction(listed, "👍")) == []
        assert site.receive(AT_ALICE, outlook_reaction(at_alice, "0"), at_alice["Reply-To"]) == []
        site.play("knightpanic", 101, "a1-c5", "a7-c3")
        assert site.receive(AT_ALICE, content, at_alice["Reply-To"]) == []

    def test_it_is_silence_under_an_open_offer(self, started_game):
        """The opponent could take it for a yes."""
        site, at_alice, _ = started_game
        at_bob = to(site.reply(at_alice, "a1-c5 propose"), AT_BOB)
        for content in (gmail_reaction(at_bob, "👍"), outlook_reaction(at_bob, "Heart")):
            assert site.receive(AT_BOB, content, at_bob["Reply-To"]) == []

    def test_a_typed_emoji_is_asked_about_under_an_open_offer(self, started_game):
        """Whether it answers the offer or chat."""
        site, at_alice, _ = started_game
        offering = site.reply(at_alice, "a1-c5 propose")
        at_bob = to(offering, AT_BOB)
        chat = to(site.reply(to(offering, AT_ALICE), "chat\nNice weather here"), AT_BOB)
        for mail in (at_bob, chat):
            (asked,) = site.reply(mail, "👍")
            assert asked["To"] == AT_BOB
            assert "Did you mean this command?" in text_of(asked)

    def test_it_confirms_nothing(self, confirming_site):
        """A question is asked once more."""
        (asked,) = confirming_site.mail("dora@example.org", "signup dora Pw99xxxx")
        content = gmail_reaction(asked, "👍")
        (again,) = confirming_site.receive("dora@example.org", content, asked["Reply-To"])
        assert 'Please reply "yes" or "no".' in text_of(again)


def test_whoever_wants_no_more_mail_is_shown_the_ways_out(started_game):
    """Wherever it is written, in any of the usual words; nothing is done by it alone."""
    site, alice, _ = started_game
    site.say(f"knightpanic subscribe 101 carol {PLAYERS['carol'][0]}")
    for word in ("unsubscribe", "STOP", "Take me off the list.", "abmelden", "Hi,\n\nstop!"):
        for mails in (site.reply(alice, word), site.mail(PLAYERS["carol"][1], "", word)):
            (told,) = mails
            assert told["Subject"] == "Fewer emails, or none", word
            userid = told["To"].partition("@")[0]
            assert f"\n  signoff {userid} -\n" in text_of(told)
    (asked,) = site.reply(alice, "Thanks!")
    (told,) = site.reply(asked, "I never wanted this. Please stop sending me mails!")
    assert told["Subject"] == "Fewer emails, or none"
    (told,) = site.mail("stranger@example.net", "Unsubscribe")
    assert "Nobody is registered here with this address" in text_of(told)
    assert site.say("knightpanic show 101").data["ply"] == 0


def test_a_stop_to_others_is_theirs(started_game):
    """A sentence with the word is no request, nor is a no to an offer; unsubscribe always is."""
    site, alice, bob = started_game
    (told,) = site.reply(alice, "Stop it, Bob!")
    assert "Fewer emails" not in told["Subject"]
    site.play("knightpanic", 101, "a1-c5")
    site.say(f"knightpanic move 101 alice {PLAYERS['alice'][0]} propose")
    assert "Fewer emails" not in site.reply(bob, "stop")[0]["Subject"]
    assert site.reply(bob, "unsubscribe")[0]["Subject"] == "Fewer emails, or none"


def test_a_stop_that_was_meant_for_a_player_isnt_lost(started_game):
    """The answer to a mail with a player's words says that nothing was sent; more words are."""
    site, _, at_bob = started_game
    chat = to(site.reply(at_bob, "chat\nYou play badly!"), AT_ALICE)
    message = to(site.mail(AT_BOB, f"message bob {PLAYERS['bob'][0]} alice", "Hello"), AT_ALICE)
    for mail, how in ((chat, "below a line: chat."), (message, "with a few more words.")):
        (answer,) = site.reply(mail, "Stop!")
        assert answer["To"] == AT_ALICE
        text = words_of(answer)
        assert "Your reply seems to ask for fewer emails, so we didn't send it to bob." in text
        assert how in text
        told = to(site.reply(mail, "Stop!\n\nI want to play in peace."), AT_BOB)
        assert "I want to play in peace." in text_of(told)


def test_who_was_signed_up_by_a_stranger_ends_it_by_one_reply(site):
    """Without confirmations, a no or any word to unsubscribe asks whether to delete the account."""
    site.sign_up("bob")
    words = ("No, I never asked for this!", "no", "unsubscribe", "STOP", "delete my account")
    for number, word in enumerate(words):
        line = f"signup alice{number} Xa!11ce-X {AT_ALICE}"
        welcome = to(site.mail("stranger@example.net", line), AT_ALICE)
        assert 'If you didn\'t ask for this, reply "no"' in words_of(welcome)
        site.mail(AT_ALICE, f"knightpanic challenge alice{number} bob")
        (asked,) = site.reply(welcome, word, References=welcome["Message-ID"])
        assert asked["Subject"] == f"Please confirm: signoff alice{number}", word
        told = site.reply(asked, "yes")
        assert [mail["To"] for mail in told] == [AT_ALICE, AT_BOB], word
        assert told[0]["Subject"] == f"Goodbye, alice{number}", word
        shown = site.say(f"knightpanic show {101 + number}").content.text
        assert "deleted their account" in shown


def test_nobodys_own_words_delete_an_account(started_game):
    """A request is held until its writer confirms it, and a question gets help."""
    site, at_alice, _ = started_game
    requests = (
        "close my account please", "Löschen Sie bitte alle meine Daten", "supprimez mon compte svp",
        "Please delete my account.", "borra mi cuenta por favor",
    )  # fmt: skip
    questions = (
        "should I delete my account?", "Wie lösche ich mein Konto?", "don't delete my account",
        "how do I close my account in March", "comment supprimer mon compte",
    )  # fmt: skip
    cases = [(each, "Please confirm: signoff alice") for each in requests]
    cases += [(each, "Help: signoff") for each in questions]
    for text, subject in cases:
        (told,) = site.mail(AT_ALICE, text)
        assert (told["To"], told["Subject"]) == (AT_ALICE, subject), text
    for text, subject in (cases[3], cases[5]):
        (told,) = site.reply(at_alice, text)
        assert (told["To"], told["Subject"]) == (AT_ALICE, subject), text
    assert "You forfeit your games in progress." in words_of(site.mail(AT_ALICE, requests[0])[0])
    assert site.say("knightpanic show 101").data["ply"] == 0


def test_an_account_that_was_used_doesnt_end_so(started_game):
    """A move, or a watch, shows that its owner wants it; and so may a mail about a board."""
    site, at_alice, at_bob = started_game
    site.say(f"knightpanic subscribe 101 carol {PLAYERS['carol'][0]}")
    site.play("knightpanic", 101, "a1-c5")
    mails = [site.reply(mail, "unsubscribe") for mail in (at_alice, at_bob)]
    mails += [site.mail(address, "stop") for address in (AT_ALICE, PLAYERS["carol"][1])]
    for (told,) in mails:
        assert told["Subject"] == "Fewer emails, or none"


UNCLEAR = ("yes that one", "not yet", "hmm", "yes, but tomorrow", "ja bitte spielen")


def test_an_unclear_answer_about_a_pending_move_is_not_sent_as_chat(started_game):
    """The move keeps waiting, and the answer says how to confirm it."""
    site, at_alice, _ = started_game
    (held,) = site.reply(at_alice, "I play a1-c5 then")
    for text in UNCLEAR:
        (refusal,) = site.reply(held, text)
        assert "Your submitted move is still waiting" in words_of(refusal), text
        assert "as chat" not in words_of(refusal), text
    (asked,) = site.reply(held, "What a lovely day for a game")
    assert "as chat, reply" in words_of(asked)
    site.reply(refusal, "yes")
    assert ply(site) == 1


def test_an_unclear_answer_about_pending_chat_is_not_added_to_it(started_game):
    """The question is asked again, and a yes sends only the chat."""
    site, at_alice, _ = started_game
    (asked,) = site.reply(at_alice, "Nice weather today")
    for text in ("send it", "yes, but without the weather", "hold on"):
        (asked,) = site.reply(asked, text)
        assert "neither yes nor no" in words_of(asked), text
        assert text not in text_of(asked), text
    chat = text_of(to(site.reply(asked, "yes"), AT_BOB))
    assert "Nice weather today" in chat
    assert "without" not in chat
