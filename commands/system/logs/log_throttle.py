"""Drops repeated warnings and errors, so that neither faults nor attackers can fill the disk."""

import sys
import time
import traceback
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from structlog import DropEvent

from commands.system.logs.log_values import error_text
from commands.system.metrics import LOG_LINES_LEFT_OUT, LOG_PROBLEMS

WINDOW_SECONDS = 60
MAX_LINES = 50
"""Maximum number of lines of one event in a window."""
THROTTLED = ("warning", "error", "critical")

EventDict = MutableMapping[str, Any]


@dataclass
class _Window:
    """The lines of one event that were logged since a time."""

    since: float
    lines: set[str] = field(default_factory=set)
    tracebacks: set[str] = field(default_factory=set)
    left_out: int = 0


class LogThrottle:
    """Drops repeated warnings and errors, as a thread-safe processor of structlog.

    Within a minute, equal lines are written once. Tracebacks that end at the same place in the code
    are also written once. At most MAX_LINES lines of one event are written. The event's next line
    has the number of dropped lines.
    """

    def __init__(self) -> None:
        self._windows: dict[str, _Window] = {}
        self._lock = Lock()

    def __call__(self, _logger: object, level: str, values: EventDict) -> EventDict:
        """Returns the line. Raises DropEvent to drop it."""
        if level not in THROTTLED:
            return values
        LOG_PROBLEMS.add(level)
        with self._lock:
            return self._checked(str(values["event"]), values)

    def _checked(self, event: str, values: EventDict) -> EventDict:
        window, before = self._window(event)
        error = _error(values.get("exc_info"))
        line = repr(sorted((key, str(values[key])) for key in values if key != "exc_info"))
        place = _place(error) if error else ""
        if line + place in window.lines or len(window.lines) >= MAX_LINES:
            window.left_out += 1
            LOG_LINES_LEFT_OUT.add()
            raise DropEvent
        window.lines.add(line + place)
        if error and place in window.tracebacks:
            values = {
                **values,
                "exc_info": None,
                "error": error_text(error),
                "traceback": "as before",
            }
        elif error:
            window.tracebacks.add(place)
        return {**values, "left_out": before} if before else values

    def _window(self, event: str) -> tuple[_Window, int]:
        """Returns the event's window. If it is new, also the number dropped in the previous one."""
        window, now = self._windows.get(event), time.monotonic()
        if window and now < window.since + WINDOW_SECONDS:
            return window, 0
        self._windows[event] = new_window = _Window(now)
        return new_window, window.left_out if window else 0


def _error(exc_info: object) -> BaseException | None:
    """Returns the exception in a logger's `exc_info`, or None."""
    if isinstance(exc_info, BaseException):
        return exc_info
    if isinstance(exc_info, tuple):
        return exc_info[1] if isinstance(exc_info[1], BaseException) else None
    return sys.exc_info()[1] if exc_info else None


def _place(error: BaseException) -> str:
    """Returns the type of an error and the line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__qualname__} {where}"
