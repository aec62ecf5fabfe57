"""Positions as HTML that were made lately: a move adds one to those of a long game."""

from collections import OrderedDict

from commands.site.boards.parts import Fragment

MAX_BYTES = 32 * 1024 * 1024


class RecentFragments:
    """The fragments that were used last, by a digest of all that they tell."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._fragments: OrderedDict[bytes, Fragment] = OrderedDict()

    def get(self, key: bytes) -> Fragment | None:
        """Returns a fragment; None if it isn't there any more."""
        if found := self._fragments.get(key):
            self._fragments.move_to_end(key)
        return found

    def put(self, key: bytes, fragment: Fragment) -> None:
        """Adds a fragment, and drops those that were used longest ago."""
        self._fragments[key] = fragment
        self._bytes += fragment.size
        while self._bytes > self._max_bytes:
            self._bytes -= self._fragments.popitem(last=False)[1].size
