"""Logging of events that strangers cause, without letting them fill the disk."""

import time

from pbm.lazy_logger import get_logger

WINDOW_SECONDS = 60
MAX_LINES = 50
"""The most lines in one window."""

log = get_logger()


class ThrottledLog:
    """A log that writes an event once a minute for each address, and a limited number in all."""

    def __init__(self) -> None:
        self._logged: set[tuple[str, str]] = set()
        self._until = 0.0

    def warn(self, event: str, address: str) -> None:
        """Logs an event, unless the same was logged in this window."""
        if time.monotonic() > self._until:
            self._logged.clear()
            self._until = time.monotonic() + WINDOW_SECONDS
        entry = (event, address)
        if entry not in self._logged and len(self._logged) < MAX_LINES:
            self._logged.add(entry)
            log.warning(event, address=address)
