"""Processes that listen: each says so through its pipe, or why it can't."""

from commands.server.processes.child_process import ChildProcess
from commands.server.processes.fork_server import ANSWER_SECONDS
from pbm.errors import UsageError

OPEN = "open"


def check_listens(child: ChildProcess, name: str) -> None:
    """Waits until a process listens; else ends it.

    Raises UsageError for settings with which it can't listen, OSError if it died or hangs.
    """
    try:
        _check(child, name)
    except Exception:
        child.kill()
        child.close()
        raise


def _check(child: ChildProcess, name: str) -> None:
    try:
        result = child.pipe.recv() if child.pipe.poll(ANSWER_SECONDS) else None
    except EOFError:
        result = None
    if result is None:
        raise ConnectionError(f"the {name} process died or hung before it listened")
    if result != OPEN:
        raise UsageError(result)
