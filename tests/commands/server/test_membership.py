"""Servers among the nodes of their installation: names, leases, heartbeats and draining."""

import platform
from contextlib import ExitStack
from datetime import timedelta

import pytest
from sqlalchemy import insert

from commands.server.app.opening import open_app
from commands.server.membership import CLOCKS, HEALTH, Membership, leases_of
from commands.settings import Settings
from pbm import games
from pbm.errors import UsageError
from storage.tables.boards import counters
from tests.support.site import SetClock

HALF_A_MINUTE = timedelta(seconds=31)


class Clock(SetClock):
    """The database's clock, which tests set."""

    def follow(self, connection):
        """Asks nobody."""


class Nodes:
    """Servers without processes on one database, on a clock that stands still."""

    def __init__(self, url, folder, stack):
        self.url, self.folder, self.stack = url, folder, stack
        self.clock = Clock()

    def start(self, place, **settings):
        """Starts a server in a data folder of this name; returns its membership."""
        made = Settings(data=self.folder / "data", database=self.url, **settings)
        app = self.stack.enter_context(open_app(made))
        app.database.database_clock = self.clock
        node = Membership(app, place, leases_of(app.settings))
        node.enter()
        return node

    def known(self, node, name):
        with node.app.database.snapshot() as work:
            return work.nodes.find(name)

    def drain(self, node, *, draining=True):
        with node.app.database.work() as work:
            work.nodes.change(node.name, draining=draining)
        node.beat(drained=False)


@pytest.fixture
def nodes(new_databases, tmp_path, monkeypatch):
    """Servers on a database of PostgreSQL; who waits there waits a second of its clock."""
    with ExitStack() as stack:
        made = Nodes(new_databases(1)[0], tmp_path, stack)
        monkeypatch.setattr("time.sleep", lambda seconds: made.clock.forward(seconds=seconds))
        yield made


def test_one_has_the_leases(nodes):
    """The first takes them and keeps them; the other takes them at its end."""
    first, second = nodes.start("a", node="web1"), nodes.start("b", node="web2")
    assert (first.leases, second.leases) == ({CLOCKS, HEALTH}, frozenset())
    first.leave()
    second.beat(drained=False)
    assert (first.leases, second.leases) == (frozenset(), {CLOCKS, HEALTH})


def test_a_dead_ones_leases_are_taken_over(nodes):
    """After half a minute without a heartbeat; not before, and not from one that sends them."""
    first, second = nodes.start("a", node="web1"), nodes.start("b", node="web2")
    nodes.clock.time += HALF_A_MINUTE / 2
    first.beat(drained=False)
    nodes.clock.time += HALF_A_MINUTE / 2
    second.beat(drained=False)
    assert first.has(CLOCKS)
    nodes.clock.time += HALF_A_MINUTE / 2
    assert not first.has(CLOCKS)
    second.beat(drained=False)
    assert second.has(CLOCKS)
    first.beat(drained=False)
    assert not first.has(CLOCKS)


def test_a_lease_doesnt_outlast_a_clock_that_was_set_back(nodes):
    """One that seems to end in hours was taken before, by a server that is dead since."""
    nodes.start("a", node="web1")
    nodes.clock.time -= timedelta(hours=3)
    second = nodes.start("b", node="web2")
    assert second.has(CLOCKS)


def test_roles_are_wanted(nodes):
    """A server takes no lease for what isn't its role; any server sees to the site's health."""
    assert nodes.start("a", node="web1", roles="smtp,robots").leases == {HEALTH}
    assert nodes.start("b", node="web2", roles="clocks").leases == {CLOCKS}


def test_a_server_that_is_started_again_goes_on(nodes):
    """The lock of its data folder says that the one before is dead: nobody waits for that."""
    nodes.start("a", node="web1")
    before = nodes.clock.now()
    again = nodes.start("a", node="web1")
    assert (nodes.clock.now(), again.leases) == (before, {CLOCKS, HEALTH})


def test_a_name_that_a_living_server_has_is_refused(nodes, monkeypatch):
    """Also if the data folder was copied; the refusal tells which server has it."""
    first = nodes.start("a", node="web1")

    def sleep(seconds):
        nodes.clock.forward(seconds=seconds)
        first.beat(drained=False)

    monkeypatch.setattr("time.sleep", sleep)
    with pytest.raises(UsageError, match=f'named "web1" is running on {platform.node()}, with'):
        nodes.start("copy", node="web1")
    assert first.leases == {CLOCKS, HEALTH}
    assert nodes.start("copy", node="web2").leases == frozenset()


def test_a_dead_servers_name_is_taken(nodes):
    """On another machine too, as soon as the dead one counts as such."""
    nodes.start("a", node="web1")
    before = nodes.clock.now()
    second = nodes.start("b", node="web1")
    waited = nodes.clock.now() - before
    assert (second.name, second.leases) == ("web1", {CLOCKS, HEALTH})
    assert timedelta(seconds=29) < waited < timedelta(seconds=32)


def test_machines_names_get_numbers(nodes, monkeypatch):
    """Servers to which no name was given have different ones; each has its own again later."""
    running = [nodes.start("a")]

    def sleep(seconds):
        nodes.clock.forward(seconds=seconds)
        for node in running:
            node.beat(drained=False)

    monkeypatch.setattr("time.sleep", sleep)
    running.append(nodes.start("b"))
    machine = platform.node()
    assert [node.name for node in running] == [machine, f"{machine}-2"]
    running[0].leave()
    assert nodes.start("b").name == f"{machine}-2"
    assert nodes.start("c").name == machine


def test_a_drained_server_has_no_leases(nodes):
    """Others take them; it stays drained when it is started again, and works again when told so."""
    first = nodes.start("a", node="web1")
    nodes.drain(first)
    assert (bool(first.drain_reason), first.leases) == (True, frozenset())
    assert nodes.start("b", node="web2").leases == {CLOCKS, HEALTH}
    again = nodes.start("a", node="web1")
    assert (bool(again.drain_reason), again.leases) == (True, frozenset())
    nodes.drain(again, draining=False)
    assert not again.drain_reason


@pytest.mark.usefixtures("packages")
def test_a_server_without_a_game_leaves_its_work_to_one_that_has_it(nodes):
    """Once there are boards, and while one that works has its roles; the game is absent then."""

    def start(place, without, **settings):
        games.choose(without)
        return nodes.start(place, node=place, **settings)

    first, second = start("web1", "-madknights"), start("web2", "-knightsduel")
    assert (first.drain_reason, second.drain_reason, first.has(CLOCKS)) == ("", "", True)
    with first.app.database.work() as work:
        for game in ("knightpanic", "madknights", "knightsduel"):
            row = {"game": game, "next": 102, "title": game.title()}
            work.connection.execute(insert(counters).values(row))
    third = start("web3", "", roles="smtp,clocks")
    for node in (first, second):
        node.beat(drained=False)
    assert (first.drain_reason, first.has(CLOCKS)) == (
        "this node lacks games that other nodes serve: madknights",
        False,
    )
    assert (second.drain_reason, second.missing_games) == (
        "",
        "",
    )  # nobody else does all that it does
    with first.app.database.snapshot() as work:
        served = work.nodes.served(nodes.clock.now())
        assert {"knightpanic", "madknights"} <= served
        assert "knightsduel" not in served
    second.leave()
    first.beat(drained=False)
    assert not first.drain_reason
    third.beat(drained=False)
    nodes.drain(third)
    assert third.missing_games == ""


def test_a_server_that_was_taken_for_dead_comes_back(nodes):
    """Under its name if an admin has removed it, under another one if that was taken meanwhile."""
    first = nodes.start("a", node="web1")
    with first.app.database.work() as work:
        work.nodes.remove("web1")
    first.beat(drained=False)
    assert (first.name, nodes.known(first, "web1").incarnation) == ("web1", first.app.incarnation)
    nodes.clock.time += HALF_A_MINUTE
    second = nodes.start("b", node="web1")
    for _ in range(2):
        first.beat(drained=False)
        nodes.clock.forward(seconds=5)
        second.beat(drained=False)
    assert nodes.known(first, "web1").incarnation == second.app.incarnation
    assert first.name == "web1-2"
    assert second.has(CLOCKS)
    assert not first.has(CLOCKS)


def test_a_server_that_stopped_in_order_is_known_as_such(nodes):
    """Its last heartbeat is its end."""
    first = nodes.start("a", node="web1")
    first.leave()
    found = nodes.known(first, "web1")
    assert (found.stopped, found.is_running(nodes.clock.now())) == (True, False)


def test_sqlite_has_one_node(tmp_path):
    """Any other that was there is gone, as the database has one server: nobody waits for it."""
    settings = {"data": tmp_path / "data"}
    for name in ("old", "new"):
        with open_app(Settings(**settings, node=name)) as app:
            node = Membership(app, name, leases_of(app.settings))
            node.enter()
            assert node.leases == {CLOCKS, HEALTH}
            with app.database.snapshot() as work:
                assert [each.name for each in work.nodes.all()] == [name]
