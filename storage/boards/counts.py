"""The numbers of boards and of rated players that a viewer may see.

All viewers of a kind see the same boards, except that viewers also see their own hidden boards.
These are counted separately. Counting many rows is slow, so large numbers are cached for a minute.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Sized
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select

from pbm.board.viewers import SERVER, Viewer
from storage.boards.visibility import is_own, is_seen_by, is_seen_by_others
from storage.players.visibility import is_gone, is_player_seen_by, is_player_seen_by_others
from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared
from storage.tables.boards import boards, ratings
from storage.tables.players import players

MAX_AGE = 90.0
"""Maximum age of cached numbers in seconds. Servers refresh the numbers each minute, so that
writers needn't count rows.
"""
SMALL = 3000
"""Maximum sum of numbers that aren't cached. It corresponds to a thousand boards, each counted for
three kinds of viewers.
"""
KINDS = (SERVER, Viewer(member=True), Viewer())
"""A viewer of each kind, without boards of their own."""
Numbers = Mapping[str, Sequence[int]]
"""For each game, the number of boards that each kind of viewer may see."""
_NONE = (0,) * 2 * len(KINDS)


def _of_boards() -> Select[Any]:
    over = boards.c.places.is_not(None)
    seen = [is_seen_by(kind) for kind in KINDS]
    numbers = _numbers([each & state for each in seen for state in (~over, over)])
    return select(boards.c.game, *numbers).where(boards.c.removed == "").group_by(boards.c.game)


def _of_ratings() -> Select[Any]:
    numbers = _numbers([is_player_seen_by(kind) for kind in KINDS])
    joined = select(ratings.c.game, *numbers).join(players, players.c.id == ratings.c.player_id)
    return joined.where(~is_gone()).group_by(ratings.c.game)


def _numbers(conditions: Sequence[ColumnElement[bool]]) -> list[ColumnElement[int]]:
    return [
        func.count().filter(condition).label(f"number_{index}")
        for index, condition in enumerate(conditions)
    ]


BOARDS, RATINGS = Prepared(_of_boards()), Prepared(_of_ratings())


class CountCache:
    """A cache of large numbers, with the time at which they were counted."""

    def __init__(self) -> None:
        self._cache: dict[Prepared, tuple[float, Numbers]] = {}

    def find(self, query: Prepared, connection: WorkConnection) -> Numbers:
        """Returns the cached numbers, or counts the rows if they are older than MAX_AGE."""
        at, numbers = self._cache.get(query, (-MAX_AGE, {}))
        return numbers if time.monotonic() < at + MAX_AGE else self.count(query, connection)

    def count(self, query: Prepared, connection: WorkConnection) -> Numbers:
        """Counts the rows, and caches the numbers unless they are small."""
        numbers = {game: tuple(row) for game, *row in connection.rows(query)}
        if sum(map(sum, numbers.values())) > SMALL:
            self._cache[query] = time.monotonic(), numbers
        return numbers


class CountRepository:
    """Counts of boards and of rated players."""

    def __init__(self, connection: WorkConnection, cache: CountCache) -> None:
        self._connection = connection
        self._cache = cache

    def refresh(self) -> None:
        """Counts everything now and fills the cache."""
        for query in (BOARDS, RATINGS):
            self._cache.count(query, self._connection)

    def boards(self, viewer: Viewer) -> dict[str, tuple[int, int]]:
        """Returns the numbers of unfinished and finished boards that a viewer may see, by game."""
        first, own_boards = 2 * _kind(viewer), self._own_boards(viewer)
        seen = self._cache.find(BOARDS, self._connection)
        numbers_by_game = {
            game: (
                seen.get(game, _NONE)[first] + own_boards[game, False],
                seen.get(game, _NONE)[first + 1] + own_boards[game, True],
            )
            for game in sorted({*seen, *(game for game, _ in own_boards)})
        }
        return {game: numbers for game, numbers in numbers_by_game.items() if any(numbers)}

    def rated(self, game: str, viewer: Viewer) -> int:
        """Returns the number of players rated at a game that a viewer may see."""
        seen = self._cache.find(RATINGS, self._connection).get(game, _NONE)[_kind(viewer)]
        return seen + self._own_ratings(game, viewer)

    def _own_boards(self, viewer: Viewer) -> Counter[tuple[str, bool]]:
        """Returns the numbers of boards that only this viewer of its kind may see."""
        is_theirs = is_own(viewer)
        if viewer.admin or is_theirs is None:
            return Counter()
        over = boards.c.places.is_not(None)
        hidden = is_theirs, boards.c.removed == "", ~is_seen_by_others(viewer, few=True)
        query = select(boards.c.game, over, func.count()).where(*hidden)
        rows = self._connection.execute(query.group_by(boards.c.game, over))
        return Counter({(game, bool(is_over)): number for game, is_over, number in rows})

    def _own_ratings(self, game: str, viewer: Viewer) -> int:
        """Returns the number of rated players that only this viewer of its kind may see."""
        if viewer.admin or not viewer.players:
            return 0
        query = (
            select(func.count())
            .select_from(ratings)
            .join(players, players.c.id == ratings.c.player_id)
            .where(ratings.c.game == game, players.c.id.in_(sorted(viewer.players)))
            .where(~is_player_seen_by_others(viewer))
        )
        return int(self._connection.execute(query).scalar_one())


def _kind(viewer: Viewer) -> int:
    return KINDS.index(Viewer(admin=viewer.admin, member=viewer.member and not viewer.admin))


def list_length(rows: Sized, offset: int, limit: int | None, count: Callable[[], int]) -> int:
    """Returns the length of a list from which the given `rows` were read.

    The length is exact if the rows include the end of the list.

    `count`: returns the approximate length.
    """
    end = offset + len(rows)
    if limit is None or (len(rows) < limit and (rows or not offset)):
        return end
    return max(count(), end if rows else 0)
