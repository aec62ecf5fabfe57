"""Liveness: the main loop tells every second whether the writer gets on."""

import asyncio
from types import SimpleNamespace

import pytest

from commands.server.supervision import liveness
from commands.server.supervision.liveness import CHECK_SECONDS, MIN_SILENT_SECONDS, Liveness
from tests.commands.server.writer.test_batch_writer import RunningWriter
from tests.support.waiting import wait_for

CHECKS = round(MIN_SILENT_SECONDS / CHECK_SECONDS)


@pytest.fixture
def worker():
    return SimpleNamespace(has_work=True, steps=0)


def test_a_writer_without_a_step_hangs(worker):
    """Mails that wait without a step for long are a problem, until there is one."""
    live = Liveness([worker], hang_seconds=5)
    assert [live.check() for _ in range(CHECKS)] == [""] * CHECKS
    assert (
        live.check()
        == f"emails are waiting, but the writer has stored none for {CHECKS + 1} seconds"
    )
    worker.steps += 1
    assert live.check() == ""


def test_an_idle_writer_works(worker):
    """Without mails it needn't do anything."""
    worker.has_work = False
    live = Liveness([worker], hang_seconds=5)
    assert {live.check() for _ in range(2 * CHECKS)} == {""}


def test_the_writer_shows_its_progress():
    """It has work while it answers a mail, and does a step with each."""
    running = RunningWriter()
    (worker,) = running.writer.workers
    running.mail_handler.go_on.clear()
    done = running.receive(b"first")
    running.mail_handler.at_work.get()
    assert worker.has_work
    before = worker.steps
    running.mail_handler.go_on.set()
    done.result()
    wait_for(lambda: not worker.has_work)
    assert worker.steps == before + 2  # the mail, and its transaction
    running.writer.stop()


def test_all_are_told_after_each_check(worker, monkeypatch):
    """The watchdog and the metrics hear of every check until the server stops."""
    live = Liveness([worker], hang_seconds=5)
    monkeypatch.setattr(liveness, "CHECK_SECONDS", 0)
    live.check = lambda: "it hangs"
    stopping, told = asyncio.Event(), []

    def tell(problem):
        told.append(problem)
        if len(told) == 3:
            stopping.set()

    asyncio.run(live.watch(stopping, tell))
    assert told == ["it hangs"] * 3
