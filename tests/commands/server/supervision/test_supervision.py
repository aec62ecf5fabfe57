"""Child processes are replaced when they die or hang, whatever happens to the fork server."""

import asyncio
import os
import signal
from multiprocessing.connection import Pipe

import psutil
import pytest

from commands.server.delivery_process import DeliveryProcesses
from commands.server.processes import supervised_process
from commands.server.processes.child_process import ChildProcess
from commands.server.processes.fork_server import NAME, ForkServer
from commands.server.processes.heartbeat import Heartbeat
from commands.server.processes.loop_event import LoopEvent
from commands.server.supervision import server_parts
from commands.settings import Settings
from commands.system.metrics import PROCESS_RESTARTS
from pbm.process.counters import COUNTS
from tests.support.server_process import ended
from tests.support.waiting import TIMEOUT_SECONDS, wait_for


def beat_until_closed(pipe, beating):
    """Runs in a child process."""
    heartbeat = Heartbeat(beating)
    while not pipe.poll(0.01):
        heartbeat.beat()


@pytest.fixture
def fork_server():
    made = ForkServer()
    yield made
    made.stop()


@pytest.fixture
def start(fork_server):
    """Starts child processes, and ends them at the end."""
    made = []

    def start():
        made.append(ChildProcess(fork_server, beat_until_closed))
        return made[-1]

    yield start
    for child in made:
        child.kill()
        child.close()


def test_restarts_are_counted_from_zero(fork_server):
    """So a scraper sees the first one, also of a second process of a kind."""
    DeliveryProcesses(Settings(delivery_workers=2), fork_server, "node", lambda: False)
    counted = {values for name, values in COUNTS.totals() if name == PROCESS_RESTARTS.name}
    assert counted >= {("delivery", "died"), ("delivery-2", "died"), ("delivery-2", "hangs")}


def has_beaten(child):
    """Returns True if a heartbeat has come since the last check; the process must be well."""
    before = child.beaten_at
    assert child.problem(10**6) == ""
    return child.beaten_at > before


def process_of_fork_server():
    """Returns the only fork server that this process has started."""
    (process,) = (each for each in psutil.Process().children() if each.name() == NAME)
    return process


@pytest.mark.slow
def test_a_stopped_process_hangs(start):
    """A process is well while it beats, hangs when it is stopped, and died when it was killed."""
    child = start()
    wait_for(lambda: has_beaten(child), "a heartbeat")
    os.kill(child.pid, signal.SIGSTOP)
    wait_for(lambda: psutil.Process(child.pid).status() == "stopped")
    wait_for(lambda: not has_beaten(child), "a silent check")
    assert [child.problem(2) for _ in range(2)] == ["", "hangs"]
    child.kill()
    assert child.problem(2) == "died"


@pytest.mark.slow
def test_children_outlive_the_fork_server(start):
    """A child whose fork server is killed isn't taken for dead; another fork server is started."""
    child = start()
    killed = process_of_fork_server()
    killed.kill()
    killed.wait()
    other = start()
    for each in (child, other):
        wait_for(lambda each=each: has_beaten(each), "a heartbeat")
    stopped = psutil.Process(child.pid)
    child.stop(TIMEOUT_SECONDS)
    assert ended(psutil.Process(other.pid)) is False
    wait_for(lambda: ended(stopped), "its end")


@pytest.mark.slow
def test_a_fork_server_that_hangs_is_replaced(fork_server, start):
    """The start fails after a time, and the next one works."""
    start()
    fork_server._socket.settimeout(0.1)  # noqa: SLF001 - too short to start one
    process_of_fork_server().suspend()
    with pytest.raises(TimeoutError):
        start()
    assert start().problem(0) in ("", "hangs")


def test_the_supervisor_outlives_every_error(monkeypatch, capsys):
    """A check that raises whatever error is logged, and made again."""
    monkeypatch.setattr(supervised_process, "WATCH_SECONDS", 0)
    stopping, checks = asyncio.Event(), []

    def check():
        checks.append(1)
        if len(checks) > 2:
            stopping.set()
        raise EOFError("the fork server died")

    asyncio.run(supervised_process.watch(check, LoopEvent(), stopping))
    assert len(checks) >= 3
    assert capsys.readouterr().err.count("event='failed to restart a process'") == 1


def test_all_parts_are_stopped(capsys):
    """A part that can't be stopped is logged, and raises nothing."""

    def fail():
        raise AssertionError("can only join a started process")

    server_parts.stop_all({"writer": fail})
    assert "event='failed to stop cleanly'" in capsys.readouterr().err


@pytest.mark.slow
def test_a_fork_server_holds_no_pipes_of_its_parent(fork_server):
    """The other end of a pipe is told when the parent closes it, while the fork server runs."""
    ours, theirs = Pipe()
    fork_server.start_sharing_memory(theirs)
    theirs.close()
    assert ours.poll(TIMEOUT_SECONDS)
    with pytest.raises(EOFError):
        ours.recv()
    assert not ended(process_of_fork_server())
    ours.close()
