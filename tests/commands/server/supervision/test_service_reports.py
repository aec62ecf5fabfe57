"""Reports to the service manager, and the times at which it gets none."""

import asyncio
import os
import socket
from types import SimpleNamespace

import pytest

from commands.server.supervision import service_reports
from commands.server.supervision.service_manager import ServiceManager
from commands.server.supervision.service_reports import ServiceReports
from tests.support.cases import cases


@pytest.fixture
def manager(tmp_path):
    """A service manager with a watchdog, and a function that returns what has come."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as received:
        received.bind(str(tmp_path / "notify"))
        received.setblocking(False)

        def come():
            lines = []
            while True:
                try:
                    lines += received.recv(4096).decode().splitlines()
                except BlockingIOError:
                    return lines

        yield ServiceManager(str(tmp_path / "notify"), 1e-9), come


def smtp(*, runs):
    return SimpleNamespace(name="smtp", runs=runs)


@cases(
    ("variables", "found"),
    [
        ({}, ServiceManager()),
        ({"NOTIFY_SOCKET": "/x"}, ServiceManager("/x")),
        ({"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "2000000"}, ServiceManager("@x", 2)),
        (
            {"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "1"},
            ServiceManager("/x"),
        ),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "soon"}, ServiceManager("/x")),
        ({"NOTIFY_SOCKET": "vsock:2:1", "WATCHDOG_USEC": "2000000"}, ServiceManager()),
    ],
)
def test_the_variables_are_taken(variables, found):
    """A watchdog that waits for another process isn't ours; no child sees any of them."""
    environment = {"PATH": "/bin", **variables}
    assert ServiceManager.take(environment) == found
    assert environment == {"PATH": "/bin"}


def test_it_is_ready_once_all_processes_run(manager):
    """And not before, although it works."""
    told, come = manager
    process = smtp(runs=False)
    reports = ServiceReports(told, [process], lambda: 0)
    reports.report("")
    assert come() == ["WATCHDOG=1"]
    process.runs = True
    reports.report("")
    reports.report("")
    assert come() == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]


def test_a_problem_stops_the_signs_of_life(manager, capfd):
    """It is the state then, and logged once; afterwards the server works again."""
    told, come = manager
    reports = ServiceReports(told, [smtp(runs=True)], lambda: 0)
    for problem in ("it sleeps", "it still sleeps", ""):
        reports.report(problem)
    lines = [
        "STATUS=The server isn't responding: it sleeps.",
        "STATUS=The server isn't responding: it still sleeps.",
    ]
    assert come() == ["READY=1", *lines, "WATCHDOG=1"]
    log = capfd.readouterr().err
    assert (
        log.count("the server is not responding"),
        log.count("the server is working again"),
    ) == (
        1,
        1,
    )


def test_ready_is_told_again_until_it_is_taken(tmp_path, capfd):
    """A service manager that isn't reached is no error; it may come back."""
    reports = ServiceReports(ServiceManager(str(tmp_path / "none")), [], lambda: 0)
    reports.report("")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as received:
        received.bind(str(tmp_path / "none"))
        reports.report("")
        assert received.recv(4096) == b"READY=1"
    assert "failed to reach the service manager" in capfd.readouterr().err


def test_the_state_is_told_until_the_stop(manager, monkeypatch):
    """Mails to send, and the processes that don't run; or that the database can't be read."""
    monkeypatch.setattr(service_reports, "STATUS_SECONDS", 0)
    told, come = manager
    stopping, answers = asyncio.Event(), [2, 1]

    def count():
        if answers:
            return answers.pop(0)
        loop.call_soon_threadsafe(stopping.set)
        raise OSError(os.strerror(5))

    async def run():
        nonlocal loop
        loop = asyncio.get_running_loop()
        await ServiceReports(told, [smtp(runs=False)], count).run(stopping)

    loop = None
    asyncio.run(run())
    states = [line.removeprefix("STATUS=") for line in come()]
    assert states[:2] == [
        "2 emails to send; not running: smtp.",
        "1 email to send; not running: smtp.",
    ]
    assert "STOPPING=1" in states
    assert states[-1].startswith("Stopping")


def test_without_a_service_manager_nothing_is_read():
    """Neither a socket nor the database."""
    stopping = asyncio.Event()
    stopping.set()
    reports = ServiceReports(ServiceManager(), [smtp(runs=True)], pytest.fail)
    reports.report("")
    asyncio.run(reports.run(stopping))
