"""pymap, an IMAP server in Python, as the provider where Dovecot isn't installed."""

import socket
import subprocess
import sys
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from tests.support.smtp_sink import TIMEOUT_SECONDS, wait_for


@contextmanager
def pymap(user, password):
    """Runs it with one user, whose mailbox is empty; yields its port."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    place, without = ("--host", "127.0.0.1", "--port", str(port)), ("--no-tls", "--no-service")
    account = ("--demo-user", user, "--demo-password", password)
    process = subprocess.Popen(
        [Path(sys.executable).with_name("pymap"), *place, *without, "admin", "dict", *account],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,  # its libraries warn of what they will lose
    )
    try:
        wait_for(lambda: _answers(port) or process.poll(), "pymap", TIMEOUT_SECONDS)
        yield port
    finally:
        process.terminate()
        process.wait(TIMEOUT_SECONDS)


def _answers(port):
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 10):
        return True
    return False
