"""The limits of connections, counted over several processes that share a table of them."""

import mmap

import pytest

from mail.smtp.connection_counts import ConnectionCounts
from mail.smtp.connection_table import ConnectionTable, size_of_part
from mail.smtp.smtp_limits import SmtpLimits

LIMITS = SmtpLimits(connections=3, connections_per_address=2)


class Connected:
    """A connection, as it is counted."""

    def __init__(self, *, public=True):
        self.source = ""
        self.public = public


@pytest.fixture
def processes():
    """The counts of two processes, each of which has its part of the memory."""
    memory = mmap.mmap(-1, 2 * size_of_part(LIMITS))
    tables = [ConnectionTable(memory, LIMITS, number) for number in range(2)]
    return [ConnectionCounts(LIMITS, table) for table in tables]


def test_all_connections_are_counted_over_processes(processes):
    """Beyond the limit none is added to any process, until one has ended in whichever."""
    one, other = processes
    taken = [Connected() for _ in range(3)]
    assert [one.add(taken[0]), other.add(taken[1]), other.add(taken[2])] == [True] * 3
    assert not one.add(Connected())
    assert not other.add(Connected())
    assert other.add(Connected(public=False))
    other.remove(taken[1])
    assert one.add(Connected())
    assert not other.add(Connected())
    assert [len(counts.connections) for counts in processes] == [2, 2]


def test_connections_of_a_source_are_counted_over_processes(processes):
    """Beyond its limit a source gets no connection of any process; another source does."""
    taken = [Connected() for _ in range(3)]
    for number, each in enumerate(taken):
        assert processes[number % 2].add(each)
    one, other = processes
    assert one.set_source(taken[0], "192.0.2.1")
    assert other.set_source(taken[1], "192.0.2.1")
    assert not one.set_source(taken[2], "192.0.2.1")
    assert one.set_source(taken[2], "192.0.2.2")
    other.remove(taken[1])
    late = Connected()
    assert other.add(late)
    assert other.set_source(late, "192.0.2.1")


def test_places_are_used_again(processes):
    """Any number of connections may come and go."""
    for _ in range(10):
        taken = [Connected() for _ in range(3)]
        for each in taken:
            assert processes[0].add(each)
            assert processes[0].set_source(each, "") is True
        assert processes[0].set_source(taken[0], "2001:db8::/64")
        for each in taken:
            processes[0].remove(each)
    assert processes[1].add(Connected())
