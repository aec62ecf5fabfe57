"""The end of the program `pbm`."""

import subprocess
import sys

from tests.support.paths import ROOT

SCRIPT = """
import sys, threading
sys.path.insert(0, sys.argv[1])
from commands.cli import main

def run(_words):
    threading.Thread(target=threading.Event().wait).start()
    print("done")
    return 3

main.run = run
main.main()
"""


def test_a_thread_of_a_game_does_not_keep_a_program_from_ending():
    """Its output is complete, and its exit status the one of the command."""
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, ROOT],
        check=False,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (ended.returncode, ended.stdout) == (3, "done\n")
