"""Moves as people and their programs write them: made, held, or only shown."""

import re
from contextlib import suppress
from email.message import EmailMessage

import pytest

from commands.replies.moves.notation.written_moves import denies
from mail.reading.incoming import read_incoming_mail
from tests.commands.replies.test_replies import ply, to
from tests.support.site import PLAYERS, Site, simple_mail, text_of, words_of

AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]

SPELLINGS = {
    ("knightpanic", "a1-c5"): """\
a1-c5
A1-C5
a1c5
a1 c5
a1 to c5
a1 - c5
**a1-c5**
*a1-c5*
* a1-c5 *
***a1-c5***
_a1-c5_
__a1-c5__
`a1-c5`
```a1-c5```
'a1-c5'
"a1-c5"
“a1-c5”
„a1-c5“
‘a1-c5’
«a1-c5»
(a1-c5)
[a1-c5]
{a1-c5}
<a1-c5>
(**a1-c5**)
**a1-c5**.
*a1*-*c5*
a1-**c5**
1. a1-c5
1) a1-c5
1.a1-c5
1. **a1-c5**
- a1-c5
* a1-c5
• a1-c5
+ a1-c5
a1→c5
a1 → c5
a1➡️c5
a1->c5
a1 -> c5
a1-->c5
a1=>c5
a1>c5
a1--c5
a1–c5
a1 — c5
a1…c5
a1:c5
a1/c5
a1, c5
a1xc5
a1×c5
Na1-c5
Na1xc5
Sa1-c5
♘a1-c5
Knight a1-c5
Knight a1 to c5
Knight from a1 to c5
from a1 to c5
von a1 nach c5
a1 nach c5
de a1 à c5
а1-с5
А1-С5
a1-с5
а1 на с5
al-c5
aI-c5
a1-c5!
a1-c5!!
a1-c5 !
a1-c5+
a1-c5 #1
**a1-c5**#1
**a1-c5#1**
move **a1-c5**
Move: a1→c5
=a1-c5
ａ１－ｃ５""",
    ("knightsdance", "e3"): (
        "**e3**\nNe3\n*Ne3*\n→ e3\n-> e3\n1. Ne3\n(e3)\nх e3\nе3\nto e3\nnach e3\n[e3]"
    ),
    ("madknights", "e3"): "**e3**\nNe3\n'e3'\n-> e3\n1. e3\n(e3)\nе3\nto e3\nd5-e3\nNd5xe3\nd5→e3",
    ("knightsduel", "(2,3)"): (
        "**(2,3)**\n(2, 3)\n2,3\n2 3\n2, 3\n[2,3]\n[2, 3]\n{2;3}\n(2;3)\n(2/3)\n(2|3)\n2;3\n2/3\n"
        "2-3\n(2-3)\n(2.3)\n(2:3)\n1. (2,3)\n1.(2,3)\n- 2,3\n'2,3'\n( 2,3 )\n*2,3*\nb3\n**B3**\n"
        "→ (2,3)"
    ),
    ("trailblazer", "(0,1)"): (
        "right\n**right**\n'right'\n- right\n1. right\n*R*\nRight!\n(right)\n[0,1]\n(O,l)\n(0;1)\n"
        "`move right`\n**(0,1)**\nmove right to (0,1)\n->(0,1)"
    ),
}  # fmt: skip
"""Harmless spellings of one move on a new board of each game."""


class Boards:
    """Boards whose first mail is answered again and again."""

    def __init__(self, url):
        self.site = Site(url)
        self.site.sign_up("alice", "bob", "carol")

    def begin(self, game, *options):
        self.game = game
        players = ("alice", "bob", "carol") if game == "madknights" else ("alice", "bob")
        assert self.site.say(" ".join((game, "challenge", *options, *players))).ok
        self.site.mails()
        (mail,) = self.site.mail(AT_ALICE, f"{game} showas alice Xa!11ce-X 101")
        self.address = mail["Reply-To"]
        self.board = self._board()

    def _board(self):
        with self.site.database.work() as work:
            return work.boards.find(self.game, 101)

    def effect(self, body, kind="plain"):
        """Returns the moves made and held by a reply, which is undone."""
        content = simple_mail(AT_ALICE, "Re: x", body)
        if kind == "html":
            message = EmailMessage()
            message["From"], message["Subject"] = AT_ALICE, "Re: x"
            message.set_content(body, subtype="html")
            content = message.as_bytes()
        mail = read_incoming_mail(AT_ALICE, (self.address,), content)

        class UndoneError(Exception):
            pass

        with suppress(UndoneError), self.site.database.work() as work:
            self.site.mail_handler.handle(work, mail)
            board = work.boards.find(self.game, 101)
            raise UndoneError
        held = [text.partition("#")[0] for text in board.submitted.values()]
        return [*board.match.moves], held


@pytest.fixture(scope="module")
def boards(tmp_path_factory):
    made = Boards(f"sqlite:///{tmp_path_factory.mktemp('moves') / 'pbm.db'}")
    yield made
    made.site.database.close()


@pytest.mark.parametrize(("game", "move"), SPELLINGS)
def test_harmless_spellings_are_made(boards, game, move):
    """Signs around a legal move, and other ways to write it, are read as that move."""
    boards.begin(game)
    spellings = SPELLINGS[game, move].splitlines()
    assert move in boards.board.match.legal, boards.board.match.legal
    wrong = {each: made for each in spellings if (made := boards.effect(each)) != ([move], [])}
    assert not wrong


MADE, HELD, NEITHER = (["a1-c5"], []), ([], ["a1-c5"]), ([], [])
LINES = """\
made a1-c5 good luck
made **a1-c5** good luck
made a1-c5 :)
made *a1-c5* - sorry for the delay
held 1. a1-c5 e.g.
made My move is a1-c5
made My move is **a1-c5**.
made My move: a1-c5
made I play a1-c5 :)
made Ich ziehe a1-c5
made Je joue a1-c5, bonne chance
held Мой ход а1-с5
held Juego a1xc5
held OK, a1-c5 then
made a1-c5 is my move
held a1-c5 was good
held a1-c5 would be nice
held a1-c5 could be it
held a1-c5 isn't bad
held a1-c5, what about you?
neither You should have seen a1-c5
neither a1-c5?
neither a1-c5 ?
neither **a1-c5**?
neither a1-c5??
neither a1-c5?!
neither a1-c5#1?
neither Move a1-c5?
neither Is a1-c5 good?
neither What would a1-c5 do?
neither a1-a3?
neither I don't play a1-c5
neither Not a1-c5
neither Ich ziehe nicht a1-c5
neither Je ne joue pas a1-c5
neither Não jogo a1-c5
neither Я не хожу a1-c5
neither a1-c5 or a1-e3
neither a1-c5 or **a1-e3**
held a1-c5 then c1-e5
neither a1-c5 or a1-e3?
held a1-c5 a1-e3
held a1-a3 or a1-c5
neither I play a1-c5 or a1-e3
neither I play a1-c5, then c1-a5
neither Your c7-e3 was fine
neither ~~a1-c5~~
neither a1
neither c5
neither b1-c5
held xa1-c5"""
EFFECTS = {"made": MADE, "held": HELD, "neither": NEITHER}


def test_a_move_counts_as_it_is_meant(boards):
    """A move in a sentence, and the first of several, is held; one asked about or refused isn't."""
    boards.begin("knightpanic")
    lines = [line.partition(" ") for line in LINES.splitlines()]
    wrong = {
        line: effect
        for meant, _, line in lines
        if (effect := boards.effect(line)) != EFFECTS[meant]
    }
    assert not wrong


def test_plain_words_are_moves_only_alone(boards):
    """In Trailblazer "right?" asks, and a word called out to somebody is no move."""
    boards.begin("trailblazer")
    for line in ("right?", "Right?\nThanks", "Hi Bob, right!", "Hi Bob,\nRight!", "Calm down!"):
        assert boards.effect(line) == ([], []), line
    for line in ("All right", "You are right", "Ha!\nRight!", "It is yours,\nright?", "Right on"):
        assert boards.effect(line) == ([], []), line
    assert boards.effect("Hi Bob,\nright") == (["(0,1)"], [])
    assert boards.effect("Well played.\nright") == ([], ["(0,1)"])


STRUCK = (
    "<div dir=ltr><s>c1-e5</s></div><div dir=ltr>a1-c5</div>",  # Gmail
    "<div><strike>c1-e5</strike> a1-c5</div>",  # Apple Mail
    "<p class=MsoNormal><s>c1-e5<o:p></o:p></s></p><p class=MsoNormal>a1-c5</p>",  # Outlook
    '<p><span style="text-decoration: line-through;">c1-e5</span></p><p>a1-c5</p>',  # Thunderbird
    "<p><del>c1-e5</del></p><p>a1-c5</p>",
    "<div style='color:#fff;background:#fff'>c1-e5</div>a1-c5",
    "<div style='visibility:hidden'>resign</div>a1-c5",
    "<s>resign</s><br>a1-c5",
)


def test_what_is_struck_out_is_not_meant(boards):
    """The move that still stands is made; nothing that is struck out or hidden counts."""
    boards.begin("knightpanic")
    wrong = [html for html in STRUCK if boards.effect(html, "html") != MADE]
    assert not wrong
    assert boards.effect("<div><s>c1-e5</s></div>", "html") == NEITHER
    assert boards.effect("<div><s>resign</s></div>", "html") == NEITHER


def test_a_struck_out_resign_declines_nothing(started_game):
    """The page that Gmail sends beside plain text says what is struck out."""
    site, at_alice, _ = started_game
    message = EmailMessage()
    message["From"], message["Subject"] = AT_ALICE, f"Re: {at_alice['Subject']}"
    message.set_content("resign\n\na1-c5\n")
    html = "<div dir=ltr><div><s>resign</s></div><div><b>a1-c5</b></div></div>"
    message.add_alternative(html, subtype="html")
    told = site.receive(AT_ALICE, message.as_bytes(), at_alice["Reply-To"])
    assert "alice moves a1-c5." in text_of(to(told, AT_BOB))


def test_yes_makes_a_held_move(started_game):
    """The mail shows the board after the move; yes makes it, and the sentence is its comment."""
    site, at_alice, _ = started_game
    (held,) = site.reply(at_alice, "OK, a1-c5 then, my friend")
    told = words_of(held)
    assert "the board after a1-c5. The other text in your reply" in told
    assert 'To play it and send your comment, reply "yes".' in told
    assert ply(site) == 0
    mails = site.reply(held, "Yes, please")
    assert text_of(to(mails, AT_BOB)).endswith("alice writes:\n\nOK, a1-c5 then, my friend\n")
    assert ply(site) == 1


def test_no_drops_a_held_move(started_game):
    """After a no, a yes makes nothing; and without a held move yes is no command."""
    site, at_alice, _ = started_game
    site.reply(at_alice, "yes")
    (held,) = site.reply(at_alice, "I think I play a1-c5")
    (dropped,) = site.reply(held, "No!")
    assert "We deleted your submitted move" in text_of(dropped)
    site.reply(held, "Yes")
    assert ply(site) == 0


def test_a_question_shows_the_board(started_game):
    """It is answered with the position after the move, and a reply to that can make the move."""
    site, at_alice, _ = started_game
    (shown,) = site.reply(at_alice, "a1-c5?\nWould that be good?")
    told = words_of(shown)
    assert "asks about a1-c5, so we haven't played it" in told
    assert "Black to play move 2" in told
    site.reply(shown, "a1-c5")
    assert ply(site) == 1


def test_no_refusal_names_a_move_that_was_not_written(site):
    """Hasty readers send what an example says, so it is their own move, or all that are legal."""
    site.sign_up("alice", "bob")
    site.say("knightpanic challenge alice bob")
    site.play("knightpanic", 101, "a1-c5", "a7-c3")
    (mail,) = site.mail(AT_ALICE, "knightpanic showas alice Xa!11ce-X 101")
    for body in ("e1-g6", "My move is e1-g6", "hello", "submit", "preview z1", "queue zz", "pass"):
        site.clock.forward(days=1)  # as answers are limited
        text = text_of(site.reply(mail, body)[0])
        assert "Legal moves" in text, body
        assert not re.search("(?i)like this|for example|such as [a-z][0-9]", text), text


def test_rejected_advice_denies_a_move():
    for text in (
        "Mi hermano dice que juegue a1-e3, pero yo creo que es malo",
        "my wife says a1-c5 but I think that's bad",
        "Mein Bruder meint a1-c5, aber das ist schlecht",
        "kardeşim a1-c5 diyor ama kötü",
    ):
        assert denies(text), text
    for text in ("my wife says a1-c5, so be it", "I play a1-c5 but it's bad", "a1-c5, Bob says hi"):
        assert not denies(text), text
