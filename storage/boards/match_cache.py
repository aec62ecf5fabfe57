"""A cache of matches in memory."""

from collections import OrderedDict
from threading import Lock

from pbm.match import Match

CACHED_MATCHES = 2000
CACHED_EVENTS = 200_000
"""An event takes about 300 bytes, unless several cached matches share it."""


class MatchCache:
    """Replayed matches by checksum: as the checksum covers all of a match, none is ever stale.

    Every reader of a board has its current checksum from its row. Thread-safe.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._events = 0
        """The number of events of all matches."""

    def get(self, checksum: str) -> Match | None:
        """Returns the match whose log has this checksum."""
        return self._matches.get(checksum)

    def put(self, match: Match) -> None:
        """Adds a match, and removes the oldest."""
        with self._lock:
            if match.checksum not in self._matches:
                self._events += len(match.events)
            self._matches[match.checksum] = match
            while len(self._matches) > CACHED_MATCHES or self._events > CACHED_EVENTS:
                _, oldest = self._matches.popitem(last=False)
                self._events -= len(oldest.events)
