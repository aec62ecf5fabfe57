"""Heartbeats bring the counts of a process, without losing or doubling any."""

import pickle
from multiprocessing.connection import Pipe

import pytest

from commands.server.processes import heartbeat
from commands.server.processes.heartbeat import MAX_COUNTS, Heartbeat
from pbm.process.counters import Counts

ATOMIC = 4096
"""The most bytes of a message, with its length, that the kernel takes completely or not at all."""


@pytest.fixture
def counts(monkeypatch):
    made = Counts()
    monkeypatch.setattr(heartbeat, "COUNTS", made)
    return made


@pytest.fixture
def pipe():
    ours, theirs = Pipe(duplex=False)
    yield ours, theirs
    ours.close()
    theirs.close()


def received(pipe):
    """Returns the counts of all heartbeats that have come."""
    found, beats = {}, 0
    while pipe.poll():
        counted, _ = pickle.loads(pipe.recv_bytes())
        beats += 1
        for key, count in counted.items():
            found[key] = found.get(key, 0) + count
    return found, beats


def test_only_changes_are_sent(counts, pipe):
    """Counts from before the process are its parent's; each later one is sent once."""
    ours, theirs = pipe
    counts.add(("old", ()))
    beating = Heartbeat(theirs)
    beating.beat()
    assert received(ours) == ({}, 1)
    counts.add(("old", ()), 2)
    counts.add(("new", ("x",)))
    beating.beat()
    beating.beat()
    assert received(ours) == ({("old", ()): 2, ("new", ("x",)): 1}, 2)


def test_many_counts_come_in_pieces(counts, pipe, monkeypatch):
    """Each is small enough to be taken completely or not at all."""
    ours, theirs = pipe
    beating, sizes = Heartbeat(theirs), []
    send = theirs.send_bytes
    monkeypatch.setattr(theirs, "send_bytes", lambda data: (sizes.append(len(data)), send(data)))
    for number in range(10 * MAX_COUNTS):
        counts.add((f"pbm_metric_with_a_long_name_{number}_total", ("knightsdance", "wrong_usage")))
    beating.beat()
    assert len(received(ours)[0]) == 10 * MAX_COUNTS
    assert len(sizes) == 10
    assert max(sizes) < ATOMIC - 4


def test_a_full_pipe_loses_no_count(counts, pipe):
    """Counts that can't be sent come with the heartbeat after somebody has read."""
    ours, theirs = pipe
    beating = Heartbeat(theirs)
    for _ in range(5000):  # nobody reads
        counts.add(("count", ()))
        beating.beat()
    before, _ = received(ours)
    assert before["count", ()] < 5000
    beating.beat()
    after, _ = received(ours)
    assert before["count", ()] + after["count", ()] == 5000
