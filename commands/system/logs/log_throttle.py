"""Leaves out repeated warnings and errors, so that neither faults nor strangers fill the disk."""

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
"""The most lines of one event in a window."""
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
    """A processor of structlog, for warnings and errors; thread-safe.

    In a minute, lines that are the same are written once, as are tracebacks that end at the same
    place, and at most MAX_LINES lines of one event. The event's next line tells how many lines
    were left out.
    """

    def __init__(self) -> None:
        self._windows: dict[str, _Window] = {}
        self._lock = Lock()

    def __call__(self, _logger: object, level: str, values: EventDict) -> EventDict:
        """Returns the line; raises DropEvent to leave it out."""
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
        """Returns the event's window, and if it is new, the number left out in the last one."""
        found, now = self._windows.get(event), time.monotonic()
        if found and now < found.since + WINDOW_SECONDS:
            return found, 0
        self._windows[event] = made = _Window(now)
        return made, found.left_out if found else 0


def _error(exc_info: object) -> BaseException | None:
    """Returns the exception in what a logger is given as `exc_info`."""
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
