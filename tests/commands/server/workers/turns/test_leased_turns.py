"""Turns of robots and engines that several nodes could play."""

import sys
from os.path import realpath
from pathlib import Path

import pytest

from commands.server.health.check import Examined
from commands.server.health.engines import check_engines
from commands.server.workers.search_functions import search_here
from commands.server.workers.turns import engine_turns
from commands.server.workers.turns.backoff import Backoff
from commands.server.workers.turns.engine_absences import CHECK_SECONDS, EngineAbsences
from commands.server.workers.turns.robot_turns import RobotTurns, move_robots
from commands.settings import Settings
from pbm.engines.accounts import EngineAccount
from pbm.engines.limits import EngineLimits
from pbm.process.leases import LEASE
from pbm.robots.move_choice import SearchLimit
from storage.admin.nodes import Node
from tests.support.paths import TESTS

MODEST = TESTS / "support" / "engines" / "modest.py"
PYTHON = realpath(sys.executable)
"""Its own path, as that of a virtual environment may have spaces, which #! doesn't take."""
QUICK = SearchLimit(positions=600)


@pytest.fixture
def waiting(site):
    """A server with a board on which robot2 is to move."""
    site.sign_up("alice")
    site.begin("knightpanic challenge -size=7 robot2 alice")
    return site


def robots(site, holder):
    """Returns the robots of a node."""
    backoff = Backoff(lambda: 0.0)
    return RobotTurns(site.database, site.dispatcher, site.mailer, backoff, holder=holder)


def ply(site, game="knightpanic"):
    return site.say(f"{game} show 101").data["ply"]


class TestRobots:
    def test_a_leased_turn_is_nobody_elses(self, waiting):
        """Another node doesn't even find it, until the lease is over."""
        one, two = robots(waiting, "one"), robots(waiting, "two")
        (turn,) = one.turns()
        assert one.lease(turn)
        assert list(one.turns()) == [turn]
        assert (list(two.turns()), two.count_waiting(), two.lease(turn)) == ([], 0, False)
        waiting.clock.time += LEASE
        assert list(two.turns()) == [turn]
        assert two.lease(turn)

    def test_a_renewed_lease_goes_on(self, waiting):
        """As long as the search does."""
        one, two = robots(waiting, "one"), robots(waiting, "two")
        (turn,) = one.turns()
        one.lease(turn)
        waiting.clock.time += LEASE / 2
        assert one.renew(turn) == {turn.board_id}
        waiting.clock.time += LEASE / 2
        assert not two.lease(turn)

    def test_a_node_that_lost_its_lease_plays_nothing(self, waiting):
        """The node that has taken the turn over plays it."""
        one, two = robots(waiting, "one"), robots(waiting, "two")
        (turn,) = one.turns()
        one.lease(turn)
        waiting.clock.time += LEASE
        two.lease(turn)
        assert one.renew(turn) == frozenset()
        move = waiting.say("knightpanic legal 101").data["moves"][0]
        assert not one.play(turn, move)
        assert ply(waiting) == 0
        assert two.play(turn, move)
        assert ply(waiting) == 1

    def test_threads_of_a_node_take_different_turns(self, waiting):
        """While one searches, another finds nothing to do on that board."""
        one, found = robots(waiting, "one"), []

        def search(*task):
            found.append(one.play_next(QUICK, 1))
            return search_here(*task)

        assert one.play_next(QUICK, 1, search) == 1
        assert found == [None]
        assert ply(waiting) == 1

    def test_a_node_without_the_lease_moves_nowhere(self, waiting):
        """While another searches, `pbm tick` finds nothing to do."""
        one = robots(waiting, "one")
        assert one.lease(next(one.turns()))
        assert move_robots(robots(waiting, "two"), QUICK, 1) == 0
        assert move_robots(one, QUICK, 1) == 1


@pytest.fixture
def engine(site, tmp_path, monkeypatch):
    """A copy of an engine that is to move against alice."""
    monkeypatch.setattr(engine_turns, "engine_limits", lambda _: EngineLimits(first_ms=120_000))
    site.sign_up("alice")
    program = tmp_path / "engine"
    program.write_text(f"#!{PYTHON}\n{MODEST.read_text()}")
    program.chmod(0o755)
    add(site, "modest", program)
    assert site.say("knightsduel challenge -size=4 modest alice").ok
    return program


def add(site, name, *command):
    account = EngineAccount("knightsduel", tuple(map(str, command)))
    with site.database.work() as work:
        work.players.add_robot(name, account.write(), site.clock.now())


def engines(site, holder="one", **more):
    """Returns the engines of a node."""
    return engine_turns.EngineTurns(
        site.database, site.dispatcher, site.mailer, settings=Settings(), holder=holder, **more
    )


def problems(site):
    with site.database.work() as work:
        return [each.text for each in check_engines(Examined(Settings(), site.clock.now(), work))]


def register(site, *names):
    """Registers nodes that play for robots."""
    now = site.clock.now()
    with site.database.work() as work:
        for name in names:
            work.nodes.put(Node(name, name, "host", "/data", name, "1", "0005", "robots", now, now))


class TestEngines:
    def test_an_engine_that_is_missing_here_is_left_to_others(self, site, engine):
        """It neither moves nor resigns, and its turn isn't leased."""
        engine.rename(engine.with_name("elsewhere"))
        assert not engines(site).play_once()
        assert (ply(site, "knightsduel"), site.say("knightsduel show 101").data["winners"]) == (
            0,
            None,
        )
        engine.with_name("elsewhere").rename(engine)
        assert engines(site, "two").play_once()
        assert ply(site, "knightsduel") == 1

    @pytest.mark.parametrize("first", ["#!/no/such/python", "#!/usr/bin/env no-such-python -u"])
    def test_so_is_one_whose_interpreter_is_missing(self, site, engine, first):
        """A script can't be started without it."""
        engine.write_text(engine.read_text().replace(f"#!{PYTHON}", first))
        assert not engines(site).play_once()
        assert ply(site, "knightsduel") == 0
        assert "is missing" in problems(site)[0]

    def test_so_is_one_that_fails_without_its_file(self, site, engine, tmp_path):
        """Another node, which has the file, takes the turn at once."""
        rules = tmp_path / "rules"
        reads = f"import sys; open(sys.argv[1])\n{MODEST.read_text()}"
        engine.write_text(f"#!{PYTHON}\n{reads}")
        add(site, "reading", engine, rules)
        assert site.say("knightsduel challenge -size=4 reading alice").ok
        here = engines(site)
        assert [here.play_once(), here.play_once(), here.play_once()] == [True, True, False]
        assert site.say("knightsduel show 102").data["winners"] is None
        rules.touch()
        assert engines(site, "two").play_once()
        assert site.say("knightsduel show 102").data["ply"] == 1

    def test_an_engine_that_another_node_asks_is_not_asked(self, site, engine):
        """Until the lease is over."""
        with site.database.work() as work:
            board = work.boards.find("knightsduel", 101)
            now = site.clock.now()
            work.turn_leases.take(board.id, board.match.checksum, "two", now, now + LEASE)
        assert not engines(site).play_once()
        site.clock.time += LEASE
        assert engines(site).play_once()

    def test_the_admin_is_told_of_one_that_no_node_has(self, site, engine):
        """A node that has the program plays; this machine, which has no node, does not count."""
        register(site, "one", "two")
        now = [0.0]
        reports = [EngineAbsences(site.database, name, lambda: now[0]) for name in ("one", "two")]
        engine.unlink()
        reports[0].check()
        assert problems(site) == []
        reports[1].check()
        said = f"The engine modest can't play: the program {engine} is missing or isn't executable"
        assert problems(site) == [f"{said} on any node."]
        Path(engine).write_text(f"#!{PYTHON}\n")
        engine.chmod(0o755)
        now[0] += CHECK_SECONDS
        reports[1].check()
        assert problems(site) == []
