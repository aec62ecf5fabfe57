"""The log throttle: repeated warnings and errors are left out, and counted."""

import logging
import os
import sys

import pytest
import structlog

from commands.system.logs import log_throttle


@pytest.fixture
def lines(capsys):
    """Returns the lines logged since the last call."""

    def read():
        return capsys.readouterr().err.splitlines()

    return read


def fail(reference):
    try:
        int(reference)
    except ValueError:
        structlog.get_logger().exception("failed", reference=reference)


def test_the_same_line_is_written_once_a_minute(lines, monkeypatch):
    """The next line of the event after that tells how many were left out."""
    for _ in range(5):
        structlog.get_logger().warning("not started", error="no")
    assert len(lines()) == 1
    monkeypatch.setattr(log_throttle, "WINDOW_SECONDS", 0)
    structlog.get_logger().warning("not started", error="no")
    (line,) = lines()
    assert "left_out=4" in line


def test_one_event_has_its_limit(lines):
    """Events with ever other values are limited, too; others aren't affected."""
    for number in range(200):
        structlog.get_logger().error("refused", address=number)
    structlog.get_logger().error("other")
    assert len(lines()) == log_throttle.MAX_LINES + 1


def test_a_traceback_is_written_once(lines):
    """Further errors of the same line are named with their references, without the traceback."""
    for number in range(3):
        fail(f"r{number}")
    logged = lines()
    assert ["Traceback" in line for line in logged] == [True, False, False]
    assert "reference='r2'" in logged[2]
    assert "invalid literal" in logged[2]


def test_mails_are_always_logged(lines):
    """Every line that isn't a warning or error is an account of what happened, and is complete."""
    for _ in range(200):
        structlog.get_logger().info("mail in", sender="a@b.c")
    assert len(lines()) == 200


def test_what_libraries_log(lines):
    """It is one line of our log, throttled like ours."""
    for _ in range(100):
        try:
            os.close(-1)
        except OSError:
            raised = sys.exc_info()
        logging.lastResort.handle(logging.LogRecord("asyncio", 40, "", 0, "a\nb", (), raised))
    (line,) = lines()
    assert "event='asyncio'" in line
    assert "Bad file descriptor" in line
