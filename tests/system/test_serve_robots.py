"""Robots in `pbm serve` as it runs: they answer by mail, and survive the end of their processes."""

import email.parser
import email.policy
import re
from contextlib import closing, suppress
from email.utils import parseaddr
from itertools import count

import psutil
import pytest

from storage import open_database
from tests.support.sandbox import skip_without_filters
from tests.support.server_process import Server, ended
from tests.support.site import PLAYERS, simple_mail, text_of
from tests.support.smtp_sink import sink
from tests.support.waiting import wait_for

ALICE = PLAYERS["alice"][1]
QUICK = {"robot_nodes": 400}
BOARDS = range(101, 104)
LEGAL = re.compile(r"Legal moves [^:]*:\n(\S+)")
TURN = "Your move, alice."
OVER = ("Game won by", "You won.")
TIMEOUT_SECONDS = 60
"""Robots check for turns every two seconds, at low priority."""


def received(relay):
    """Returns the mails that have reached alice, in order."""
    parser = email.parser.BytesParser(policy=email.policy.default)
    return [parser.parsebytes(content) for _, to, content in relay.mails if to == ALICE]


def expect(relay, number):
    """Returns the text of the last mail, once there are so many."""
    mails = wait_for(
        lambda: received(relay)[number - 1 :] and received(relay),
        f"{number} mails",
        TIMEOUT_SECONDS,
    )
    assert len(mails) == number
    return mails[-1]


def reply(server, mail, body, number):
    """Answers a mail as mail readers do."""
    content = simple_mail(
        ALICE, f"Re: {mail['Subject']}", body, Message_ID=f"<reply{number}@sender>"
    )
    server.deliver(ALICE, content, parseaddr(mail["Reply-To"])[1])


def challenge(server, *lines):
    """Has alice start these games, as soon as she has signed up."""
    server.send("alice", "signup alice PASSWORD")
    server.expect(1)
    server.send("alice", "multiple", "\n".join(lines))


def searcher(server):
    """Returns the process that searches for a robot, or None.

    The background process forks it through another.
    """
    with suppress(psutil.NoSuchProcess):
        if background := server.background_process():
            return next((each for one in background.children() for each in one.children()), None)
    return None


def plies(database_url):
    """Returns the number of moves played on each of the boards."""
    database = open_database(database_url)
    with database.work() as work:
        found = [work.boards.find("knightpanic", number).match.ply for number in BOARDS]
    database.close()
    return found


@pytest.mark.slow
def test_a_whole_game_against_a_robot_by_mail(servers):
    """Each reply with a move brings one mail, with the robot's answer."""
    with sink() as relay:
        server = servers(relay=f"smtp://127.0.0.1:{relay.port}", **QUICK)
        server.send("alice", "signup alice PASSWORD")
        expect(relay, 1)
        server.send("alice", "trailblazer challenge -size=3 alice robot2")
        mail = expect(relay, 2)
        for number in count(3):
            assert TURN in text_of(mail)
            reply(server, mail, LEGAL.search(text_of(mail))[1], number)
            mail = expect(relay, number)
            if any(result in text_of(mail) for result in OVER):
                break
        assert "Ratings: alice 1600" in text_of(mail) or "Ratings: robot2 1600" in text_of(mail)
        assert server.stop() == 0


@pytest.mark.slow
def test_a_search_that_was_asked_for_by_mail(servers):
    """It runs in a process of the background process, and its answer is a second mail."""
    server = servers()
    server.send("alice", "trailblazer solve -size=6 right")
    server.expect(1)
    (answer,) = [found for found in map(text_of, server.expect(2)) if "You asked:" in found]
    assert "You asked: trailblazer solve -size=6 (0,1)" in answer
    assert "Player 2 loses by move 27" in answer
    assert server.stop() == 0


@pytest.mark.slow
def test_a_killed_background_process_is_replaced(servers):
    """Its search ends with it; the robot moves all the same, and once."""
    skip_without_filters()  # the trial of a sandbox would be taken for the search
    server = servers(robot_nodes=10**9, robot_seconds=3)
    challenge(server, "knightpanic challenge -size=7 robot2 alice")
    searching = wait_for(lambda: searcher(server), "a search")
    server.background_process().kill()
    wait_for(lambda: ended(searching), "the search's end")
    wait_for(lambda: "event='robot moved'" in server.log(), "the move")
    server.expect(2)
    assert server.log().count("event='background process died'") == 1
    assert server.stop() == 0
    assert server.log().count("event='robot moved'") == 1
    assert len(server.mails()) == 2


@pytest.mark.slow
def test_robots_move_once_whoever_has_them_move(tmp_path, database_url):
    """Of a server and two ticks of cron, one plays each board's move, with one mail about it."""
    with closing(Server(tmp_path, database=database_url, **QUICK)) as server:
        server.start()
        challenge(server, *["knightpanic challenge robot2 alice"] * len(BOARDS))
        wait_for(lambda: server.mails()[1:], "the boards")
        for tick in [server.shell("tick") for _ in range(2)]:
            tick.communicate(timeout=TIMEOUT_SECONDS)
            assert tick.returncode == 0
        wait_for(lambda: plies(database_url) == [1] * len(BOARDS), "the moves")
        server.expect(2 + len(BOARDS))
        assert server.stop() == 0
        assert plies(database_url) == [1] * len(BOARDS)
        assert len(server.mails()) == 2 + len(BOARDS)
