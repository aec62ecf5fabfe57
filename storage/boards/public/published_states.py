"""Digests of the public states of boards and players. Comparing digests reveals changes."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Column, Row, Select, case, func, select, union

from pbm.board.viewers import COMMENTS, VISIBILITY
from storage.boards.contest_positions import SHARED
from storage.boards.public.published_boards import FEW_PUBLISHED
from storage.boards.visibility import is_gone
from storage.sql.repository import Repository
from storage.tables.boards import (
    board_deputies,
    boards,
    explored_boards,
    explored_moves,
    published_comments,
    ratings,
    seats,
)
from storage.tables.competitions import ladders
from storage.tables.players import players, preferences

BATCH = 500
"""Maximum number of boards whose players one query reads."""
NO_COMMENTS = (0, 0)
STATES = select(
    boards.c.id,
    boards.c.game,
    boards.c.number,
    boards.c.checksum,
    boards.c.places,
    FEW_PUBLISHED.label("published"),
    func.coalesce(explored_boards.c.checksum, "").label("explored"),
).outerjoin(explored_boards, explored_boards.c.board_id == boards.c.id)
PUBLISHED_NAME = case((is_gone(), ""), else_=players.c.userid)
"""The userid of a player. Empty if the player has left."""


class BoardState(NamedTuple):
    """The state of a board, to be compared with an earlier one."""

    players: list[int]
    """Player ids in the order of the seats."""
    is_over: bool
    version: str
    """A digest of everything that the board's own pages show."""
    listing: str
    """A digest of the board's result, its visibility and its players' names. Moves don't change it.
    """
    explored: str
    """The checksum of the log whose moves can be found by position. Empty if there is none."""


class FoundBoard(NamedTuple):
    """A board with its current state."""

    game: str
    number: int
    is_published: bool
    state: BoardState


class PlayerState(NamedTuple):
    """The public state of a player, to be compared with an earlier one."""

    choices: str = ""
    """A digest of the userid and of the player's choices about publication, with their times."""
    comments: str = ""
    """A digest of the player's published comments. The pages of the player's boards show them."""
    ratings: dict[str, str] = {}  # noqa: RUF012 - never changed
    """Digests of rating and place on the ladder, by game. Hidden games change them, too."""


class PublishedStateRepository(Repository):
    def latest_change(self) -> datetime | None:
        """Returns the time of the latest change of a board, or None if there is no board."""
        return self._connection.execute(select(func.max(boards.c.changed))).scalar()

    def changed_since(self, moment: datetime) -> Iterator[FoundBoard]:
        """Yields the boards that have changed since this time."""
        return self._found(STATES.where(boards.c.changed >= moment).order_by(boards.c.id))

    def of_game(self, game: str, first: int, most: int) -> Sequence[FoundBoard]:
        """Returns at most `most` boards of a game, beginning with number `first`, in order."""
        here = boards.c.game == game, boards.c.number >= first
        return [*self._found(STATES.where(*here).order_by(boards.c.number).limit(most))]

    def of_players(self, ids: Sequence[int]) -> Iterator[FoundBoard]:
        """Yields the boards on which any of these players has a seat, or has moved as a deputy."""
        for start in range(0, len(ids), BATCH):
            some = ids[start : start + BATCH]
            tables = seats, board_deputies
            theirs = union(
                *(select(each.c.board_id).where(each.c.player_id.in_(some)) for each in tables)
            )
            yield from self._found(STATES.where(boards.c.id.in_(theirs)).order_by(boards.c.id))

    def players(self) -> dict[int, PlayerState]:
        """Returns the states of all players, by id."""
        choices, rated = self._choices(), self._ratings()
        comments = self._comments_by(published_comments.c.player_id)
        query = select(players.c.id, PUBLISHED_NAME.label("name"))
        return {
            id: PlayerState(
                digest([name, choices[id]]), digest(comments.get(id, NO_COMMENTS)), rated[id]
            )
            for id, name in self._connection.execute(query)
        }

    def _choices(self) -> defaultdict[int, list[list[str]]]:
        """Returns the players' choices about publication, each with its time, by player id."""
        choices: defaultdict[int, list[list[str]]] = defaultdict(list)
        query = select(preferences).where(
            preferences.c.game == "", preferences.c.name.in_([VISIBILITY, COMMENTS])
        )
        for row in self._connection.execute(query.order_by(preferences.c.name)):
            choices[row.player_id].append([row.value, row.changed.isoformat()])
        return choices

    def _ratings(self) -> defaultdict[int, dict[str, str]]:
        values: defaultdict[tuple[int, str], list[float]] = defaultdict(list)
        for table, *columns in (
            (ratings, ratings.c.mu, ratings.c.sigma),
            (ladders, ladders.c.place),
        ):
            query = select(table.c.player_id, table.c.game, *columns).order_by(table.c.game)
            for player, game, *row in self._connection.execute(query):
                values[player, game] += row
        digests: defaultdict[int, dict[str, str]] = defaultdict(dict)
        for (player, game), all_values in values.items():
            digests[player][game] = digest(all_values)
        return digests

    def _found(self, query: Select[Any]) -> Iterator[FoundBoard]:
        rows = self._connection.execute(query)
        for batch in rows.partitions(BATCH):
            ids = [row.id for row in batch]
            sitting, deputies = self._sitting(ids), self._deputies(ids)
            comments = self._comments_by(published_comments.c.board_id, ids)
            shared = self._shared(ids)
            for row in batch:
                page_data = [*comments.get(row.id, NO_COMMENTS), *deputies.get(row.id, ())]
                page_data += shared.get(row.id, ())
                yield _found(row, sitting[row.id], page_data)

    def _sitting(self, ids: Sequence[int]) -> dict[int, list[tuple[int, str]]]:
        """Returns ids and names of the players in the order of the seats, by board id."""
        query = (
            select(seats.c.board_id, players.c.id, PUBLISHED_NAME)
            .join(players, players.c.id == seats.c.player_id)
            .where(seats.c.board_id.in_(ids))
            .order_by(seats.c.board_id, seats.c.seat)
        )
        players_by_board: dict[int, list[tuple[int, str]]] = {}
        for board, id, name in self._connection.execute(query):
            players_by_board.setdefault(board, []).append((id, name))
        return players_by_board

    def _deputies(self, ids: Sequence[int]) -> dict[int, list[str]]:
        """Returns the names of deputies by board id."""
        query = (
            select(board_deputies.c.board_id, PUBLISHED_NAME)
            .join(players, players.c.id == board_deputies.c.player_id)
            .where(board_deputies.c.board_id.in_(ids))
            .order_by(board_deputies.c.board_id, board_deputies.c.player_id)
        )
        names_by_board: dict[int, list[str]] = {}
        for board, name in self._connection.execute(query):
            names_by_board.setdefault(board, []).append(name)
        return names_by_board

    def _shared(self, ids: Sequence[int]) -> dict[int, list[int]]:
        """Returns the positions that finished boards share with contests, by board id.

        Values of these positions are withheld. Each position takes two items of the list: its ply,
        and 1 if it is the current position of a contest, otherwise 0.
        """
        positions: dict[int, list[int]] = {}
        query = SHARED.where(explored_moves.c.board_id.in_(ids))
        for board, *place in self._connection.execute(query):
            positions.setdefault(board, []).extend(place)
        return positions

    def _comments_by(
        self, column: Column[Any], ids: Sequence[int] | None = None
    ) -> dict[int, tuple[int, int]]:
        """Returns the number and the highest id of comments, by board id or player id.

        `column`: the column to group by.
        `ids`: only these boards or players.
        """
        query = select(column, func.count(), func.max(published_comments.c.id)).group_by(column)
        rows = self._connection.execute(query if ids is None else query.where(column.in_(ids)))
        return {id: (count, latest) for id, count, latest in rows}


def _found(
    row: Row[Any], sitting: Sequence[tuple[int, str]], page_data: Sequence[int | str]
) -> FoundBoard:
    """Returns a board with its state.

    `page_data`: the data that the board's own pages show and lists don't.
    """
    listing = [row.published, row.places, *sitting]
    state = BoardState(
        players=[id for id, _ in sitting],
        is_over=row.places is not None,
        version=digest([row.checksum, page_data, listing]),
        listing=digest(listing),
        explored=row.explored,
    )
    return FoundBoard(row.game, row.number, row.published, state)


def digest(values: Sequence[Any]) -> str:
    """Returns a short digest of values that can be written as JSON."""
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:32]
