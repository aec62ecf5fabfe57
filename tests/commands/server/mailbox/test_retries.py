"""When a mailbox is tried again, and when its process counts as hanging."""

import threading

import pytest

from commands.server.mailbox.retries import Retries
from commands.server.processes import thread_progress as progress_module
from commands.server.processes.thread_progress import MAX_STEP_SECONDS, Progress
from commands.system.secrets.login_secrets import PasswordFile
from mail.mailbox.errors import MailboxError


class Clock:
    """A clock that pauses move on."""

    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr("commands.server.mailbox.retries.time", made)
    monkeypatch.setattr(progress_module, "time", made)
    return made


@pytest.fixture
def retries(clock, tmp_path):
    """Retries with a refused password; pauses take no time."""
    (tmp_path / "password").write_text("refused\n")
    secret = PasswordFile(tmp_path / "password")
    secret.read()
    progress = Progress(threading.Event())

    def pause(seconds):
        clock.now += seconds
        return False

    progress.pause = pause
    return Retries(secret, progress)


def waited(clock, retries, kind):
    """Returns the seconds until the next try."""
    before = clock.now
    retries.wait(kind)
    return clock.now - before


def test_pauses_grow_up_to_a_limit(clock, retries):
    """They double, within a quarter, so that servers aren't asked all at once; and begin anew."""
    pauses = [waited(clock, retries, "connect") for _ in range(14)]
    assert 0.75 <= pauses[0] <= 1.25
    assert all(0.75 * 2**n <= pauses[n] <= 1.25 * 2**n for n in range(10))
    assert all(675 <= pause <= 1125 for pause in pauses[10:])
    retries.succeeded()
    assert waited(clock, retries, "connect") <= 1.25


def test_a_refused_login_is_tried_rarely(clock, retries, tmp_path):
    """Each half hour, or as soon as the file has another password."""
    assert waited(clock, retries, "login") == 1800
    (tmp_path / "password").write_text("changed\n")
    assert waited(clock, retries, "login") <= 1


def test_the_same_error_is_told_once(retries):
    """Another is told, and the same again after a success."""
    lost, refused = MailboxError("lost", "connect"), MailboxError("refused", "login")
    assert [retries.is_new(each) for each in (lost, lost, refused, refused, lost)] == [
        True,
        False,
        True,
        False,
        True,
    ]
    retries.succeeded()
    assert retries.is_new(lost)


def test_a_thread_that_takes_no_step_hangs(clock):
    """Each step is a sign that it gets on."""
    progress = Progress(threading.Event())
    clock.now += MAX_STEP_SECONDS - 1
    assert progress.is_made
    progress.step()
    clock.now += MAX_STEP_SECONDS - 1
    assert progress.is_made
    clock.now += 2
    assert not progress.is_made
