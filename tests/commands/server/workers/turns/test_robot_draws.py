"""Draws that robots take and offer, as far as they are proved."""

import pytest

from commands.server.workers.search_functions import ProvedMoves
from commands.server.workers.turns.backoff import Backoff
from commands.server.workers.turns.robot_turns import RobotTurns, move_robots
from pbm.robots import search_tasks
from pbm.robots.levels import LEVELS, rated_levels
from pbm.robots.move_choice import SearchLimit
from pbm.robots.search_tasks import LATE, OFFER_EVERY, SearchTask, run_search
from tests.support.cases import cases
from tests.support.site import text_of, words_of

QUICK = SearchLimit(positions=200)
RATED = rated_levels("knightsdance").values()
ALL_LEVELS = [*LEVELS.values(), *(rated.level for rated in RATED)]
CYCLE = ("e3", "a3", "f5", "b5")
"""Four moves of Knight's Dance after which the board is the same."""


class Proved:
    """A table in which every position has the same result."""

    def __init__(self, result):
        self._result = result

    def __call__(self, game, position, _seconds):
        return ()

    def result(self, _game, _position):
        return self._result


def task(plies, **more):
    """Returns White's task in a game of Knight's Dance without an end."""
    log = tuple(f"move {CYCLE[ply % 4]}" for ply in range(plies))
    values = {"seat": 0, "level": LEVELS[3]} | more
    return SearchTask("knightsdance", 101, ("-misere",), log, epoch=0, **values)


@cases("level", ALL_LEVELS)
def test_a_proved_draw_is_taken(level):
    """Robots of all levels accept it, at any time."""
    assert run_search(task(4, level=level, offer="draw"), QUICK, Proved("drawn")) == "accept"


@cases(
    ("result", "seat", "said"),
    [("won", 0, "reject"), ("lost", 0, "accept"), ("won", 1, "accept"), ("lost", 1, "reject")],
)
def test_the_best_robot_goes_by_what_is_proved(result, seat, said):
    """It takes a draw in a lost game, and none in a won one; the result is that of the mover."""
    assert run_search(task(4, seat=seat, offer="draw"), QUICK, Proved(result)) == said


def offers(plies, result="drawn", level=LEVELS[3]):
    return run_search(task(plies, level=level), QUICK, Proved(result)).endswith("\npropose")


def test_it_offers_a_proved_draw_now_and_then():
    """Late in the game it offers one with a move, once in so many moves, and else it doesn't."""
    late = range(0, 2 * LATE, 4)
    assert [plies for plies in late if offers(plies)] == list(range(LATE, 2 * LATE, OFFER_EVERY))
    assert not offers(LATE, "won")
    assert not offers(LATE, "")
    assert not offers(LATE, level=LEVELS[2])


def test_a_robot_never_resigns():
    """It moves on in a lost game, and offers nothing."""
    for level in ALL_LEVELS:
        assert run_search(task(LATE, level=level), QUICK, Proved("lost")) in ("d4", "e3")


@pytest.fixture
def robots(site, tmp_path):
    """A server's robots, of which robot3 plays White against alice in a game that can't be won."""
    site.sign_up("alice")
    assert site.say("knightsdance challenge -misere robot3 alice").ok
    proved = ProvedMoves(tmp_path)
    return RobotTurns(
        site.database, site.dispatcher, site.mailer, Backoff(lambda: 0.0), proved_moves=proved
    )


def test_the_offer_comes_in_the_mail_with_the_move(site, robots, monkeypatch):
    """The other player gets one mail, and may accept by reply."""
    monkeypatch.setattr(search_tasks, "LATE", 0)
    site.mails()
    assert move_robots(robots, QUICK, 1) == 1
    [mail] = site.mails()
    text = words_of(mail)
    assert "robot3 moves" in text
    assert "robot3 offers a draw" in text
    [answer] = site.reply(mail, "accept")
    assert "The game is drawn" in text_of(answer)
    assert site.say("knightsdance show 101").data["winners"] == []


def test_a_repeated_position_is_drawn_at_once(site, robots):
    """Where a position stands for the third time, the offer is a claim."""
    for ply in range(LATE):
        userid = ("robot3", "alice")[ply % 2]
        assert site.say(f"knightsdance move 101 {userid} - {CYCLE[ply % 4]}", admin=True).ok
    site.mails()
    assert move_robots(robots, QUICK, 1) == 1
    [mail] = site.mails()
    assert "The position occurred three times" in text_of(mail)
