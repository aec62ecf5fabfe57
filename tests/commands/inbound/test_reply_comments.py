"""The lines below a reply's command: sentences reach the others, plans and passwords do not."""

import pytest

from tests.commands.inbound.test_replies import ply, to
from tests.support.site import PLAYERS, text_of

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
Forget it.
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


@pytest.mark.parametrize(
    "line", ["if e7-c3 c1-e5", "If e7-c3, then c1-e5.", "if e7-c3 I play c1-e5", "IF E7C3 C1E5"]
)
def test_a_plan_below_a_move_goes_to_nobody(started_game, line):
    """The whole reply is refused, and says how to queue conditional moves."""
    site, at_alice, _ = started_game
    (refusal,) = site.reply(at_alice, f"a1-c5\n{line}\nGood luck")
    assert refusal["To"] == AT_ALICE
    assert "queue if" in text_of(refusal)
    assert ply(site) == 0


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("resgin", "resign"),
        ("draw", "propose"),
        ("I resign.", "resign"),
        ("decline", "resign"),
        ("propse", "propose"),
        ("moves?", "legal"),
    ],
)
def test_a_word_near_a_command_is_suggested(started_game, word, meant):
    """A reply of one wrong word names the right one, and changes nothing."""
    site, at_alice, _ = started_game
    (refusal,) = site.reply(at_alice, word)
    assert f'Did you mean "{meant}"?' in text_of(refusal)
    assert ply(site) == 0


def test_castling_is_unknown_here(started_game):
    """A reply from chess hears that none of these games has it."""
    site, at_alice, _ = started_game
    (refusal,) = site.reply(at_alice, "castle")
    assert "None of these games has it" in text_of(refusal)


def test_yes_is_an_answer_only_to_an_offer(started_game):
    """`accept` is suggested while something is offered, and not otherwise."""
    site, at_alice, at_bob = started_game
    (refusal,) = site.reply(at_bob, "yes")
    assert "accept" not in text_of(refusal).partition("For")[0].split("word such as")[0]
    offered = to(site.reply(at_alice, "propose"), AT_BOB)
    (refusal,) = site.reply(offered, "yes")
    assert 'Did you mean "accept"?' in text_of(refusal)


def test_a_move_after_the_end_hears_who_won(started_game):
    """A reply to a mail about a game that is over names its winner."""
    site, at_alice, _ = started_game
    site.play("knightpanic", 101, "a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")
    (refusal,) = site.reply(at_alice, "a1-c5")
    assert "Knight Panic board 101 is over: alice won." in text_of(refusal)
