"""A terminal in which the program runs, with somebody who reads and types."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress

import psutil

from tests.support.paths import ROOT
from tests.support.waiting import wait_for

COMMAND = (sys.executable, "-m", "commands")
TIMEOUT_SECONDS = 300
"""For anything that a busy machine may delay."""


class Terminal:
    """Runs `pbm` in a pseudo-terminal of 80 columns."""

    def __init__(self, folder, *words, **environment):
        """`environment`: variables besides those of the tests that aren't settings."""
        self._master, slave = pty.openpty()
        others = {
            name: text
            for name, text in os.environ.items()
            if name[:4] != "PBM_" or name == "PBM_GAMES"
        }
        # the first terminal that the leader of a session opens is the one whose keys reach it
        tty = os.ttyname(slave)
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" <{tty} >{tty} 2>&1', "sh", *COMMAND, *words],
            cwd=folder,
            env=others | {"PYTHONPATH": str(ROOT), "COLUMNS": "80", "TERM": "dumb"} | environment,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""
        self._read_up_to = 0

    def expect(self, text, seconds=TIMEOUT_SECONDS):
        """Waits until the text is shown, after all that was expected before."""
        deadline = time.monotonic() + seconds
        while (at := self.shown.find(text, self._read_up_to)) < 0:
            assert self._read(deadline), f'no "{text}" in:\n{self.shown}'
        self._read_up_to = at + len(text)

    def answer(self, question, text=""):
        """Waits for a question, and types the answer."""
        self.expect(question)
        self.expect(": ")  # what is typed before that is lost when the echo is turned off
        self.type(f"{text}\n")

    def type(self, text):
        """Types text, once the program waits for it; control characters are keys.

        A signal that comes just before it waits would only be seen once something is typed.
        """
        self._wait_until_it_waits()
        os.write(self._master, text.encode())

    def signal(self, number):
        """Sends a signal, once the program waits for an answer."""
        self._wait_until_it_waits()
        self.process.send_signal(number)

    def _wait_until_it_waits(self):
        process = psutil.Process(self.process.pid)
        wait_for(lambda: process.status() == psutil.STATUS_SLEEPING, "a question")

    def end(self):
        """Returns the exit status, once the program has ended."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while self._read(deadline):
            pass
        return self.process.wait(TIMEOUT_SECONDS)

    def close(self):
        """Ends the program if it still runs."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(TIMEOUT_SECONDS)
        os.close(self._master)

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.close()

    def _read(self, deadline):
        """Reads what is shown; returns False at the end of the program."""
        ready, _, _ = select.select([self._master], [], [], max(0, deadline - time.monotonic()))
        assert ready, f"nothing more is shown after:\n{self.shown}"
        with suppress(OSError):  # EIO, when the program has ended
            if content := os.read(self._master, 65536):
                self.shown += content.decode("utf-8", "replace").replace("\r\n", "\n")
                return True
        return False
