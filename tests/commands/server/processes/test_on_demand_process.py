"""Processes that run on demand start when there is work, and end some minutes after the last."""

import asyncio

import pytest

from commands.server import delivery_process
from commands.server.delivery_process import FIRST_SECONDS, DeliveryProcess, DeliveryProcesses
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.loop_event import LoopEvent
from commands.server.processes.on_demand_process import IDLE_SECONDS, OnDemandProcess
from commands.settings import Settings


class Demand:
    """Work that tests set, and the time in seconds."""

    def __init__(self):
        self.work, self.seconds = False, 0.0

    def has_work(self):
        if self.work is None:
            raise ConnectionError("the database is unreachable")
        return self.work

    def clock(self):
        return self.seconds


class Child:
    """A process that runs, and what it was sent."""

    def __init__(self):
        self.sent = []

    def send(self, message):
        self.sent.append(message)


@pytest.fixture
def demand():
    return Demand()


@pytest.fixture
def process(demand):
    return OnDemandProcess(
        "delivery",
        print,
        Settings(),
        ForkServer(),
        1,
        has_work=demand.has_work,
        first_seconds=FIRST_SECONDS,
        clock=demand.clock,
    )


@pytest.fixture
def delivery(demand, monkeypatch):
    """Two delivery processes that don't run, whose first minute is over."""
    monkeypatch.setattr(delivery_process, "FIRST_SECONDS", 0)
    return DeliveryProcesses(
        Settings(delivery_workers=2), ForkServer(), "node", has_work=demand.has_work
    )


def test_it_runs_at_first_and_after_each_work(demand, process):
    """It is needed for a minute at the start, and for ten after the last check with work."""
    needed = []
    for seconds, work in [(59, 0), (60, 0), (100, 1), (101, 0), (699, 0), (700, 0)]:
        demand.seconds, demand.work = seconds, work
        needed.append(process.is_needed)
    assert needed == [True, False, True, True, True, False]


def test_a_failing_database_changes_nothing(demand, process):
    """Nobody knows then if there is work: a process that runs goes on, no other is started."""
    demand.work = None
    assert not process.is_needed
    process.child = Child()
    demand.seconds = IDLE_SECONDS
    assert process.is_needed


def test_those_that_run_are_woken_in_turn(delivery):
    """Each gets every other signal; no check is asked for."""
    for process in delivery.processes:
        process.child = Child()
    for _ in range(3):
        delivery.wake()
    assert [len(process.child.sent) for process in delivery.processes] == [2, 1]


def test_mail_starts_those_that_have_ended(delivery, monkeypatch):
    """One is checked at once, in which it is started; all are needed from then on."""
    called = []
    monkeypatch.setattr(delivery.processes[0].called, "set", lambda: called.append(1))
    assert [process.is_needed for process in delivery.processes] == [False, False]
    delivery.wake()
    assert called == [1]
    assert [process.is_needed for process in delivery.processes] == [True, True]


def test_what_waits_at_the_end_is_still_delivered(demand, delivery, monkeypatch):
    """One process is started for it, unless one runs or nothing waits."""
    started = []
    monkeypatch.setattr(DeliveryProcess, "check", lambda process: started.append(process.name))
    delivery.finish()
    demand.work = True
    delivery.finish()
    delivery.processes[1].child = Child()
    delivery.finish()
    assert started == ["delivery"]


def test_a_call_ends_the_pause():
    """A thread's call ends it at once, and so does the stop; a call after the end does nothing."""
    event = LoopEvent()

    async def pause():
        stopping = asyncio.Event()
        calls = asyncio.create_task(event.stops_within(10**6, stopping))
        await asyncio.sleep(0)
        await asyncio.to_thread(event.set)
        assert not await calls
        stopping.set()
        assert await event.stops_within(10**6, stopping)

    asyncio.run(pause())
    event.set()
