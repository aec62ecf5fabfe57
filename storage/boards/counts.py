"""Counts of boards and of rated players, which are kept, not counted when they are asked for.

Triggers note what may count otherwise. A tick looks at it, and adapts the materialized counts;
until then the readers look at it. So nobody waits for a row that all change, and nobody sees an old
number.
Both compare what counts now with what was counted, so a change that is noted twice counts once.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal_column,
    select,
    true,
    union,
    union_all,
)

from pbm.board.viewers import MEMBERS, PRIVATE, PUBLIC, VISIBILITIES, Viewer
from storage.boards.visibility import has_player_with, is_own, is_seen_by_others
from storage.players.visibility import has_chosen, is_gone, is_player_seen_by_others
from storage.sql.connection import WorkConnection
from storage.sql.inserts import insert_into
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.prepared import Prepared
from storage.sql.repository import LockingRepository
from storage.tables import (
    boards,
    counted,
    counters,
    materialized_counts,
    players,
    ratings,
    recounts,
    seats,
)

RUNNING, FINISHED, RATED = "running", "finished", "rated"


class Group(NamedTuple):
    """A group of boards, or of rated players, whose number is kept."""

    game: str
    kind: str
    """RUNNING and FINISHED for boards, RATED for players."""
    visibility: str
    """The widest circle that sees them."""


class Key(NamedTuple):
    """A board, or a player's rating at a game, that is counted; the other number is 0."""

    board: int
    player: int
    game: str


Counted = dict[Key, Group]

_NONE: ColumnElement[int] = literal_column("0")
_GROUP = (counted.c.game, counted.c.kind, counted.c.visibility)


def _visibility(is_private: ColumnElement[bool], is_members: ColumnElement[bool]) -> Any:
    return case(
        (is_private, literal_column(f"'{PRIVATE}'")),
        (is_members, literal_column(f"'{MEMBERS}'")),
        else_=literal_column(f"'{PUBLIC}'"),
    )


_BOARDS = select(
    boards.c.id.label("board_id"),
    _NONE.label("player_id"),
    boards.c.game,
    case(
        (boards.c.places.is_(None), literal_column(f"'{RUNNING}'")),
        else_=literal_column(f"'{FINISHED}'"),
    ).label("kind"),
    _visibility(
        boards.c.private | has_player_with(PRIVATE, few=True), has_player_with(MEMBERS, few=True)
    ).label("visibility"),
).where(boards.c.removed == "")
_RATINGS = select(
    _NONE.label("board_id"),
    ratings.c.player_id,
    ratings.c.game,
    literal_column(f"'{RATED}'").label("kind"),
    _visibility(
        has_chosen(ratings.c.player_id, PRIVATE), has_chosen(ratings.c.player_id, MEMBERS)
    ).label("visibility"),
).where(~exists().where(players.c.id == ratings.c.player_id, is_gone()))

_GAMES = select(counters.c.game)
"""The games with boards: with them, a player's ratings are found by index."""


def _pending_boards(which: ColumnElement[bool]) -> CompoundSelect[Any]:
    """Returns a query of the boards that these rows are about."""
    theirs = select(seats.c.board_id).join(recounts, recounts.c.player_id == seats.c.player_id)
    return union(select(recounts.c.board_id).where(which), theirs.where(which))


def _pending_players(which: ColumnElement[bool]) -> Select[Any]:
    return select(recounts.c.player_id).where(which)


def _present(which: ColumnElement[bool]) -> CompoundSelect[Any]:
    """Returns a query of what these rows are about, as it is to be counted now."""
    of_boards = _BOARDS.where(boards.c.id.in_(_pending_boards(which)))
    theirs = ratings.c.player_id.in_(_pending_players(which))
    return union_all(of_boards, _RATINGS.where(theirs, ratings.c.game.in_(_GAMES)))


def _former(which: ColumnElement[bool]) -> CompoundSelect[Any]:
    """Returns a query of what these rows are about, as it is counted."""
    of_boards = and_(counted.c.player_id == 0, counted.c.board_id.in_(_pending_boards(which)))
    theirs = and_(counted.c.board_id == 0, counted.c.player_id.in_(_pending_players(which)))
    return union_all(select(counted).where(of_boards), select(counted).where(theirs))


def _number_of(query: CompoundSelect[Any], each: int) -> Select[Any]:
    found = query.subquery()
    number: ColumnElement[int] = literal_column(str(each)).label("number")
    return select(found.c.game, found.c.kind, found.c.visibility, number)


def _current() -> Select[Any]:
    """Returns a query of the numbers: one statement, so that nothing changes meanwhile."""
    parts = union_all(
        select(materialized_counts),
        _number_of(_present(true()), 1),
        _number_of(_former(true()), -1),
    ).subquery()
    key = parts.c.game, parts.c.kind, parts.c.visibility
    return select(*key, func.sum(parts.c.number).label("number")).group_by(*key)


CURRENT = Prepared(_current())
_NAMES = [column.name for column in counted.c]
_DELETE = delete(counted).where(
    counted.c.board_id == bindparam("of_board"),
    counted.c.player_id == bindparam("of_player"),
    counted.c.game == bindparam("of_game"),
)
_LOCK = LockKey(LockKind.COUNT, "materialized counts")
"""The lock of those who write the counts."""


def current_counts(connection: WorkConnection) -> Mapping[Group, int]:
    """Returns the numbers of boards and rated players by group."""
    rows = connection.rows(CURRENT)
    return {Group(row.game, row.kind, row.visibility): int(row.number) for row in rows}


class MaterializedCountRepository(LockingRepository):
    """The repository of the materialized counts."""

    def adapt(self, most: int) -> int:
        """Adapts the counts to so many of the changes since; returns the number of these."""
        self._locks.take(_LOCK)
        ids = self._ids(most)
        if ids:
            which = recounts.c.id.in_(ids)
            before, after = self._read(_former(which)), self._read(_present(which))
            self._replace(before, after)
            self._connection.execute(delete(recounts).where(which))
        return len(ids)

    def differences(self) -> Iterator[tuple[Group, int, int]]:
        """Yields the groups whose materialized count is wrong, with it and the right one."""
        every = union_all(_BOARDS, _RATINGS).subquery()
        group = every.c.game, every.c.kind, every.c.visibility
        rows = self._connection.execute(select(*group, func.count()).group_by(*group))
        right = {Group(*key): number for *key, number in rows}
        kept = current_counts(self._connection)
        for each in sorted(right.keys() | kept.keys()):
            if kept.get(each, 0) != right.get(each, 0):
                yield each, kept.get(each, 0), right.get(each, 0)

    def count_all(self) -> None:
        """Counts all boards and ratings."""
        self._locks.take(_LOCK)
        for table in (recounts, counted, materialized_counts):  # first what others add to
            self._connection.execute(delete(table))
        for query in (_BOARDS, _RATINGS):
            self._connection.execute(insert(counted).from_select(_NAMES, query))
        numbers = select(*_GROUP, func.count()).group_by(*_GROUP)
        names = [column.name for column in materialized_counts.c]
        self._connection.execute(insert(materialized_counts).from_select(names, numbers))

    def _read(self, query: Select[Any] | CompoundSelect[Any]) -> Counted:
        rows = self._connection.execute(query)
        return {
            Key(row.board_id, row.player_id, row.game): Group(row.game, row.kind, row.visibility)
            for row in rows
        }

    def _ids(self, most: int) -> Sequence[int]:
        oldest = select(recounts.c.id).order_by(recounts.c.id).limit(most)
        return self._connection.execute(oldest).scalars().all()

    def _replace(self, before: Counted, after: Counted) -> None:
        gone, new = sorted(before.items() - after.items()), sorted(after.items() - before.items())
        if gone:
            keys = [{"of_board": key[0], "of_player": key[1], "of_game": key[2]} for key, _ in gone]
            self._connection.execute(_DELETE, keys)
        if new:
            rows = [dict(zip(_NAMES, (*key, *group[1:]), strict=True)) for key, group in new]
            self._connection.execute(insert(counted), rows)
        numbers = Counter(group for _, group in new)
        numbers.subtract(group for _, group in gone)
        for group, more in sorted(numbers.items()):
            self._add(group, more)

    def _add(self, group: Group, more: int) -> None:
        new = insert_into(self._connection, materialized_counts).values(
            **group._asdict(), number=more
        )
        number = materialized_counts.c.number + new.excluded.number
        added = new.on_conflict_do_update(index_elements=Group._fields, set_={"number": number})
        self._connection.execute(added)


# Numbers of boards and of rated players, as a viewer sees them, from the materialized counts.


def board_counts(connection: WorkConnection, viewer: Viewer) -> dict[str, tuple[int, int]]:
    """Returns the numbers of unfinished and finished boards that a viewer sees, by game."""
    found = Counter[tuple[str, str]]()
    for group, number in current_counts(connection).items():
        if group.visibility in _seen(viewer):
            found[group.game, group.kind] += number
    found += _own_boards(connection, viewer)
    names = {game for (game, kind), number in found.items() if kind != RATED and number}
    return {name: (found[name, RUNNING], found[name, FINISHED]) for name in sorted(names)}


def rated_count(connection: WorkConnection, game: str, viewer: Viewer) -> int:
    """Returns the number of players rated at a game whom a viewer sees."""
    seen = sum(
        number
        for group, number in current_counts(connection).items()
        if (group.game, group.kind) == (game, RATED) and group.visibility in _seen(viewer)
    )
    if viewer.admin or not viewer.players:
        return seen
    query = (
        select(func.count())
        .select_from(ratings)
        .join(players, players.c.id == ratings.c.player_id)
        .where(ratings.c.game == game, players.c.id.in_(sorted(viewer.players)))
        .where(~is_player_seen_by_others(viewer))
    )
    return seen + int(connection.execute(query).scalar_one())


def _seen(viewer: Viewer) -> tuple[str, ...]:
    """Returns the visibilities of what is seen by all who are like this viewer."""
    if viewer.admin:
        return VISIBILITIES
    return VISIBILITIES[:2] if viewer.member else VISIBILITIES[:1]


def _own_boards(connection: WorkConnection, viewer: Viewer) -> Counter[tuple[str, str]]:
    """Returns the numbers of boards that the viewer alone of all alike sees, by game and kind."""
    own = is_own(viewer)
    if viewer.admin or own is None:
        return Counter()
    over = boards.c.places.is_not(None)
    hidden = own, boards.c.removed == "", ~is_seen_by_others(viewer, few=True)
    query = select(boards.c.game, over, func.count()).where(*hidden).group_by(boards.c.game, over)
    return Counter(
        {
            (game, FINISHED if finished else RUNNING): number
            for game, finished, number in connection.execute(query)
        }
    )
