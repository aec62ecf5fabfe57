"""Logging what strangers make happen, without letting them fill the disk."""

import time

import structlog

WINDOW_SECONDS = 60
MAX_LINES = 50
"""In one window."""

log = structlog.get_logger()


class ThrottledLog:
    """Logs an event once a minute for each address, and only so many in all."""

    def __init__(self) -> None:
        self._made: set[tuple[str, str]] = set()
        self._until = 0.0

    def make(self, event: str, address: str) -> None:
        """Logs it, or has logged its like a moment ago."""
        if time.monotonic() > self._until:
            self._made.clear()
            self._until = time.monotonic() + WINDOW_SECONDS
        remark = (event, address)
        if remark not in self._made and len(self._made) < MAX_LINES:
            self._made.add(remark)
            log.warning(event, address=address)
