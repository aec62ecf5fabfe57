"""The command to see what was played from a position."""

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from commands.server.workers.explorer import explore_finished
from commands.views.text import rendering
from tests.support.site import PLAYERS

WON = ("a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")
BOB = PLAYERS["bob"][0]


@pytest.fixture
def explored(site):
    """A server with three finished games of two starts."""
    site.sign_up("alice", "bob", "carol")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, *WON)
    site.say("panic challenge bob alice")
    site.play("knightpanic", 102, "a1-c5", "e7-c3")
    assert site.say(f"panic resign 102 bob {BOB}").ok
    site.say("panic challenge -3d bob alice")
    site.play("knightpanic", 103, "a1-c5", "e7-c3")
    assert site.say(f"panic resign 103 bob {BOB}").ok
    explore_finished(site.database)
    return site


def said(site, line):
    answer = site.say(line)
    assert answer.ok, answer
    return rendering.text(answer.content)


def test_a_position_is_told_with_its_moves_and_games(explored):
    """Moves with results and players, where games ended, the games, other starts, and the value."""
    assert (
        said(explored, "panic explore")
        == """\
White to play move 1.

With best play, White loses by move 10. This is proved.

2 finished games reached this position: White won 1 and Black won 1.

move   games  White  Black  drawn  played by
a1-c5      2      1      1      0  alice 1, bob 1

The games:
board  players      result
  102  bob - alice  Black won
  101  alice - bob  White won

Other starting positions played on this server:
1 game  knightpanic explore -3d"""
    )
    text = said(explored, "panic explore a1-c5 e7-c3")
    assert "(end)      1      0      1" in text
    assert explored.say("panic explore a1-c5").data["moves"] == [
        {
            "move": "e7-c3",
            "games": 2,
            "won": [1, 1],
            "drawn": 0,
            "players": [{"userid": "alice", "games": 1}, {"userid": "bob", "games": 1}],
            "value": "lost",
            "plies": 2,
        }
    ]


@pytest.mark.slow
def test_a_boards_position_is_explored(explored):
    """A board, at any ply; one that was resigned stands as it did before that."""
    assert "2 finished games" in said(explored, "panic explore 101#2")
    resigned = said(explored, "panic explore 102")
    assert "White resigned" in resigned
    assert "2 finished games" in resigned


def test_moves_have_proved_values(site):
    """Where values are proved, each move that was played has one."""
    site.sign_up("alice", "bob")
    site.say("duel challenge -size=4 alice bob")
    while legal := site.say("duel legal 101").data["moves"]:
        site.play("knightsduel", 101, legal[0])
    explore_finished(site.database)
    answer = site.say("duel explore -size=4")
    assert answer.data["value"] in ("won", "lost")
    assert answer.data["moves"][0]["value"] in ("won", "lost")


def test_a_position_that_nobody_reached(explored):
    """Positions without finished games say so; moves that can't be made are refused."""
    assert "No finished public game" in said(explored, "panic explore g1-e5")
    assert not explored.say("panic explore a1-a1").ok
    assert not explored.say("panic explore 101 -3d").ok


@pytest.mark.slow
def test_games_of_three_have_no_values(explored):
    """A game of three players is explored by its start; results are told by seat."""
    options = "-start=c3,f6,d5"
    explored.say(f"madknights challenge {options} alice bob carol")
    for _ in range(3):
        move = explored.say("madknights legal 101").data["moves"][0]
        explored.play("madknights", 101, move)
    for name in ("alice", "bob"):
        explored.say(f"madknights resign 101 {name} {PLAYERS[name][0]}")
    explore_finished(explored.database)
    first = explored.say("madknights explore")
    assert "madknights explore -start=c3,f6,d5" in rendering.text(first.content)
    results = explored.say(f"madknights explore {options}").data["results"]
    assert (results["games"], results["won"]) == (1, [0, 0, 1])


def test_it_is_asked_for_by_mail_and_by_reply(explored):
    """Strangers may ask by mail, and players by replying to a mail about a board."""
    explored.mails()
    (answer,) = explored.mail("stranger@example.com", "knightpanic explore a1-c5")
    assert "2 finished games" in answer.get_body(("plain",)).get_content()
    explored.say("panic challenge alice bob")
    mail = next(each for each in explored.mails() if each["To"] == PLAYERS["alice"][1])
    (answer,) = explored.reply(mail, "explore")
    assert "2 finished games" in answer.get_body(("plain",)).get_content()


def test_finished_games_are_explored_by_the_clocks(explored):
    """A tick puts games that have ended since where they are found."""
    explored.say("panic challenge alice bob")
    explored.play("knightpanic", 104, *WON)
    ClockWatcher(explored.database, explored.services, explored.mailer).tick()
    assert "3 finished games" in said(explored, "panic explore")
