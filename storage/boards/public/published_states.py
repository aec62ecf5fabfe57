"""States of boards and players, by which changes are found of what everybody may see."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Connection, Row, Select, case, func, select

from pbm.board.visibility import COMMENTS, VISIBILITY
from storage.boards.public.boards import FEW_PUBLISHED
from storage.boards.visibility import is_gone
from storage.tables import (
    boards,
    explored_boards,
    players,
    preferences,
    published_comments,
    ratings,
    seats,
)

BATCH = 500
"""The number of boards whose players are read by one statement."""

NO_COMMENTS = (0, 0)
STATES = select(
    boards.c.id,
    boards.c.game,
    boards.c.number,
    boards.c.checksum,
    boards.c.places,
    boards.c.changed,
    FEW_PUBLISHED.label("published"),
    func.coalesce(explored_boards.c.checksum, "").label("explored"),
).outerjoin(explored_boards, explored_boards.c.board_id == boards.c.id)
PUBLISHED_NAME = case((is_gone(), ""), else_=players.c.userid)
"""The userid of a player; empty if the player has signed off."""


@dataclass(frozen=True, slots=True)
class BoardState:
    """The state of a board, to be compared with an earlier one."""

    id: int
    game: str
    number: int
    players: tuple[int, ...]
    """Their ids, by seat."""
    changed: datetime
    is_published: bool
    is_over: bool
    version: str
    """A digest of all from which its own pages are made."""
    listing: str
    """A digest of what changes only when a board begins or ends, and with its players' names."""
    explored: str
    """The state whose moves can be found by position; empty if none can."""


class PublishedStateRepository:
    """The repository of the states."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def changed_since(self, moment: datetime) -> Iterator[BoardState]:
        """Yields the states of boards that have changed since then."""
        return self._states(STATES.where(boards.c.changed >= moment).order_by(boards.c.id))

    def after(self, id: int, most: int) -> Sequence[BoardState]:
        """Returns the states of the boards with the next higher ids, in their order."""
        return [*self._states(STATES.where(boards.c.id > id).order_by(boards.c.id).limit(most))]

    def of_players(self, ids: Sequence[int]) -> Iterator[BoardState]:
        """Yields the states of the boards on which any of these players has a seat."""
        for start in range(0, len(ids), BATCH):
            some = ids[start : start + BATCH]
            theirs = select(seats.c.board_id).where(seats.c.player_id.in_(some))
            yield from self._states(STATES.where(boards.c.id.in_(theirs)).order_by(boards.c.id))

    def players(self) -> dict[int, str]:
        """Returns the version of each player: digests of what pages show of them.

        The first word is of what all of their boards' pages depend on: name and choices, then
        comments. The others are of their ratings, which games that aren't public change, too.
        """
        choices, rated = self._choices(), self._ratings()
        comments = self._comments_by(published_comments.c.player_id)
        query = select(players.c.id, PUBLISHED_NAME.label("name"))
        found: dict[int, str] = {}
        for id, name in self._connection.execute(query):
            chosen = digest([name, choices[id]])
            found[id] = " ".join([f"{chosen}.{digest(comments.get(id, NO_COMMENTS))}", *rated[id]])
        return found

    def _choices(self) -> defaultdict[int, list[list[str]]]:
        """Returns what players chose to show, and when: they may have chosen else meanwhile."""
        found: defaultdict[int, list[list[str]]] = defaultdict(list)
        query = select(preferences).where(
            preferences.c.game == "", preferences.c.name.in_([VISIBILITY, COMMENTS])
        )
        for row in self._connection.execute(query.order_by(preferences.c.name)):
            found[row.player_id].append([row.value, row.changed.isoformat()])
        return found

    def _ratings(self) -> defaultdict[int, list[str]]:
        """Returns a word for each rating of a player: its game, and a digest."""
        found: defaultdict[int, list[str]] = defaultdict(list)
        query = select(ratings.c.player_id, ratings.c.game, ratings.c.mu, ratings.c.sigma)
        for row in self._connection.execute(query.order_by(ratings.c.game)):
            found[row.player_id].append(f"{row.game}={digest([row.mu, row.sigma])}")
        return found

    def _states(self, query: Select[Any]) -> Iterator[BoardState]:
        rows = self._connection.execute(query)
        for batch in rows.partitions(BATCH):
            ids = [row.id for row in batch]
            sitting = self._sitting(ids)
            comments = self._comments_by(published_comments.c.board_id, ids)
            for row in batch:
                yield _state(row, sitting[row.id], comments.get(row.id, NO_COMMENTS))

    def _sitting(self, ids: Sequence[int]) -> dict[int, list[tuple[int, str]]]:
        """Returns ids and names of the players by board, in the order of seats."""
        query = (
            select(seats.c.board_id, players.c.id, PUBLISHED_NAME)
            .join(players, players.c.id == seats.c.player_id)
            .where(seats.c.board_id.in_(ids))
            .order_by(seats.c.board_id, seats.c.seat)
        )
        found: dict[int, list[tuple[int, str]]] = {}
        for board, id, name in self._connection.execute(query):
            found.setdefault(board, []).append((id, name))
        return found

    def _comments_by(
        self, column: Column[Any], ids: Sequence[int] | None = None
    ) -> dict[int, tuple[int, int]]:
        """Returns number and highest id of comments by board or player, of these ids or all."""
        query = select(column, func.count(), func.max(published_comments.c.id)).group_by(column)
        rows = self._connection.execute(query if ids is None else query.where(column.in_(ids)))
        return {id: (count, latest) for id, count, latest in rows}


def _state(
    row: Row[Any], sitting: Sequence[tuple[int, str]], comments: tuple[int, int]
) -> BoardState:
    listing = [row.published, row.places, *sitting]
    return BoardState(
        id=row.id,
        game=row.game,
        number=row.number,
        players=tuple(id for id, _ in sitting),
        changed=row.changed,
        is_published=row.published,
        is_over=row.places is not None,
        version=digest([row.checksum, comments, listing]),
        listing=digest(listing),
        explored=row.explored,
    )


def is_renewed(before: str, now: str) -> bool:
    """Returns True if all pages of a player's boards may differ between two of their versions."""
    return before.partition(" ")[0] != now.partition(" ")[0]


def has_chosen(before: str, now: str) -> bool:
    """Returns True if a player's name, or choice of what is shown, differs between two versions."""
    return before.partition(".")[0] != now.partition(".")[0]


def changed_ratings(before: str, now: str) -> set[str]:
    """Returns the games at which a player's rating differs between two of their versions."""
    differing = set(before.split(" ")[1:]) ^ set(now.split(" ")[1:])
    return {word.partition("=")[0] for word in differing}


def digest(values: Sequence[Any]) -> str:
    """Returns a short digest of values that JSON can express."""
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:32]
