"""A cache of matches in memory."""

from collections import OrderedDict

from pbm.match import Match

CACHED_MATCHES = 2000


class MatchCache:
    """Replayed matches by checksum: as the checksum covers all of a match, none is ever stale."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, Match] = OrderedDict()

    def get(self, checksum: str) -> Match | None:
        """Returns the match whose log has this checksum."""
        return self._matches.get(checksum)

    def put(self, match: Match) -> None:
        """Adds a match, and removes the oldest."""
        self._matches[match.checksum] = match
        while len(self._matches) > CACHED_MATCHES:
            self._matches.popitem(last=False)
