"""A process of the server ends with a thread that it can't work without."""

import subprocess
import sys

from tests.support.paths import ROOT

SCRIPT = """
import sys, time
sys.path.insert(0, sys.argv[1])
from commands.system.essential_thread import essential_thread

def run():
    raise KeyboardInterrupt

essential_thread(run, "writer").start()
time.sleep(60)
"""


def test_a_dead_thread_ends_the_process():
    """The process's parent or service manager sees a failure, and the log says why."""
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, ROOT],
        check=False,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert ended.returncode == 1
    assert "essential thread failed" in ended.stdout
