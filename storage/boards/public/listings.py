"""Lists of boards that everybody may see, read without replaying their matches."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, exists, func, select

from pbm import games
from pbm.board.board import BoardLine
from pbm.board.viewers import Viewer
from pbm.stored_values import Seek
from storage.boards.public.published_boards import FEW_PUBLISHED, IS_PUBLISHED
from storage.boards.state.board_lines import board_line
from storage.boards.visibility import is_gone
from storage.players.visibility import is_player_seen_by_others
from storage.sql.repository import Repository
from storage.tables.boards import boards, events, seats
from storage.tables.mail import audit
from storage.tables.players import bans, players, seeks

PLAYED = "move "
"""The text with which a move's event begins."""
BATCH = 1000
"""Maximum number of boards whose players one query reads. Databases limit its parameters."""
ANNOUNCED, WITHDRAWN = "announce", "announce --withdraw"
"""The entries in the audit log when an admin publishes an announcement and withdraws it."""
ANNOUNCED_FOR = timedelta(days=30)
"""Time for which the site shows an announcement."""
PLAYER_COLUMNS = (
    players.c.id,
    players.c.userid,
    (players.c.robot != "").label("is_robot"),
    is_gone().label("is_gone"),
)
"""The columns that `listed_player` reads."""


class ListedPlayer(NamedTuple):
    """A player as shown in lists."""

    id: int
    userid: str
    robot: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True)
class ListedBoard:
    """A board as shown in lists, without its moves."""

    id: int
    line: BoardLine
    players: tuple[ListedPlayer, ...]
    options: tuple[str, ...]
    """The resolved options, as words."""
    unrated: bool
    begun: datetime

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.line.winners is not None


class Announcement(NamedTuple):
    """An admin's text to all players, or to the players of one game."""

    at: datetime
    game: str
    text: str


class PublicListings(Repository):
    """Lists of boards and seeks, and the announcement."""

    def announcement(self, now: datetime) -> Announcement | None:
        """Returns the last announcement. Returns None if it was withdrawn or is old."""
        query = select(audit).where(audit.c.act.in_((ANNOUNCED, WITHDRAWN)))
        row = self._connection.execute(query.order_by(audit.c.id.desc()).limit(1)).first()
        if row is None or row.act == WITHDRAWN or row.at < now - ANNOUNCED_FOR:
            return None
        return Announcement(row.at, row.subject, row.reason)

    def seeks(self, now: datetime, game: str = "") -> Sequence[tuple[Seek, str]]:
        """Returns the seeks of players whom everybody may see, with userids, the oldest first.

        `game`: only seeks for this game. Otherwise, seeks for all games that are served, because
        nobody can join others.
        """
        banned = exists().where(bans.c.player_id == players.c.id)
        query = (
            select(seeks, players.c.userid)
            .join(players, players.c.id == seeks.c.player_id)
            .where(seeks.c.until > now, ~is_gone(), ~banned, is_player_seen_by_others(Viewer()))
            .where(seeks.c.game.in_([game] if game else [*games.games()]))
            .order_by(seeks.c.since, seeks.c.number)
        )
        rows = (row._asdict() for row in self._connection.execute(query))
        return [(Seek(**row), userid) for row in rows for userid in [row.pop("userid")]]

    def latest(
        self, most: int, game: str = "", *, over: bool | None = None
    ) -> Sequence[ListedBoard]:
        """Returns the boards that changed last, the latest first.

        `game`: only boards of this game.
        `over`: True for finished boards, False for running ones, None for both.
        """
        query = select(boards).where(*_few_of_game(game), *_over(over)).limit(most)
        return self.read(query.order_by(boards.c.changed.desc(), boards.c.id.desc()))

    def begun(self, most: int, game: str = "") -> Sequence[ListedBoard]:
        """Returns the boards that began last, the latest first."""
        latest = boards.c.number if game else boards.c.id  # Both columns have an index.
        query = select(boards).where(*_few_of_game(game)).limit(most)
        return self.read(query.order_by(latest.desc()))

    def numbered(self, game: str, first: int, last: int) -> Sequence[ListedBoard]:
        """Returns the boards of a game whose numbers are in this range, in order."""
        query = select(boards).where(*_few_of_game(game), boards.c.number.between(first, last))
        return self.read(query.order_by(boards.c.number))

    def running(self, game: str, numbers: Collection[int], most: int) -> Sequence[ListedBoard]:
        """Returns the running boards of a game with these numbers, the last changed first."""
        these = boards.c.number.in_(numbers)
        query = select(boards).where(*_few_of_game(game), these, *_over(over=False)).limit(most)
        return self.read(query.order_by(boards.c.changed.desc(), boards.c.id.desc()))

    def blocks(self, game: str, size: int) -> Sequence[tuple[int, int]]:
        """Divides board numbers into blocks of `size`.

        Returns, for each block with boards, its first number and how many boards it has.
        """
        block = boards.c.number // size * size
        query = select(block.label("first"), func.count()).where(*_of_game(game))
        rows = self._connection.execute(query.group_by("first").order_by("first"))
        return [(int(first), count) for first, count in rows]

    def of_player(
        self, player: int, most: int, game: str = "", *, over: bool | None = None
    ) -> Sequence[ListedBoard]:
        """Returns boards of a player, latest first.

        `over`: True for finished boards, sorted by the time when they ended. False for running
        boards, None for both, sorted by the time when they began.
        """
        order = (boards.c.changed.desc(), boards.c.id.desc()) if over else (boards.c.id.desc(),)
        query = select(boards).where(*_few_of_game(game), _played_by(player), *_over(over))
        return self.read(query.order_by(*order).limit(most))

    def all_of_player(self, player: int, game: str) -> Sequence[ListedBoard]:
        """Returns all boards of a player at a game, sorted by number."""
        query = select(boards).where(*_few_of_game(game), _played_by(player))
        return self.read(query.order_by(boards.c.number))

    def last_moves(self, ids: Sequence[int]) -> dict[int, str]:
        """Returns the last move of each of these boards in canonical notation, by board id.

        Boards without moves are left out.
        """
        latest = and_(events.c.board_id == boards.c.id, events.c.ply == boards.c.ply)
        query = select(boards.c.id, events.c.line).join(events, latest)
        # Of several moves with the same ply, all but the last were taken back.
        query = query.where(boards.c.id.in_(ids)).order_by(events.c.epoch)
        return {id: move_in(line) for id, line in self._connection.execute(query)}

    def read(self, query: Select[Any]) -> list[ListedBoard]:
        """Returns the boards of a query's rows, in its order."""
        rows = self._connection.execute(query).all()
        sitting = listed_players(self._connection, [row.id for row in rows])
        return [_listed(row, sitting[row.id]) for row in rows]


def move_in(line: str) -> str:
    """Returns the move in a log line of a move's event."""
    return line.split(" ", 2)[2].removeprefix(PLAYED)


def listed_players(
    connection: Connection, ids: Sequence[int]
) -> dict[int, tuple[ListedPlayer, ...]]:
    """Returns the players in the order of the seats, by board id."""
    query = (
        select(seats.c.board_id, *PLAYER_COLUMNS)
        .join(players, players.c.id == seats.c.player_id)
        .order_by(seats.c.board_id, seats.c.seat)
    )
    players_by_board: dict[int, tuple[ListedPlayer, ...]] = {}
    for start in range(0, len(ids), BATCH):
        batch = query.where(seats.c.board_id.in_(ids[start : start + BATCH]))
        for row in connection.execute(batch):
            players_by_board[row.board_id] = (
                *players_by_board.get(row.board_id, ()),
                listed_player(row),
            )
    return players_by_board


def listed_player(row: Row[Any]) -> ListedPlayer:
    """Returns the player in a row with PLAYER_COLUMNS."""
    return ListedPlayer(row.id, row.userid, bool(row.is_robot), bool(row.is_gone))


def _of_game(game: str) -> tuple[ColumnElement[bool], ...]:
    return (IS_PUBLISHED, *([boards.c.game == game] if game else []))


def _few_of_game(game: str) -> tuple[ColumnElement[bool], ...]:
    """Returns the conditions of `_of_game`, for queries that select few boards by others."""
    return (FEW_PUBLISHED, *([boards.c.game == game] if game else []))


def _over(over: bool | None) -> list[ColumnElement[bool]]:
    if over is None:
        return []
    return [boards.c.places.is_not(None) if over else boards.c.places.is_(None)]


def _played_by(player: int) -> ColumnElement[bool]:
    return boards.c.id.in_(select(seats.c.board_id).where(seats.c.player_id == player))


def _listed(row: Row[Any], sitting: tuple[ListedPlayer, ...]) -> ListedBoard:
    robots = [player.userid for player in sitting if player.robot]
    line = board_line(row, tuple(player.userid for player in sitting), robots=robots)
    options = tuple(json.loads(row.options))
    return ListedBoard(row.id, line, sitting, options, row.unrated, row.begun)
