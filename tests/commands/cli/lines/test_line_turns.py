"""Lines in the shell have no limits of an email, but of time; they leave the server its turns."""

import fcntl
import json
import os
import threading
from types import SimpleNamespace

import pytest

from commands.cli.lines import line_turns
from commands.cli.lines.line_turns import line_turn
from commands.server.writer.backlog import Backlog
from pbm.errors import NotAllowedError
from tests.support.cases import cases
from tests.support.waiting import TIMEOUT_SECONDS

LONG = " ".join(["knightsdance legal new", *["e3 a3 f5 b5"] * 100])


@cases("flags", [("--json",), ("--json", "--as-admin")])
def test_many_lines_may_set_up_many_positions(shell, flags):
    """What one email may cause limits emails alone."""
    _, out, _ = shell(*flags, "-", stdin=f"{LONG}\n" * 3)
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [True] * 3


def test_no_command_for_emails_is_explained(shell):
    """An admin registers nobody by email."""
    shell("signup", "alice", "pw1-alice", "alice@example.org")
    for flags in [(), ("--as-admin",)]:
        _, out, err = shell(*flags, "all", "games", "bob")
        assert 'Nobody is registered as "bob".' in out + err
        assert "signup" not in out + err


def test_a_line_that_takes_long_is_ended(monkeypatch):
    """It may hold the lock for which emails wait."""
    monkeypatch.setattr(line_turns, "MAX_SECONDS", 0.02)
    with pytest.raises(NotAllowedError, match="seconds, so pbm stopped it"):
        _loop()


def _loop():
    with line_turn(None):
        while True:
            pass


def test_programs_queue_and_pause_beside_a_server(tmp_path, monkeypatch):
    """One at a time has its turn, and afterwards SQLite's lock stays free for as long."""
    paused = []
    monkeypatch.setattr(line_turns, "other_server", lambda _: "1")
    clock = iter([10.0, 10.1, 20.0, 29.0]).__next__
    monkeypatch.setattr(line_turns, "time", SimpleNamespace(monotonic=clock, sleep=paused.append))
    (tmp_path / "pbm.db").touch()
    other = os.open(tmp_path, os.O_RDONLY)
    for _ in range(2):
        with line_turn(tmp_path / "pbm.db"), pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(other, fcntl.LOCK_UN)
    os.close(other)
    assert paused == [pytest.approx(0.1), line_turns.MAX_PAUSE_SECONDS]


def test_the_servers_own_lines_wait_for_an_email_that_waits():
    """One email is processed between two lines; without emails none waits."""
    backlog = Backlog()
    backlog.wait_for_progress(TIMEOUT_SECONDS)
    backlog.reserve(1)
    backlog.reserve(1)
    line = threading.Thread(target=backlog.wait_for_progress, args=(TIMEOUT_SECONDS,))
    line.start()
    assert line.is_alive()
    backlog.release(1)
    line.join(TIMEOUT_SECONDS / 2)
    assert not line.is_alive()
