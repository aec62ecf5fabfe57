"""The lines below a reply's command: sentences reach the others, plans and passwords do not."""

import re
from contextlib import closing, contextmanager

import pytest

from tests.commands.replies.test_replies import ply, to
from tests.support.cases import cases
from tests.support.site import PLAYERS, Site, simple_mail, text_of, words_of

AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())
SENTENCES = """\
I just saw your last move, and it hurts.
Signing up would have been wise for my brother.
Message received, thank you.
Show me your best, 101 times if you like.
Moving on to the next one.
Record heat here, 38 degrees.
Change is good.
Game on!
Games like this one take a while.
Knight panic indeed.
Legal trouble ahead for your king.
History repeats itself.
Standing by.
Limit yourself to 3 more mistakes.
Block that one if you can.
Forget the last game.
Reset your hopes, Bob.
Accepting defeat is an art.
Seek and you shall find.
Hint: look at the corner.
Solve this if you can!
Describe your feelings in 3 words.
Vacation starts on Monday.
Delivery of my new board took 5 days.
Listen, this is fun.
Helping you was a mistake.
Multiply your chances by zero.
Queueing for coffee now.
Chat with you soon.
Subscribe to my newsletter, ha.
Notify your lawyer.
Dance with me.
Trail mix is my favourite.
Duel at dawn, 6 sharp.
If you want, we can talk about it.
If only I had seen it.
Thanks.
Thanks for the tip about alice's corner
All games with alice are like that.
Preview of things to come: you lose.
Resigning is not an option for you.
Confirming what I said: you are lost.
All games with you are fun."""


@pytest.mark.parametrize("sentence", SENTENCES.splitlines())
def test_a_sentence_is_a_comment(started_game, sentence):
    """However it begins, it goes to the others with all that follows, and isn't answered."""
    site, at_alice, _ = started_game
    comment = f"{sentence}\nAnd a last line.\nAlice"
    mails = site.reply(at_alice, f"a1-c5\n{comment}")
    assert text_of(to(mails, AT_BOB)).endswith(f"alice writes:\n\n{comment}\n")
    assert to(mails, AT_ALICE)["Subject"] == at_alice["Subject"]
    assert ply(site) == 1


@pytest.mark.parametrize(
    "line",
    [
        "knightpanic chat 101 alice Xa!11ce-X",
        "knightpanic mvoe 101 alice Xa!11ce-X c1-e5 and more words",
        "knigtpanic chat 101 alice Xa!11ce-X",
        "chnage password alice Xa!11ce-X N3wOne-1",
        "signof alice Xa!11ce-X",
    ],
)
def test_a_password_below_a_move_goes_to_nobody(started_game, line):
    """A command of the writer's, misspelt or with words too many, is no comment."""
    site, at_alice, _ = started_game
    mails = site.reply(at_alice, f"a1-c5\nbye\n{line}\nHello")
    assert all("Xa!11ce-X" not in text_of(mail) for mail in mails)
    assert ply(site) == 1


HINT = r"with only this line:\n  queue if e7-?c3 c1-?e5\s"
PLANS = """\
if e7-c3 c1-e5
If e7-c3, then c1-e5.
if e7-c3 I play c1-e5
IF E7C3 C1E5
   if e7-c3 c1-e5
- if e7-c3 c1-e5
* if e7-c3: c1-e5
\N{BULLET} If (e7-c3) then (c1-e5)
1. if e7-c3 c1-e5
Here is my plan: if e7-c3 c1-e5
And if bob plays e7-c3 then I play c1-e5, and win
if he moves e7-c3 then c1-e5
if e7-c3|  then c1-e5
if e7-c3 c1-e5 if a7-c3 c1-e5
queue if e7-c3 c1-e5
if e7 to c3 then c1 to e5
Hello|> x||if e7-c3 c1-e5
if e7-c3 do c1-e5
if e7-c3 I'd play c1-e5
if e7-c3|my next move is c1-e5
if e7-c3 / c1-e5
if e7-c3 \N{VERTICAL LINE} c1-e5
if e7-c3 or a7-c3 then c1-e5
if 1... e7-c3 2. c1-e5
if 1...e7-c3 2.c1-e5
if e7xc3 c1-e5
if Ne7-c3 Nc1-e5
if he answers with e7-c3 I will answer c1-e5
if black e7-c3 white c1-e5
Wenn er e7-c3 zieht, nehme ich c1-e5
Wenn e7-c3, dann c1-e5
\u5982\u679c\u4f60\u8d70e7-c3\uff0c\u6211\u5c31c1-e5
si e7-c3 alors c1-e5
Если e7-c3 то c1-e5"""


@contextmanager
def new_game():
    """Provides a server on which alice is to begin, and the mail that tells her."""
    with closing(Site()) as site:
        site.sign_up("alice", "bob", "carol")
        yield site, to(site.begin("knightpanic challenge alice bob"), AT_ALICE)


@cases("line", PLANS.splitlines())
def test_a_plan_below_a_move_goes_to_nobody(line):
    """The move is made; the words wait for a yes, and the answer says how to queue the moves."""
    plan = line.replace("|", "\n").replace("\N{VERTICAL LINE}", "|")
    with new_game() as (site, at_alice):
        told, moved = site.reply(at_alice, f"a1-c5\n{plan}\nGood luck")
        assert (moved["To"], ply(site)) == (AT_BOB, 1)
        assert "Good luck" not in text_of(moved)
        text = words_of(told)
        assert "send bob the rest of your reply." in text
        assert re.search(HINT, text_of(told).lower())
        if 'reply "yes" to this email' in text:  # else there may be a password in it
            assert "Good luck" in text_of(to(site.reply(told, "yes"), AT_BOB))


@cases("line", ["queue e7-c3 c1-e5", "- queue 1. c1-e5", "submit c1-e5"])
def test_planned_moves_below_a_move_go_to_nobody(line):
    """The same holds for lines of moves that are to be made later."""
    with new_game() as (site, at_alice):
        told, moved = site.reply(at_alice, f"a1-c5\nHello\n{line}\nGood luck")
        assert "c1-e5" not in text_of(moved)
        assert "only this line:\n" in text_of(told)
        assert ply(site) == 1


def test_a_yes_to_a_move_sends_no_plan_below_it(started_game):
    """A mail asks one thing: whether to make the move; the plan is told as not sent."""
    site, at_alice, _ = started_game
    (held,) = site.reply(at_alice, "I think I play a1-c5\nif e7-c3 c1-e5")
    told = words_of(held)
    assert "send bob the rest of your reply." in told
    assert "send it as chat" not in told
    moved = to(site.reply(held, "yes"), AT_BOB)
    assert "alice moves a1-c5." in text_of(moved)
    assert "c1-e5" not in text_of(moved).partition("Legal")[0]


def test_a_plan_in_chat_goes_to_nobody(started_game):
    """It is refused, below the word, on its line, and in words beside it."""
    site, at_alice, _ = started_game
    for body in ("chat\nHello\nQueue: c1-e5", "chat\nif e7-c3 do c1-e5", "chat queue c1-e5"):
        (refusal,) = site.reply(at_alice, f"{body}\nGood luck")
        assert "\n  queue" in text_of(refusal).lower(), body


def test_words_with_a_plan_wait_with_a_warning(started_game):
    """As any other words: a yes sends them, and the answer says what they tell."""
    site, at_alice, _ = started_game
    (asked,) = site.reply(at_alice, "Thanks!\nif e7-c3 c1-e5")
    assert "Your text would tell bob your planned moves." in text_of(asked)
    assert "if e7-c3 c1-e5" in text_of(to(site.reply(asked, "yes"), AT_BOB))


def test_a_plan_alone_is_queued_by_a_yes(started_game):
    """In words, too; nobody else reads it."""
    site, _, _ = started_game
    site.play("knightpanic", 101, "a1-c5")
    (mail,) = site.mail(AT_ALICE, "knightpanic showas alice Xa!11ce-X 101")
    (asked,) = site.reply(mail, "If he plays e7-c3 then c1-g3")
    assert "knightpanic queue 101 if e7-c3 c1-g3" in text_of(asked)
    assert [each["To"] for each in site.reply(asked, "yes")] == [AT_ALICE]
    site.play("knightpanic", 101, "e7-c3")
    assert ply(site) == 3


def test_a_plan_on_the_line_of_a_move_goes_to_nobody(started_game):
    """The move waits for a yes, which sends nothing of that line."""
    site, at_alice, _ = started_game
    for line in ("a1-c5 if e7 to c3 then c1 to e5", "a1-c5 if 1...e7-c3 2.c1-e5"):
        (held,) = site.reply(at_alice, line)
        told = words_of(held)
        assert "Your reply has other moves next to a1-c5" in told
        assert "queue if e7-c3 c1-e5" in told
    moved = to(site.reply(held, "yes"), AT_BOB)
    assert "alice moves a1-c5." in text_of(moved)
    assert "writes:" not in text_of(moved)


@pytest.mark.parametrize(
    "sentence",
    [
        "If you had played e7-c3, I would have answered c1-e5.",
        "If you'd played e7-c3 I'd have answered with c1-e5.",
        "Wenn du e7-c3 gespielt hättest, wäre c1-e5 gekommen.",
        "What if? I fear e7-c3 more than c1-e5.",
        "If e7-c3, good luck.\n\nYour a7-c3 last week was fine, too.",
        "If e7-c3 was your plan, forget it.",
        "As if! e7-c3 is better.",
    ],
)
def test_a_sentence_with_if_is_a_comment(started_game, sentence):
    """An `if` without a reply and an answer to it tells no plan."""
    site, at_alice, _ = started_game
    mails = site.reply(at_alice, f"a1-c5\n{sentence}")
    assert text_of(to(mails, AT_BOB)).endswith(f"alice writes:\n\n{sentence}\n")


def test_a_move_among_small_talk_is_played_with_it(players):
    """Nothing in such a reply can mean anything else, and it is too short for a quoted email."""
    for above, below in (
        ("Sorry for the delay, I was away.", "Good luck"),
        ("Thanks!", ""),
        ("Hi Bob,\n\ngood luck and have fun!", "Alice"),
        ("Entschuldige die sp\u00e4te Antwort, Bob!", ""),
        ("Desculpa a demora :)", "Abra\u00e7os"),
    ):
        (at_alice,) = (
            mail
            for mail in players.begin("knightpanic challenge alice bob")
            if mail["To"] == AT_ALICE
        )
        told = to(players.reply(at_alice, f"{above}\n\na1-c5\n\n{below}"), AT_BOB)
        said = " ".join(f"{above} {below}".split())
        assert "alice moves a1-c5" in text_of(told), above
        assert f"alice writes: {said}" in words_of(told), above


def test_a_move_below_other_lines_waits_for_a_yes_that_sends_them(players):
    """Text that may introduce, deny or doubt the move, or ask something, leaves it open."""
    for above in (
        "I think your best was",
        "My idea:",
        "I'm not going to resign yet ;)",
        "How was your trip?",
        "If only I had seen this.",
        "You should have played here.",
        "My brother recommends this one.",
    ):
        (at_alice,) = (
            mail
            for mail in players.begin("knightpanic challenge alice bob")
            if mail["To"] == AT_ALICE
        )
        (held,) = players.reply(at_alice, f"{above}\na1-c5")
        assert held["To"] == AT_ALICE
        assert "Your reply has other lines above a1-c5, so we haven't played it yet" in words_of(
            held
        )
        said = " ".join(above.replace("> x", "").split())
        assert said in words_of(held), above
        assert said in words_of(to(players.reply(held, "Yes!"), AT_BOB)), above


def test_a_plan_behind_a_move_is_kept_from_the_opponent(started_game):
    """A sentence of its own leaves no doubt about the move. The answer says how to plan."""
    site, at_alice, _ = started_game
    told = site.reply(at_alice, "a1-c5. If he answers e7-c3, then c1-g3.")
    to_alice, to_bob = to(told, AT_ALICE), to(told, AT_BOB)
    assert "alice moves a1-c5" in text_of(to_bob)
    assert "c1-g3" not in text_of(to_bob).partition("Legal moves")[0]
    assert "queue if e7-c3 c1-g3" in text_of(to_alice)


def test_a_verb_below_other_lines_is_none(started_game):
    """A command that changes a board is read only where nothing stands above it."""
    site, at_alice, _ = started_game
    for body in ("Hm.\nundo", "Hm.\nresign", "Hm.\npropose"):
        site.reply(at_alice, body)
    with site.database.work() as work:
        board = work.boards.find("knightpanic", 101)
    assert board.active
    assert board.offer is None


def test_text_below_a_quotation_belongs_to_the_comment(started_game):
    """Text between and below quotations is passed on with the first part."""
    site, at_alice, _ = started_game
    body = "a1-c5\nThanks,\n\n> It is alice's turn.\n\nI know!\n\n> a7-c3\n\nBye.\nStop.\n"
    mails = site.reply(at_alice, body)
    said = "Thanks,\n\nI know!\n\nBye.\nStop."
    assert text_of(to(mails, AT_BOB)).endswith(f"alice writes:\n\n{said}\n")


GUESSES = {
    "resgin": "resign 101 alice",
    "I resign.": "resign 101 alice",
    "Ich gebe auf!": "resign 101 alice",
    "I resign. Well played!": "resign 101 alice",
    "Hi Bob,\n\nI give up": "resign 101 alice",
    "decline": "resign 101 alice",
    "draw?": "move 101 propose",
    "propse": "move 101 propose",
    "Shall we call it a draw?": "move 101 propose",
}


def test_a_command_that_is_only_guessed_waits_for_a_yes(started_game):
    """What can't be taken back is done by a plain yes; an empty reply isn't enough."""
    site, at_alice, _ = started_game
    for words, line in GUESSES.items():
        (asked,) = site.reply(at_alice, words)
        assert f"\n  knightpanic {line}\n" in text_of(asked), words
        site.clock.forward(hours=2)  # as answers are limited
        assert "it doesn't confirm this command" in words_of(site.reply(asked, "")[0]), words
        (cancelled,) = site.reply(asked, "no")
        assert "We haven't done anything" in text_of(cancelled), words
        assert "somebody else" not in text_of(cancelled), words
        assert ply(site) == 0
    (asked,) = site.reply(at_alice, "This was fun. I give up")
    told = text_of(to(site.reply(asked, "yes"), AT_BOB))
    assert "alice called the game off" in told
    assert "This was fun." in told


def test_a_draw_is_offered_with_a_move(site):
    """In any order, on a line or two, in a chess player's words; what else is said is a comment."""
    site.sign_up("alice", "bob")
    bodies = ("a1-c5\npropose", "a1-c5, draw?", "**a1-c5**\n\nDraw?", "draw a1-c5")
    bodies += ("a1-c5, and I offer a draw", "a1-c5\nShall we call it a draw?")
    said = ("propose\na1-c5\nGood luck", "a1-c5#1 Good luck\ndraw", "move a1-c5 propose\nGood luck")
    for body in (*bodies, *said):
        at_alice = to(site.begin("knightpanic challenge alice bob"), AT_ALICE)
        told = text_of(to(site.reply(at_alice, body), AT_BOB))
        assert "alice moves a1-c5. alice offers a draw." in told, body
        assert ("alice writes:\n\nGood luck\n" in told) == (body in said), body
        assert "draw?" not in told.lower(), body


def test_a_queued_answer_ends_the_draw_offered_with_a_move(started_game):
    """The move that bob has queued is his answer; a draw by the game's end needs no offer."""
    site, at_alice, _ = started_game
    site.say("knightpanic queue 101 bob Yb%0b-Yes if a1-c5 a7-e5")
    told = text_of(to(site.reply(at_alice, "a1-c5 propose"), AT_BOB))
    assert "alice offers a draw. bob's queued move was played: bob" in " ".join(told.split())
    assert "alice's draw offer ended with this move." in " ".join(told.split())


def test_a_verb_alone_below_a_move_is_not_sent(started_game):
    """The move is made, and its writer is told what the word would need; "Resign!" is said."""
    site, at_alice, _ = started_game
    mails = site.reply(at_alice, "a1-c5\nGood luck\nresign.")
    assert text_of(to(mails, AT_BOB)).count("writes:") == 0
    told = words_of(to(mails, AT_ALICE))
    assert '"resign" has no effect below other lines' in told
    mails = site.reply(to(mails, AT_BOB), "a7-e5\nResign!")
    assert text_of(to(mails, AT_ALICE)).endswith("bob writes:\n\nResign!\n")


def test_a_verb_alone_below_a_move_against_a_robot_is_told(site):
    """Though nobody reads comments there."""
    site.sign_up("alice")
    site.say("knightpanic robot challenge 3 alice")
    site.say("knightpanic robot challenge 3 alice")
    (mail,) = site.mail(AT_ALICE, f"knightpanic showas alice {PLAYERS['alice'][0]} 102")
    told = words_of(site.reply(mail, "a1-c5\nresign")[0])
    assert '"resign" has no effect below other lines' in told
    assert "sent to" not in told


def test_draw_is_heard_as_propose(started_game):
    """In a reply and in a full line; a game without draws says so."""
    site, at_alice, _ = started_game
    assert "alice offers a draw." in text_of(to(site.reply(at_alice, "Draw!"), AT_BOB))
    drawn = site.say("knightpanic move 101 bob Yb%0b-Yes draw")
    assert "The game is drawn." in drawn.content.news
    site.mails()
    at_alice = to(site.begin("knightsduel challenge alice bob"), AT_ALICE)
    for body in ("draw", "(2,3)\ndraw?", "(2,3) propose"):
        site.clock.forward(minutes=11)  # as equal refusals aren't repeated
        (refused,) = site.reply(at_alice, body)
        assert "Knight's Duel has no draws, so you can't offer one." in text_of(refused)


def test_a_yes_to_an_offer_is_no_yes_to_a_move(started_game):
    """Where a move waits as well, or stands below the yes, nothing is accepted by it."""
    site, at_alice, _ = started_game
    at_bob = to(site.reply(at_alice, "a1-c5"), AT_BOB)
    offered = to(site.reply(at_bob, "a7-c3 propose"), AT_ALICE)
    for body in ("agreed\nc1-a5", "I think I play c1-a5"):
        (held,) = site.reply(offered, body)
        assert 'reply "confirm".' in words_of(held)
        assert 'reply "yes"' not in words_of(held)
    for body in ("yes", "No."):
        (refused,) = site.reply(held, body)
        assert text_of(refused).startswith("That didn't work"), body
    told = words_of(to(site.reply(held, "confirm"), AT_BOB))
    assert "alice moves c1-a5. bob's draw offer ended with this move." in told


def test_an_offer_is_accepted_in_other_words(started_game):
    """As people write it to accept."""
    site, at_alice, _ = started_game
    at_bob = to(site.reply(at_alice, "a1-c5"), AT_BOB)
    offered = to(site.reply(at_bob, "propose"), AT_ALICE)
    assert "The game is drawn." in text_of(to(site.reply(offered, "I accept."), AT_BOB))


def test_a_word_alone_in_a_reply_to_chat_is_asked_about(started_game):
    """It isn't said to the others; "Resign!" is."""
    site, at_alice, _ = started_game
    chat = to(site.reply(at_alice, "chat\nHello"), AT_BOB)
    for body, line in {"resign": "resign 101 bob", "draw?": "move 101 draw"}.items():
        (asked,) = site.reply(chat, body)
        assert f"\n  knightpanic {line}\n" in text_of(asked), body
    assert "bob writes:\n\nResign!" in text_of(to(site.reply(chat, "Resign!"), AT_ALICE))


def test_a_challenge_in_a_reply_to_a_message_is_one(started_game):
    """It names both players, and isn't sent to the writer."""
    site, _, _ = started_game
    mails = site.mail(AT_BOB, f"message bob {PLAYERS['bob'][0]} alice", "Another game?")
    mails = site.reply(to(mails, AT_ALICE), "trailblazer challenge alice bob")
    assert "alice started a new game" in text_of(to(mails, AT_BOB))


def test_a_move_out_of_turn_in_a_sentence_is_answered_so(started_game):
    """The legal moves are the other's then."""
    site, at_alice, _ = started_game
    own = to(site.reply(at_alice, "a1-c5"), AT_ALICE)
    (answer,) = site.reply(own, "oops, I meant c1-a5")
    assert 'It is bob\'s turn. To ask to take back your last move, reply "undo".' in words_of(
        answer
    )


def test_a_misspelt_view_needs_no_yes(started_game):
    """Nothing is changed by it."""
    site, at_alice, _ = started_game
    assert "Legal moves (10)" in text_of(site.reply(at_alice, "moves?")[0])


def test_a_resignation_that_is_meant_twice_stays(started_game):
    """Out of turn it is kept; other words that mean it cancel nothing, unlike the command."""
    site, _, _ = started_game
    site.play("knightpanic", 101, "a1-c5")
    (mail,) = site.mail(AT_ALICE, "knightpanic showas alice Xa!11ce-X 101")
    for words in ("I give up", "I resign"):
        (asked,) = site.reply(mail, words)
        assert "You'll resign when your turn comes." in text_of(site.reply(asked, "yes")[0])
    (refused,) = site.reply(mail, "rematch")
    assert "Your resignation takes effect on your next turn." in words_of(refused)


def test_a_draw_is_not_offered_where_there_is_none(site):
    """The words wait as any others, and the answer says why."""
    site.sign_up("alice", "bob")
    site.say("knightsduel challenge alice bob")
    (asked,) = site.reply(to(site.mails(), AT_ALICE), "How about a draw?")
    assert "Knight's Duel has no draws" in text_of(asked)
    assert "How about a draw?" in text_of(to(site.reply(asked, "yes"), AT_BOB))


def test_words_on_the_line_of_chat_are_said(started_game):
    """Some programs drop the line break that the link of a mail has below the word."""
    site, at_alice, _ = started_game
    for body in ("chat Hello Ann", "Chat: Hello Bob", "chat\nHello Cid", "chat Hello\nDora"):
        said = text_of(to(site.reply(at_alice, body), AT_BOB)).partition("alice writes:")[2]
        assert said.partition("---")[0].split() == ["Hello", body.split()[-1]]


@pytest.mark.parametrize(
    "subject", ["=?utf-8?q?=3D=3Futf-8=3Fq=3FRe=3A=3F=3D?=", "resign", "Board", "RE: AW: x", ""]
)
def test_words_on_the_line_of_a_move_are_its_comment(started_game, subject):
    """The same holds for the link of a move, whatever the program made of the subject."""
    site, at_alice, _ = started_game
    mail = simple_mail(AT_ALICE, subject, "a1-c5 Good luck, Bob")
    mails = site.receive(AT_ALICE, mail, at_alice["Reply-To"])
    assert text_of(to(mails, AT_BOB)).endswith("alice writes:\n\nGood luck, Bob\n")


@pytest.mark.parametrize("body", ["queue", "submit", "preview", "b2", "pass", "O-O"])
def test_refusals_show_a_legal_move(started_game, body):
    """The example is a move of this board, as a reply writes it."""
    site, *_ = started_game
    site.play("knightpanic", 101, "a1-c5", "a7-c3")
    (mail,) = site.mail(AT_ALICE, "knightpanic showas alice Xa!11ce-X 101")
    (refusal,) = site.reply(mail, body)
    assert re.search(r"c1-a5", text_of(refusal))
    assert "a1-" not in text_of(refusal)
    assert "PASSWORD" not in text_of(refusal)


def test_castling_is_unknown_here(started_game):
    """A reply from chess hears that none of these games has it."""
    site, at_alice, _ = started_game
    (refusal,) = site.reply(at_alice, "castle")
    assert '"castle" isn\'t a legal move here' in text_of(refusal)


def test_withdraw_is_about_ones_own_offer_or_the_tournament(started_game):
    site, at_alice, _ = started_game
    (explained,) = site.reply(at_alice, "withdraw")
    assert "tournament" in text_of(explained)
    offered = to(site.reply(at_alice, "propose"), AT_ALICE)
    assert 'reply "withdraw"' in text_of(offered)
    told = to(site.reply(offered, "Withdraw"), AT_ALICE)
    assert "alice withdraws the draw offer." in text_of(told)


def test_yes_is_an_answer_only_to_an_offer(started_game):
    """A plain yes accepts what the mail replied to offers, and a no rejects it."""
    site, at_alice, at_bob = started_game
    (refusal,) = site.reply(at_bob, "yes")
    assert "accept" not in text_of(refusal).partition("For")[0].split("word such as")[0]
    offered = to(site.reply(at_alice, "propose"), AT_BOB)
    told = to(site.reply(offered, "No, thanks"), AT_ALICE)
    assert "bob rejects the draw offer" in text_of(told)
    offered = to(site.reply(told, "propose"), AT_BOB)
    site.reply(offered, "Yes, but later")
    assert "drawn" not in text_of(site.reply(offered, "show")[0])
    assert "Game drawn" in text_of(to(site.reply(offered, "Sure, no problem"), AT_ALICE))


def test_a_move_after_the_end_hears_who_won(started_game):
    """A reply to a mail about a game that is over names its winner."""
    site, at_alice, _ = started_game
    site.play("knightpanic", 101, "a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")
    (refusal,) = site.reply(at_alice, "a1-c5")
    assert "Knight Panic board 101 is over: alice won." in text_of(refusal)


def test_a_command_s_word_behind_a_move_is_asked_about(site):
    """Neither is the move made nor the word sent: "accept" behind it may be meant as such."""
    site.sign_up("alice", "bob")
    first = {mail["To"]: mail for mail in site.begin("knightpanic challenge alice bob")}
    mail = first[PLAYERS["alice"][1]]
    for words in ("a1-c5 accept", "a1-c5 resign", "a1-c5, undo."):
        told = {each["To"] for each in site.reply(mail, words)}
        assert told == {PLAYERS["alice"][1]}, words
        assert site.say("knightpanic show 101").data["ply"] == 0, words


def test_a_greeting_above_a_move_goes_to_the_opponent_whom_it_names(started_game):
    site, at_alice, _ = started_game
    mail = to(site.reply(at_alice, "Hi Bob!\n\na1-c5\n\nCheers"), AT_BOB)
    assert "alice writes: Hi Bob! Cheers" in words_of(mail)


def test_a_request_behind_a_move_is_not_a_comment(started_game):
    site, at_alice, _ = started_game
    mails = site.reply(at_alice, "a1-c5 and please mute this game")
    assert "mute" not in words_of(to(mails, AT_BOB))
    assert any("knightpanic mute 101" in mail["Subject"] for mail in mails)


def test_a_held_move_shows_the_comment_that_would_be_sent(started_game):
    site, at_alice, _ = started_game
    (held,) = site.reply(at_alice, "I play a1-c5, what a nice day")
    assert "To play it and send your comment, reply" in words_of(held)
    assert text_of(held).endswith("alice writes:\n\nI play a1-c5, what a nice day\n")
    lines = "\n".join(f"Line {number}" for number in "abcdefgh")
    (held,) = site.reply(at_alice, f"Look:\na1-c5\n\n{lines}")
    assert text_of(held).endswith("Line d\nLine e\n...\n")


DRAFTS = {
    "Certainly! Here's a reply:\n\na1-c5\n\nLet me know if you'd like me to change it.\n\nBest": "",
    "Dear Bob,\n\na1-c5\n\nLet me know if you need anything else.\n\nBest regards\nAlice": "",
    "Hi Bob, I'll play a1-c5. My knee is better! Feel free to adjust it.": ("My knee is better!"),
    "Gerne! Hier ist ein Entwurf:\n\na1-c5\n\nViel Glück!\n\nMit freundlichen Grüßen\nAlice": (
        "Viel Glück!"
    ),
    "a1-c5\n\nThank you for your message.\n\nBest regards\nAlice": (
        "Thank you for your message. Best regards Alice"
    ),
    "a1-c5\nLet me know if you need anything else to drink": (
        "Let me know if you need anything else to drink"
    ),
}


@pytest.mark.parametrize("text", DRAFTS)
def test_the_phrases_of_a_writing_assistant_are_no_comment(started_game, text):
    site, at_alice, _ = started_game
    mails = site.reply(at_alice, text)
    if ply(site) == 0:
        mails = site.reply(mails[0], "yes")
    told = words_of(to(mails, AT_BOB))
    assert ply(site) == 1
    assert told.partition("alice writes: ")[2].strip() == DRAFTS[text]


LETTERS = (
    (
        "Sehr geehrte Damen und Herren,\n\nvielen Dank für Ihre Nachricht. Gerne möchte ich mit "
        "dem Zug a1-c5 fortfahren.\n\nMit freundlichen Grüßen\nAlice"
    ),
    (
        "Thanks for the update! I've decided to move my knight from a1 to c5. Let me know if any "
        "issues come up.\n\nBest,\nAlice"
    ),
    (
        "Cher serveur,\n\nJe vous remercie pour votre message. Veuillez enregistrer mon coup : "
        "a1-c5.\n\nCordialement,\nAlice\n\n[Ce texte a été généré par un assistant]"
    ),
    "Dear Sir or Madam,\n\nplease note my move: a1-c5.\n\nYours faithfully\nAlice",
    "Dear server,\na1-c5\nMy husband is watching.\nThanks",
    "Уважаемый сервер,\nпрошу записать мой ход: a1-c5.\nС уважением,\nАлиса",
)


@pytest.mark.parametrize("text", LETTERS)
def test_a_letter_to_the_server_is_no_comment(started_game, text):
    site, at_alice, _ = started_game
    mails = site.reply(at_alice, text)
    if ply(site) == 0:
        mails = site.reply(to(mails, AT_ALICE), "yes")
    assert ply(site) == 1
    assert "alice writes" not in words_of(to(mails, AT_BOB))


OFFERS = (
    "c1-a5 and I offer you a draw, what do you say?",
    "c1-a5, how about a draw?",
    "c1-a5 und biete dir remis an",
    "c1-a5, je te propose la nulle. Bises",
    "c1-a5 и предлагаю ничью",
)


@pytest.mark.parametrize("text", OFFERS)
def test_a_draw_offer_behind_a_move_is_asked_about(started_game, text):
    site, at_alice, _ = started_game
    (asked,) = site.reply(at_alice, text)
    assert asked["Subject"] == "Please confirm: knightpanic move 101 c1-a5 propose"


NO_OFFERS = (
    "c1-a5. Your draw offer surprised me",
    "c1-a5 looks like a draw",
    "c1-a5, no draw please",
    "c1-a5, if I offered a draw would you take it?",
    "c1-a5, Carol offered me a draw yesterday",
    "c1-a5 draw? lol no",
)


@pytest.mark.parametrize("text", NO_OFFERS)
def test_other_words_about_draws_offer_none(started_game, text):
    site, at_alice, _ = started_game
    assert not any("propose" in mail["Subject"] for mail in site.reply(at_alice, text))
