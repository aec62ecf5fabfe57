"""A cache of matches in memory."""

from collections import OrderedDict
from threading import Lock
from typing import Any

from sqlalchemy import Row

from pbm.errors import BoardFrozenError
from pbm.match.match import Match

CACHED_MATCHES = 2000
CACHED_EVENTS = 100_000
"""An event takes about 400 bytes in its match, and 300 by itself."""


class MatchCache:
    """The last match that was read or saved of each board whose game goes on, by the board's id.

    None is ever stale: every reader of a board has its current checksum from its row, which covers
    all of a match. Thread-safe.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._matches: OrderedDict[int, Match] = OrderedDict()
        self._events = 0
        """The number of events of all matches."""
        self._frozen: dict[tuple[str, int], str] = {}
        """The reasons why boards are frozen until this process ends, by game and number."""

    def freeze(self, game: str, number: int, why: str) -> None:
        """Freezes a board whose game doesn't end a call: it stays loaded as long as the process."""
        self._frozen[game, number] = why

    def check_free(self, row: Row[Any]) -> None:
        """Raises BoardFrozenError if the board in this row is frozen."""
        if why := self._frozen.get((row.game, row.number)):
            raise BoardFrozenError(why)

    def is_free(self, row: Row[Any]) -> bool:
        """Returns False if the board in this row is frozen."""
        return (row.game, row.number) not in self._frozen

    def get(self, id: int, checksum: str) -> Match | None:
        """Returns a board's match if it is the one whose log has this checksum."""
        match = self._matches.get(id)
        return match if match and match.checksum == checksum else None

    def put(self, id: int, match: Match) -> None:
        """Adds a board's match in place of an earlier one, and removes those used longest ago.

        One that is over is removed, too: there are more of them each day, and few are read again.
        """
        with self._lock:
            if before := self._matches.pop(id, None):
                self._events -= len(before.events)
            if match.outcome:
                return
            self._matches[id] = match
            self._events += len(match.events)
            while len(self._matches) > CACHED_MATCHES or self._events > CACHED_EVENTS:
                _, oldest = self._matches.popitem(last=False)
                self._events -= len(oldest.events)
