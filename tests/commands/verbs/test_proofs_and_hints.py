"""What is proved, told where boards begin and end; and hints."""

import pytest

from commands.views import rendering
from pbm.proofs import Result, Value, decisive_mistake
from tests.support.site import text_of

WON, LOST, DRAWN = (Value(result) for result in (Result.WON, Result.LOST, Result.DRAWN))
ALICE, BOB = "alice Xa!11ce", "bob Yb%0b"


@pytest.fixture
def room(site):
    """A house with players."""
    site.sign_up("alice", "bob", "carol")
    return site


def shown(site, line):
    """The text of an answer, its lines joined."""
    answer = site.say(line)
    assert answer.ok, answer
    return " ".join(rendering.text(answer.content).split()), answer.data


def finished(site):
    """A game of Knight's Dance in which White, who was lost, wins."""
    site.say("knightsdance challenge alice bob")
    site.mails()
    site.play("knightsdance", 101, "e3", "c3", "c4", "b5", "d2", "d4", "b1")


def test_a_finished_board_shows_what_is_proved(room):
    """The value before each move, and the move that decided it."""
    finished(room)
    text, data = shown(room, "knightsdance show 101")
    assert "#1 alice e3 loses in 6 plies #2 bob c3" in text
    assert "#7 alice b1 wins in 1 ply" in text
    number = data["mistake"]
    assert f"The decisive mistake was bob's {data['moves'][number - 1]}, #{number}." in text
    before, after = data["values"][number - 1], data["values"][number]
    assert before["value"] != "lost"
    assert after["value"] == "won"
    assert data["values"][0] == {"value": "lost", "plies": 6}


def test_a_board_that_goes_on_tells_nothing(room):
    """Neither a running board nor an earlier ply of a finished one shows values."""
    room.say("knightsdance challenge alice bob")
    assert "proved, before" not in shown(room, "knightsdance show 101")[0]
    room.mails()
    room.play("knightsdance", 101, "e3", "c3", "c4", "b5", "d2", "d4", "b1")
    text, data = shown(room, "knightsdance show 101#3")
    assert "proved, before" not in text
    assert "values" not in data


def test_three_players_boards_show_no_values(room):
    """There are none."""
    room.say("madknights challenge -start=c3,f6,d5 alice bob carol")
    room.mails()
    for name in ("alice Xa!11ce", "bob Yb%0b"):
        room.play("madknights", 101, "random")
        assert room.say(f"madknights resign 101 {name}").ok
    text, data = shown(room, "madknights show 101")
    assert "proved" not in text
    assert "values" not in data


@pytest.mark.parametrize(
    ("values", "number"),
    [
        ([WON, LOST, WON], None),
        ([WON, WON, WON, LOST], 1),
        ([WON, DRAWN, DRAWN, WON], 2),
        ([LOST, WON, DRAWN, WON], 2),
        ([LOST, WON, DRAWN], 1),
        ([None, WON, None, LOST], None),
        ([WON, None, WON, WON], 2),
        ([], None),
    ],
)
def test_the_last_mistake_decides(values, number):
    """A move that made it worse for who made it, as far as both sides of it are proved."""
    assert decisive_mistake(values) == number


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("knightsduel challenge alice bob", "proved that White loses from this start"),
        ("knightsdance challenge -jumpblock alice bob", "proved that White loses in 8 plies"),
        ("knightsdance challenge -misere alice bob", "neither player can force the end"),
    ],
)
def test_a_proved_start_is_told(room, line, words):
    """The challenge's answer says who wins, and how both can have that side."""
    text, _ = shown(room, line)
    assert words in text
    assert ("-pair begins two boards" in text) == ("force" not in words)
    assert all(words in " ".join(text_of(mail).split()) for mail in room.mails())


@pytest.mark.parametrize(
    "line",
    [
        "knightsduel challenge -pair alice bob",
        "knightsduel challenge -size=9 alice bob",
        "madknights challenge alice bob carol",
    ],
)
def test_nothing_is_told_of_other_starts(room, line):
    """Where nothing is proved at once, or both players have each side already."""
    assert "proved" not in shown(room, line)[0]


def test_hints_need_everybody_s_word(room):
    """The first who asks is told to wait, the other is told how to agree; then both have hints."""
    room.say("knightsdance challenge -unrated alice bob")
    room.mails()
    text, _ = shown(room, f"knightsdance hint 101 {ALICE}")
    assert "once bob asked for them, too" in text
    [told] = room.mails()
    assert told["To"] == "bob@example.com"
    assert "alice asks for hints" in text_of(told)
    shown(room, f"knightsdance hint 101 {ALICE}")
    assert room.mails() == []
    assert "all agree" in shown(room, f"knightsdance hint 101 {BOB}")[0]
    assert "isn't your turn" in room.say(f"knightsdance hint 101 {BOB}").content.text
    text, data = shown(room, f"knightsdance hint 101 {ALICE}")
    assert "Best is e3. With best play White loses in 6 plies." in text
    assert data == {"hint": "e3"}


def test_a_hint_says_when_nothing_is_proved(room):
    """No guess is sold for the truth: it tells what a robot would play."""
    room.say("trailblazer challenge -unrated -size=12 alice bob")
    room.say(f"trailblazer hint 101 {BOB}")
    text, data = shown(room, f"trailblazer hint 101 {ALICE}")
    assert "Nothing is proved about this position. robot2, in a hurry, would play (" in text
    assert room.say(f"trailblazer move 101 {ALICE} {data['hint']}").ok


def test_whoever_moves_agrees_to_hints(room):
    """A challenge with -hints isn't rated, and says that a move is a word of agreement."""
    said = room.say("knightsdance challenge -hints alice bob").content
    assert {"-hints", "-unrated"} <= set(said.terms)
    assert "whoever makes a move agrees" in said.news
    assert "once bob moved, or asked" in shown(room, f"knightsdance hint 101 {ALICE}")[0]
    room.say(f"knightsdance move 101 {ALICE} e3")
    assert shown(room, f"knightsdance hint 101 {BOB}")[1]["hint"]


def test_robots_agree_to_hints(room):
    """They have nothing against them, on boards that aren't rated."""
    room.say("knightsdance challenge -hints alice robot2")
    assert shown(room, f"knightsdance hint 101 {ALICE}")[1] == {"hint": "e3"}


def test_rated_boards_have_no_hints(room):
    """And nobody is asked for them."""
    room.say("knightsdance challenge alice bob")
    room.mails()
    answer = room.say(f"knightsdance hint 101 {ALICE}")
    assert not answer.ok
    assert "is rated" in answer.content.text
    assert room.mails() == []
