"""`pbm serve` goes on when its processes are killed or stopped, in any combination."""

import os
import signal
import smtplib
from contextlib import suppress

import pytest

from tests.support.server_process import ended
from tests.support.site import PLAYERS, simple_mail
from tests.support.waiting import wait_for

pytestmark = pytest.mark.slow  # checks come every two seconds


def wait_for_another(server, opened):
    """Waits until SMTP processes have listened more often than that."""
    wait_for(lambda: server.times_opened() > opened, "another SMTP process")


def is_taken(server, content):
    """Sends a mail; False if the SMTP process ends meanwhile, as its fork server was killed."""
    with suppress(smtplib.SMTPServerDisconnected, ConnectionError):
        server.deliver("alice@example.org", content)
        return True
    return False


def give_robot_work(server):
    """Has a robot move, for which the background process is started."""
    server.send("alice", "signup alice PASSWORD")
    server.expect(1)
    server.send("alice", "knightpanic challenge -size=5 robot2 alice")
    wait_for(lambda: "event='robot moved'" in server.log(), "the robot's move")
    server.expect(2)


def test_without_fork_server_and_smtp_process(servers, tmp_path, monkeypatch):
    """Both are replaced, also when the next fork server is killed, too; nothing stays in /tmp."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    server = servers()
    smtp, forking = wait_for(server.smtp_process), server.fork_server()
    smtp.kill()
    forking.kill()
    again = wait_for(lambda: (found := server.fork_server()) and found.pid != forking.pid and found)
    again.kill()
    wait_for_another(server, 1)
    address, headers = PLAYERS["alice"][1], {"Message_ID": "<1@sender>"}
    content = simple_mail(address, f"signup alice {PLAYERS['alice'][0]}", "", **headers)
    wait_for(lambda: is_taken(server, content))
    server.expect(1)
    assert server.stop() == 0
    assert "Traceback" not in server.log()
    assert list((tmp_path / "tmp").iterdir()) == []


def test_stopped_processes_are_replaced(servers):
    """They send no heartbeat, are killed, and mail is taken and sent again."""
    server = servers(hang_seconds=5, robot_nodes=400)
    give_robot_work(server)
    kinds = (server.smtp_process, server.worker, server.background_process)
    hanging = [wait_for(find) for find in kinds]
    for process in hanging:
        process.suspend()
    wait_for(lambda: all(map(ended, hanging)), "the end of the processes")
    for find in kinds:
        wait_for(find, "another process")
    wait_for_another(server, 1)
    server.send("bob", "signup bob PASSWORD")
    server.expect(3)
    assert server.stop() == 0
    for name in ("smtp", "delivery", "background"):
        assert f"'{name} process hangs'" in server.log()


def test_a_pause_of_all_is_no_reason(servers):
    """After all processes were stopped for a while, as when a laptop sleeps, none is replaced."""
    server = servers(hang_seconds=5, robot_nodes=400)
    give_robot_work(server)
    wait_for(server.background_process)
    before = {process.pid for process in server.processes()}
    for number in (signal.SIGSTOP, signal.SIGCONT):
        os.killpg(server.process.pid, number)
        with pytest.raises(AssertionError):
            wait_for(lambda: "process" in server.log(), seconds=7)
    assert {process.pid for process in server.processes()} == before
    assert server.stop() == 0
