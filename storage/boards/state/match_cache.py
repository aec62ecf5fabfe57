"""A cache of the matches of active boards, and of the boards that are frozen."""

from collections import OrderedDict
from threading import Lock
from typing import Any

from sqlalchemy import Row

from pbm.errors import BoardFrozenError
from pbm.match.match import Match

CACHED_MATCHES = 2000
CACHED_EVENTS = 100_000
"""Maximum number of events in all cached matches. An event takes some 700 bytes: 400 in its match,
300 by itself.
"""


class MatchCache:
    """A thread-safe cache of the matches of active boards, by board id.

    Readers can't get an outdated match, because they compare it with the checksum in the board's
    row. The checksum covers the whole match.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._matches: OrderedDict[int, Match] = OrderedDict()
        self._events = 0
        """The number of events in all cached matches."""
        self._frozen: dict[tuple[str, int], str] = {}
        """The reasons why boards are frozen until this process ends, by game and board number."""

    def freeze(self, game: str, number: int, why: str) -> None:
        """Freezes a board whose game didn't return from a call, until this process ends."""
        self._frozen[game, number] = why

    def check_free(self, row: Row[Any]) -> None:
        """Raises BoardFrozenError if the board in this row is frozen."""
        if why := self._frozen.get((row.game, row.number)):
            raise BoardFrozenError(why)

    def is_free(self, row: Row[Any]) -> bool:
        """Whether the board in this row isn't frozen."""
        return (row.game, row.number) not in self._frozen

    def get(self, id: int, checksum: str) -> Match | None:
        """Returns a board's match if its log has this checksum, or None."""
        match = self._matches.get(id)
        return match if match and match.checksum == checksum else None

    def put(self, id: int, match: Match) -> None:
        """Caches a board's match, and drops the oldest ones when the cache is full."""
        with self._lock:
            if before := self._matches.pop(id, None):
                self._events -= len(before.events)
            # Finished matches accumulate, and few of them are read again.
            if match.outcome:
                return
            self._matches[id] = match
            self._events += len(match.events)
            while len(self._matches) > CACHED_MATCHES or self._events > CACHED_EVENTS:
                _, oldest = self._matches.popitem(last=False)
                self._events -= len(oldest.events)
