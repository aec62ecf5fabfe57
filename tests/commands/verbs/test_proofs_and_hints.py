"""Proved results, told where boards begin and end; and hints."""

import html
import re

import pytest

from commands.views.text import rendering
from pbm.proofs.game_values import decisive_mistake
from pbm.proofs.value import Result, Value
from tests.support.cases import cases
from tests.support.site import PLAYERS, text_of, words_of

WON, LOST, DRAWN = (Value(result) for result in (Result.WON, Result.LOST, Result.DRAWN))
ALICE, BOB = "alice Xa!11ce-X", "bob Yb%0b-Yes"
ALICE_ADDRESS = PLAYERS["alice"][1]


def shown(site, line):
    """Returns the text of an answer, with joined lines."""
    answer = site.say(line)
    assert answer.ok, answer
    return " ".join(rendering.text(answer.content).split()), answer.data


def finished(site):
    """Plays a game of Knight's Dance that White, who was lost, wins."""
    site.begin("knightsdance challenge alice bob")
    site.play("knightsdance", 101, "e3", "c3", "c4", "b5", "d2", "d4", "b1")


def test_a_finished_board_shows_what_is_proved(players):
    """The answer has the value before each move, and the decisive move."""
    finished(players)
    text, data = shown(players, "knightsdance show 101")
    assert "1 alice e3 loses by move 6 2 bob c3" in text
    assert "7 alice b1 wins by move 7" in text
    number = data["mistake"]
    assert f"The decisive mistake was bob's {data['moves'][number - 1]}, move {number}." in text
    before, after = data["values"][number - 1], data["values"][number]
    assert before["value"] != "lost"
    assert after["value"] == "won"
    assert data["values"][0] == {"value": "lost", "plies": 6}


def test_the_last_move_searches_nothing(players, monkeypatch):
    """The decisive mistake is found when the mails about the end are rendered, once for all."""
    players.begin("knightsdance challenge alice bob")
    reviewed, prover = [], players.services.prover
    review = prover.review
    monkeypatch.setattr(prover, "review", lambda match: reviewed.append(match) or review(match))
    for number, move in enumerate(("e3", "c3", "c4", "b5", "d2", "d4", "b1")):
        assert players.say(f"knightsdance move 101 {(ALICE, BOB)[number % 2]} {move}").ok
    assert reviewed == []
    mails = [mail for mail in players.mails() if re.search("Game won|You won", text_of(mail))]
    assert len(mails) == 2
    for mail in mails:
        page = html.unescape(mail.get_body(("html",)).get_content())
        assert "The decisive mistake was bob's c3, move 2." in page
    assert len(reviewed) == 1


def test_a_board_that_goes_on_tells_nothing(players):
    """Neither a running board nor an earlier ply of a finished one shows values."""
    players.say("knightsdance challenge alice bob")
    assert "proved, before" not in shown(players, "knightsdance show 101")[0]
    players.mails()
    players.play("knightsdance", 101, "e3", "c3", "c4", "b5", "d2", "d4", "b1")
    text, data = shown(players, "knightsdance show 101#3")
    assert "proved, before" not in text
    assert "values" not in data


def test_three_players_boards_show_no_values(players):
    players.begin("madknights challenge -start=c3,f6,d5 alice bob carol")
    for name in ("alice Xa!11ce-X", "bob Yb%0b-Yes"):
        players.play("madknights", 101, "random")
        assert players.say(f"madknights resign 101 {name}").ok
    text, data = shown(players, "madknights show 101")
    assert "proved" not in text
    assert "values" not in data


@cases(
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
    """The decisive mistake is the last move from a proved value to a worse proved one."""
    assert decisive_mistake(values) == number


EARLY = "If you don't want such a game to be rated, "


@cases(
    ("line", "words"),
    [
        ("knightsduel challenge alice bob", "White can't win"),
        ("knightpanic challenge alice bob", "White can't win"),
        ("knightpanic challenge -3d alice bob", "neither player can win"),
        ("trailblazer challenge alice bob", "Player 2 can't win"),
        ("knightsdance challenge -misere alice bob", "neither player can win"),
        ("knightsdance challenge -jumpblock -unrated alice bob", "White can't win"),
        ("knightsdance challenge -pair alice bob", "White can't win"),
        (
            'knightsdance challenge "-position=(b 3 3 a1 b1 a2 c2)" alice bob',
            "White can't win",
        ),
    ],
)
def test_a_proved_start_is_told(players, line, words):
    """Both players hear who can't win at the end of the first mail, which suggests no challenge."""
    texts = [
        shown(players, line)[0],
        *(words_of(mail) for mail in players.mails()),
    ]
    assert len(texts) >= 3
    for text in texts:
        last = text.rpartition("Terms: ")[2]
        assert f"{words} against perfect play." in last
        assert "challenge" not in last
        assert EARLY not in text


@pytest.mark.parametrize(
    ("line", "seats", "pair"),
    [
        ("trailblazer challenge alice bob", ("Player 1", "Player 2"), "challenge -pair alice bob"),
        (
            "knightsdance challenge -jumpblock -unrated alice bob",
            ("White", "Black"),
            "challenge -pair -jumpblock -unrated alice bob",
        ),
        ("knightpanic challenge -3d alice bob", (), ""),
        ("knightsdance challenge -pair alice bob", (), ""),
    ],
)
def test_a_challenger_can_change_a_challenge_into_a_pair(confirming_site, line, seats, pair):
    """The confirmation of a challenge with a proved winner suggests the line."""
    confirming_site.sign_up("alice", "bob")
    [asked] = confirming_site.mail(ALICE_ADDRESS, line)
    assert bool(pair) == ("To play two games instead, one as" in words_of(asked))
    if pair:
        game = line.partition(" ")[0]
        assert "To play two games instead, one as {} and one as {}, send:".format(
            *seats
        ) in words_of(asked)
        assert f"send:\n  {game} {pair}\n" in text_of(asked)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("knightsdance challenge alice bob", ("White", 6)),
        ("knightpanic challenge -size=5 alice bob", ("Black", 3)),
        ("trailblazer challenge -size=3 alice bob", ("Player 2", 5)),
    ],
)
def test_a_rated_start_that_is_decided_early_is_told_before_both_agree(confirming_site, line, said):
    """The challenger hears it before confirming, and the other before their first move."""
    site, loser, ply = confirming_site, *said
    within = f"within {ply} moves, counting both players' moves."
    ends = f"If both players play perfectly, the game ends {within}"
    said = f"From the starting position, {loser} can't win against perfect play. {ends} {EARLY}"
    site.sign_up("alice", "bob")
    [asked] = site.mail(ALICE_ADDRESS, line)
    text = words_of(asked)
    assert f'{said}reply "no", or challenge with -unrated.' in text
    for mail in site.reply(asked):
        text = words_of(mail)
        assert f"{said}call it off." in text


def test_each_start_of_a_mail_is_told_with_its_line(confirming_site):
    """One mail asks for both, and names the line of each start that is proved."""
    site = confirming_site
    site.sign_up("alice", "bob")
    lines = ["knightsdance challenge alice bob", "trailblazer challenge -size=12 bob alice"]
    lines.append("knightsduel challenge alice bob")
    [asked] = site.mail(ALICE_ADDRESS, "", "\n".join(lines))
    text = words_of(asked)
    dance, duel = (f"{size}, 21 days per move, rated" for size in ("5 rows by 6 columns", "8x8"))
    colors = "alice is White and bob is Black."
    value = f"{colors} From the starting position, White can't win against perfect play."
    assert f"{lines[0]}: This starts a game of Knight's Dance ({dance}). {value}" in text
    assert f"{lines[2]}: This starts a game of Knight's Duel ({duel}). {value}" in text
    assert text.count("perfect play") == 2


def test_seekers_hear_of_the_usual_start(players):
    """While nobody else seeks, and when challenges are taken again."""
    for line in (f"knightsdance seek {ALICE} 1", f"knightsdance accept {ALICE}"):
        text = shown(players, line)[0]
        proved = (
            "We've proved that, with perfect play, Black wins from the standard starting position "
            "within 6 moves, counting both players' moves."
        )
        assert proved in text
        assert "If you don't want such a game to be rated, add -unrated." in text
    assert "proved" not in shown(players, f"knightsdance reject {BOB}")[0]
    assert "proved" not in shown(players, f"knightsdance seek {ALICE} 0")[0]
    assert "proved" not in shown(players, f"madknights seek {ALICE} 1")[0]


def test_a_board_at_its_start_shows_the_proved_value(players):
    """Until the first move, and later for the start alone."""
    players.say("trailblazer challenge alice bob")
    said = "We've proved that, with perfect play, Player 1 wins from this start within 39 moves"
    text, data = shown(players, "trailblazer show 101")
    assert said in text
    assert data["start"] == {"value": "won", "plies": 39}
    players.play("trailblazer", 101, "right")
    assert "proved" not in shown(players, "trailblazer show 101")[0]
    assert said in shown(players, "trailblazer show 101#0")[0]


@pytest.mark.parametrize(
    "line",
    ["knightsduel challenge -size=9 alice bob", "madknights challenge alice bob carol"],
)
def test_nothing_is_told_of_other_starts(players, line):
    """Starts that aren't proved bring no remark."""
    assert "perfect" not in shown(players, line)[0]


def test_hints_need_everybodys_agreement(players):
    """The first who asks must wait, the other is told how to agree; then both get hints."""
    players.begin("knightsdance challenge -unrated alice bob")
    text, _ = shown(players, f"knightsdance hint 101 {ALICE}")
    assert "once bob has asked for them too" in text
    [told] = players.mails()
    assert told["To"] == "bob@example.com"
    assert "alice would like hints" in text_of(told)
    shown(players, f"knightsdance hint 101 {ALICE}")
    assert players.mails() == []
    [agreed] = players.reply(told, "hint")
    assert "All players now agree" in text_of(agreed)
    assert "isn't your turn" in players.say(f"knightsdance hint 101 {BOB}").content.text
    text, data = shown(players, f"knightsdance hint 101 {ALICE}")
    assert "The best move is e3. With best play, White loses by move 6." in text
    assert data == {"hint": "e3"}


def test_a_hint_says_that_nothing_is_proved(players):
    """Without a proof, a hint says so and gives a robot's move."""
    players.say("trailblazer challenge -unrated -size=12 alice bob")
    players.say(f"trailblazer hint 101 {BOB}")
    text, data = shown(players, f"trailblazer hint 101 {ALICE}")
    assert "We found no quick proof for this position. After a quick search, robot2" in text
    assert players.say(f"trailblazer move 101 {ALICE} {data['hint']}").ok


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("trailblazer", "Player 1 wins by move 39. Finding the best move would take too long."),
        ("knightpanic", "This position is lost, and no move is known to be better"),
    ],
)
def test_a_hint_knows_the_shipped_value_of_a_start(players, game, words):
    """Where the moves aren't found at once, it says what the challenge said, and no less."""
    players.say(f"{game} challenge -hints alice robot2")
    assert words in shown(players, f"{game} hint 101 {ALICE}")[0]


def test_a_move_agrees_to_hints(players):
    """A challenge with -hints isn't rated, and says that a move is agreement."""
    said = players.say("knightsdance challenge -hints alice bob").content
    assert {"-hints", "-unrated"} <= set(said.terms)
    assert "By making a move, you agree to this" in said.news
    asked = shown(players, f"knightsdance hint 101 {ALICE}")[0]
    assert "once bob has moved or asked for hints" in asked
    players.say(f"knightsdance move 101 {ALICE} e3")
    assert shown(players, f"knightsdance hint 101 {BOB}")[1]["hint"]


def test_robots_agree_to_hints(players):
    """Robots agree to hints on unrated boards."""
    players.say("knightsdance challenge -hints alice robot2")
    assert shown(players, f"knightsdance hint 101 {ALICE}")[1] == {"hint": "e3"}


def test_rated_boards_have_no_hints(players):
    """On rated boards hints are refused, and nobody is asked for them."""
    players.begin("knightsdance challenge alice bob")
    answer = players.say(f"knightsdance hint 101 {ALICE}")
    assert not answer.ok
    assert "is rated" in answer.content.text
    assert players.mails() == []
