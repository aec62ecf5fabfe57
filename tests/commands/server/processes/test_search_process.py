"""Searches run in a process of their own: nothing that one does harms the server."""

import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import psutil
import pytest

from commands.server.processes.fork_server import ForkServer
from commands.server.processes.search_process import SearchProcess
from commands.server.workers.search_functions import SearchFailed, review, search_here, solve
from commands.system.process_control import LOW_PRIORITY
from pbm.solver.prover import Prover
from tests.support.server_process import ended
from tests.support.waiting import TIMEOUT_SECONDS, wait_for

MEGABYTES = 256
MOVES = [f"move {move}" for move in ("e3", "c3", "c4", "b5", "d2", "d4", "b1")]


@pytest.fixture(scope="module")
def fork_server():
    made = ForkServer(())
    yield made
    made.stop()


@pytest.fixture
def process(fork_server):
    """A process for searches of robots, whose memory isn't limited."""
    made = SearchProcess(fork_server)
    yield made
    made.end()


@pytest.fixture
def search(fork_server):
    """Searches with limited memory."""
    return partial(SearchProcess(fork_server, MEGABYTES).search, TIMEOUT_SECONDS)


def look():
    """Runs in a search's process, as does the next."""
    return os.getpriority(os.PRIO_PROCESS, 0), os.isatty(2), sys.stderr.isatty()


def hang(path):
    path.write_text(str(os.getpid()))
    time.sleep(TIMEOUT_SECONDS)


def test_it_finds_what_is_found_here(search, tmp_path):
    """Tasks and results are plain values, and the search itself is the same."""
    solved = Prover(tmp_path), "trailblazer", ["-size=4"], []
    assert search(solve, *solved) == search_here(0, solve, *solved)
    text, drawn = search(
        partial(review, withheld=frozenset()),
        *(Prover(tmp_path), "knightsdance", [], MOVES, ["alice", "bob"]),
    )
    assert "The decisive mistake was bob's c3 (move 2)" in " ".join(text.split())
    assert drawn.decisive == 2


@pytest.mark.slow
def test_mail_comes_first_and_nobody_sees_progress():
    """A search has a low priority; a server's terminal shows the log, and no progress."""
    terminal, saved = os.openpty(), os.dup(2)
    os.dup2(terminal[1], 2)
    fork_server = ForkServer(())
    try:
        found = SearchProcess(fork_server, MEGABYTES).search(TIMEOUT_SECONDS, look)
    finally:
        os.dup2(saved, 2)
        fork_server.stop()
        for each in (*terminal, saved):
            os.close(each)
    assert found == (os.getpriority(os.PRIO_PROCESS, 0) + LOW_PRIORITY, True, False)


def test_a_search_that_fails(search):
    """Whoever asked is told why, and by which limit."""
    for (run, *args), reason, limit in (
        ((int, "five"), "ValueError: invalid literal", ""),
        ((signal.raise_signal, signal.SIGKILL), "died", ""),
        ((bytes, 2 * MEGABYTES << 20), "used too much memory", "memory"),
    ):
        with pytest.raises(SearchFailed, match=reason) as failed:
            search(run, *args)
        assert failed.value.limit == limit


def test_one_that_hangs_is_killed(process):
    """After its deadline it is gone; the next search has another process."""
    pid = process.search(TIMEOUT_SECONDS, os.getpid)
    with pytest.raises(SearchFailed, match="hangs") as failed:
        process.search(0.1, time.sleep, TIMEOUT_SECONDS)
    assert failed.value.limit == "time"
    wait_for(lambda: not psutil.pid_exists(pid), "its end")
    assert process.search(TIMEOUT_SECONDS, os.getpid) != pid


def test_a_process_is_kept_for_the_next_search(process, search):
    """With what it has read; not if it died, nor where memory is limited."""
    pids = [process.search(TIMEOUT_SECONDS, os.getpid) for _ in range(2)]
    assert pids[0] == pids[1]
    os.kill(pids[0], signal.SIGKILL)
    wait_for(lambda: not psutil.pid_exists(pids[0]), "its end")
    assert process.search(TIMEOUT_SECONDS, os.getpid) != pids[0]
    assert search(os.getpid) != search(os.getpid)


@pytest.mark.slow
def test_it_ends_with_the_fork_server(fork_server, process, tmp_path):
    """So it ends with the process that asked; the next search has a new fork server."""
    path = tmp_path / "pid"
    with ThreadPoolExecutor(1) as threads:
        searched = threads.submit(process.search, TIMEOUT_SECONDS, hang, path)
        pid = wait_for(lambda: path.exists() and path.read_text(), "the search")
        searching = psutil.Process(int(pid))
        fork_server.stop()
        with pytest.raises(SearchFailed, match="died"):
            searched.result(TIMEOUT_SECONDS)
    wait_for(lambda: ended(searching), "its end")
    assert process.search(TIMEOUT_SECONDS, len, "abc") == 3
