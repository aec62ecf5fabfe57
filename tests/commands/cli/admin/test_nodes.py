"""The commands of admins for the servers on a database: `pbm admin node ...`."""

import json
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest

from commands.settings.groups.nodes import ROLES
from storage import open_database
from storage.admin.nodes import Node
from tests.support.cases import cases


@pytest.fixture
def put(new_databases, monkeypatch, shell):
    """Puts servers on a database of PostgreSQL: by name, with what differs from a living one."""
    (url,) = new_databases(1)
    monkeypatch.setenv("PBM_DATABASE", url)
    assert shell("signup", "alice", "Xa1ice-X", "alice@example.org")[0] == 0
    database = open_database(url)
    now = database.clock.now()
    living = Node("", "", "host", "/data", "", "0.1", "0005", " ".join(ROLES), now, now)

    def make(name, silent=timedelta(), started_before=timedelta(), **values):
        values |= {"seen": now - silent, "since": now - started_before}
        with database.work() as work:
            work.nodes.put(replace(living, name=name, incarnation=f"start of {name}", **values))
            work.leases.take("clocks", "start of web1", now, now + timedelta(minutes=1))

    yield make
    database.close()


def listed(shell):
    found = json.loads(shell("admin", "node", "list", "--json")[1])["nodes"]
    return {each["name"]: each for each in found}


def test_nodes_are_listed(shell, put):
    """With state, roles and version; a silent one was neither stopped nor has it said anything."""
    put("web1")
    put("web2", roles="smtp delivery", draining=True, drained=True)
    put("web3", silent=timedelta(minutes=3))
    put("web4", silent=timedelta(minutes=3), stopped=True)
    put("web5", draining=True)
    states = {name: each["state"] for name, each in listed(shell).items()}
    assert states == {
        "web1": "running",
        "web2": "drained",
        "web3": "silent",
        "web4": "stopped",
        "web5": "draining",
    }
    assert listed(shell)["web1"]["leases"] == ["clocks"]
    assert [name for name, each in listed(shell).items() if each["draining"]] == ["web2", "web5"]
    out = shell("admin", "node", "list")[1]
    assert out.startswith("5 nodes\n")
    assert "smtp," in out
    assert max(map(len, out.splitlines())) <= 80
    assert out.count(" ago\n") == 5
    assert "\n5 nodes\n" in shell("status")[1]


def test_a_node_is_drained_and_resumed(shell, put):
    """The node reads what is wanted; the audit log tells who wanted it."""
    put("web1")
    assert shell("admin", "node", "drain", "web1")[1] == (
        "web1 will stop taking work within a minute.\n"
        "No other node is running. Emails and moves will wait until a node is running again.\n"
    )
    assert listed(shell)["web1"]["state"] == "draining"
    put("web2")
    assert "No other" not in shell("admin", "node", "drain", "web1", "--reason", "a disk")[1]
    told = shell("admin", "node", "resume", "web1")[1]
    assert told == "web1 will take work again within a minute.\n"
    assert listed(shell)["web1"]["state"] == "running"
    out = shell("admin", "audit")[1]
    assert [out.count(word) for word in ("node-drain", "node-resume", "a disk")] == [2, 1, 1]


@pytest.mark.slow
def test_a_node_that_is_gone_is_removed(shell, put):
    """One that lives isn't."""
    put("web1")
    put("web2", silent=timedelta(minutes=3))
    status, _, err = shell("admin", "node", "remove", "web1")
    assert status == 1
    assert "web1 is running. Stop it first." in err
    assert shell("admin", "node", "remove", "web2")[1] == "web2 has been removed.\n"
    assert list(listed(shell)) == ["web1"]


@pytest.mark.slow
@cases("act", ["drain", "resume", "remove"])
def test_there_is_no_such_node(shell, put, act):
    """The error has a name that is near, and says how to see all."""
    put("web1")
    status, _, err = shell("admin", "node", act, "wbe1")
    assert status == 1
    assert 'The node "wbe1" doesn\'t exist. Did you mean "web1"? To see all nodes, run' in err


@pytest.mark.slow
def test_a_silent_node_is_a_problem(shell, put):
    """It is told once it has been silent for longer than a restart takes."""
    put("web1", silent=timedelta(minutes=1))
    assert json.loads(shell("status", "--json")[1])["problems"] == []
    put("web1", silent=timedelta(minutes=3))
    put("web2")
    (problem,) = json.loads(shell("status", "--json")[1])["problems"]
    assert problem["name"] == "nodes web1"
    assert "The node web1 (on host, data folder /data) has sent no" in problem["text"]
    put("web1", silent=timedelta(minutes=3), stopped=True)
    assert json.loads(shell("status", "--json")[1])["problems"] == []


@pytest.mark.slow
def test_a_role_without_a_node_is_a_problem(shell, put):
    """Its work waits; it is told once the site has run for a while without it."""
    put("web1", roles="smtp delivery clocks robots")
    assert json.loads(shell("status", "--json")[1])["problems"] == []
    put("web1", started_before=timedelta(hours=1), roles="smtp delivery clocks robots")
    (problem,) = json.loads(shell("status", "--json")[1])["problems"]
    told = "No running node has the role solver: no positions are solved."
    assert (problem["name"], problem["text"]) == ("nodes solver", told)


def test_a_server_alone_that_is_drained_is_told(shell, tmp_path):
    """On SQLite nobody else does its work."""
    assert shell("signup", "alice", "Xa1ice-X", "alice@example.org")[0] == 0
    url = f"sqlite:///{tmp_path / 'pbm-data' / 'pbm.db'}"
    with closing(open_database(url)) as database, database.work() as work:
        now = database.clock.now()
        node = Node("web1", "", "host", "/data", "", "0.1", "0005", " ".join(ROLES), now, now)
        work.nodes.put(replace(node, draining=True))
    out = " ".join(shell("doctor")[1].split())
    assert "An admin has drained the server" in out
    assert "pbm admin node resume web1" in out


@cases("name", ["a b", "-x", "../x", "\u00e4"])
def test_a_name_that_is_none_is_refused(shell, monkeypatch, name):
    """In words, not as a pattern."""
    monkeypatch.setenv("PBM_NODE", name)
    status, _, err = shell("list")
    assert (status, "begin with a letter or a digit" in err) == (2, True)
