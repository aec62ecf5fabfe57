"""Several servers on one PostgreSQL: one takes over what another did, and each may be drained."""

import json
import os
import shutil
import signal
import smtplib
from contextlib import ExitStack

import pytest

from tests.support.server_process import Server
from tests.support.site import words_of
from tests.support.smtp_sink import sink
from tests.support.waiting import wait_for

pytestmark = pytest.mark.slow  # heartbeats come every five seconds

TAKEN_OVER_SECONDS = 120
"""A lease of 30 seconds ends meanwhile, on any machine."""
KEYS = ("key", "signing-key", "master-key")
"""The files of a data folder that the servers of a site may have in common."""


@pytest.fixture
def nodes(new_databases, tmp_path):
    """Starts servers with data folders of their own; the first one's keys are copied to others."""
    (url,) = new_databases(1)
    mails = tmp_path / "mails"
    with ExitStack() as stack:
        made = []

        def start(name, **settings):
            folder = tmp_path / name
            common = {"database": url, "relay": f"maildir:{mails}"}
            node = Server(folder, **(common | {"node": name} | settings))
            node.mails_in = mails
            node.data.mkdir(parents=True)
            for path in (made[0].data / key for key in KEYS if made):
                if path.exists():
                    shutil.copy(path, node.data)
            stack.callback(node.close)
            made.append(node)
            return node

        yield start


def pbm(node, *words):
    """Returns what a command prints on the data of a node."""
    return node.shell(*words).communicate()[0]


def listed(node):
    """Returns the nodes by name, as one of them lists them."""
    found = json.loads(pbm(node, "admin", "node", "list", "--json"))["nodes"]
    return {each["name"]: each for each in found}


def test_a_killed_node_is_replaced(nodes):
    """Another takes mail meanwhile, and soon sends its mails, each once, and runs the clocks."""
    with sink(END=["silence"]) as relay:
        relayed = {"relay": f"smtp://127.0.0.1:{relay.port}"}
        first = nodes("web1", **relayed).start()
        wait_for(lambda: "lease='clocks'" in first.log(), "the clocks' lease")
        first.send("alice", "signup alice PASSWORD")
        wait_for(lambda: relay.count["END"] == 1, "the mail that gets stuck")
        second = nodes("web2", **relayed).start()
        os.killpg(first.process.pid, signal.SIGKILL)
        second.send("alice", "knightpanic games alice")
        wait_for(lambda: len(relay.mails) == 2, "both mails", TAKEN_OVER_SECONDS)
        assert relay.count["END"] == 3
        taken = "event='lease taken' lease='clocks'"
        wait_for(lambda: taken in second.log(), "the clocks to be taken over", TAKEN_OVER_SECONDS)
    found = listed(second)
    assert [found[name]["state"] for name in ("web1", "web2")] == ["silent", "running"]
    assert found["web2"]["leases"] == ["clocks", "health"]
    assert "web1 has been removed.\n" in pbm(second, "admin", "node", "remove", "web1")
    assert second.stop() == 0
    assert listed(second)["web2"]["state"] == "stopped"


def test_a_node_is_drained_and_works_again(nodes):
    """It takes no mail then, and leaves the clocks and the moves to the other; it runs on."""
    first, second = nodes("web1").start(), nodes("web2").start()
    wait_for(lambda: "lease='clocks'" in first.log(), "the clocks' lease")
    told = pbm(second, "admin", "node", "drain", "web1", "--reason", "a new disk")
    assert told == "web1 will stop taking work within a minute.\n"
    wait_for(lambda: listed(second)["web1"]["state"] == "drained", "it")
    with pytest.raises(ConnectionRefusedError):
        smtplib.SMTP("127.0.0.1", first.port)
    wait_for(lambda: listed(second)["web2"]["leases"], "the clocks' lease")
    second.sign_up_and_challenge()
    opened = first.times_opened()
    assert "will take work again" in pbm(second, "admin", "node", "resume", "web1")
    wait_for(lambda: first.times_opened() > opened, "it to take mail")
    first.move("alice", "a1-c5#1")
    assert (first.stop(), second.stop()) == (0, 0)
    assert "Traceback" not in first.log() + second.log()


def test_roles_are_shared_out(nodes):
    """One takes mails, another sends them; a copy of a data folder is a server of its own."""
    taking = nodes("web1", roles="smtp").start()
    sending = nodes("web2", roles="delivery,clocks")
    sending.launch()
    wait_for(lambda: "lease='clocks'" in sending.log(), "the clocks' lease")
    no_socket = shutil.ignore_patterns("receive")
    shutil.copytree(taking.data, taking.folder / "copy", ignore=no_socket)
    copied = nodes("web3", roles="smtp,delivery", data=taking.folder / "copy").start()
    taking.sign_up_and_challenge()
    assert len(taking.children) == 2  # the SMTP process, and the one that forks
    assert {name: each["roles"] for name, each in listed(taking).items()} == {
        "web1": ["smtp"],
        "web2": ["delivery", "clocks"],
        "web3": ["smtp", "delivery"],
    }
    assert [node.stop() for node in (taking, sending, copied)] == [0, 0, 0]


def test_a_name_is_one_servers(nodes):
    """The second says which server has it, and ends."""
    first, second = nodes("web1").start(), nodes("web2", node="web1")
    second.launch()
    assert second.process.wait(60) == 2
    assert 'Another node named "web1" is running on ' in second.log()
    assert f"with the data folder {first.data}." in second.log()
    assert first.stop() == 0


def test_a_data_folder_is_one_servers(nodes):
    """The second one says so, and ends; nothing of the first one's work is disturbed."""
    first = nodes("web1").start()
    second = nodes("web2", data=first.data)
    second.launch()
    assert second.process.wait(60) == 2
    told = f"on the data folder {first.data} (process {first.process.pid})."
    assert told in second.log()
    assert first.stop() == 0


def test_a_node_without_a_game_leaves_its_work(nodes):
    """To one that has it, and does it alone while that one has stopped: the game waits then."""
    first = nodes("web1", games="-knightsduel").start()
    wait_for(lambda: "lease='clocks'" in first.log(), "the clocks' lease")
    second = nodes("web2").start()
    second.sign_up_and_challenge()
    second.send("alice", "knightsduel challenge alice bob")
    wait_for(lambda: "event='drained'" in first.log(), "the node to be drained")
    wait_for(lambda: "problem='nodes web1 games'" in second.log(), "the clocks and the check")
    opened = first.times_opened()
    assert second.stop() == 0
    wait_for(lambda: first.times_opened() > opened, "it to take mail")
    first.send("alice", "knightsduel show 101")
    refusal = "Knight's Duel isn't available here at the moment: it is turned off."
    assert any(refusal in words_of(mail) for mail in first.expect(7))
    second.start()
    wait_for(lambda: first.log().count("event='drained'") == 2, "the node to be drained again")
    second.send("alice", "knightsduel resign 101 alice PASSWORD")
    assert any("alice called the game off" in words_of(mail) for mail in first.expect(9))
    assert (first.stop(), second.stop()) == (0, 0)
    assert "Traceback" not in first.log() + second.log()
