"""Runs threads that a process needs: when one fails, the process ends.

A process without its writer would seem to work, but wouldn't answer anybody. When it has ended, its
service manager or the server starts it again.
"""

import os
import threading
from collections.abc import Callable

from pbm.process.lazy_logger import get_logger

FAILED = 1
"""Exit status of the process."""

log = get_logger()


def essential_thread(run: Callable[[], object], name: str) -> threading.Thread:
    """Returns a daemon thread that calls `run` and ends the process if that raises anything."""
    return threading.Thread(target=_run_or_exit, args=(run, name), name=name, daemon=True)


def _run_or_exit(run: Callable[[], object], name: str) -> None:
    try:
        run()
    # SystemExit and KeyboardInterrupt would otherwise end only the thread.
    except BaseException:
        log.exception("essential thread failed, so the process exits", thread=name)
        # sys.exit would end only this thread.
        os._exit(FAILED)
