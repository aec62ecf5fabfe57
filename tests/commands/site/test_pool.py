"""The processes that make the pages of a first run."""

import os
import subprocess
import sys
import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import psutil
import pytest

from commands.site.updating.maker_pool import MakerPool
from tests.support.smtp_sink import wait_for

pytestmark = pytest.mark.slow  # each process loads the program

STARTS = "from tests.commands.site.test_pool import wait_in_pool as wait; wait(*{!r})"


class Waiting:
    """A maker of pages that never comes to an end of its first."""

    def __init__(self, file: Path, _stack: ExitStack) -> None:
        (file.with_name("new")).write_text(str(os.getpid()))
        (file.with_name("new")).rename(file)

    def make(self, _work: object) -> list[object]:
        """Waits for ever."""
        threading.Event().wait()
        return []


def wait_in_pool(path):
    """Lets a pool of one process wait."""
    list(MakerPool(partial(Waiting, Path(path)), 1).make([[]]))


def test_they_end_with_the_process_that_was_killed(tmp_path):
    """They would go on writing while another works on the site."""
    file = tmp_path / "pid"
    line = [sys.executable, "-c", STARTS.format([str(file)])]
    with subprocess.Popen(line, stderr=subprocess.DEVNULL) as parent:
        wait_for(file.exists, "a process of the pool")
        child = psutil.Process(int(file.read_text()))
        parent.kill()
        wait_for(lambda: has_ended(child), "its end")


def has_ended(process):
    """Returns True for a process that has ended, also if nobody has taken notice of it."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
