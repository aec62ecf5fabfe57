"""Matches kept in memory."""

from collections import OrderedDict

from pbm.match import Match

KEPT_MATCHES = 2000


class MatchCache:
    """Matches replayed before, by checksum: as the checksum covers all, none is ever stale."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Match] = OrderedDict()

    def get(self, checksum: str) -> Match | None:
        """The match whose log has this checksum."""
        return self._kept.get(checksum)

    def keep(self, match: Match) -> None:
        """Remember a match, and forget the oldest."""
        self._kept[match.checksum] = match
        while len(self._kept) > KEPT_MATCHES:
            self._kept.popitem(last=False)
