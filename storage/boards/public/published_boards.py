"""Boards that everybody may see, with only the data that may be published."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, and_, func, select

from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.public_boards import present_names, public_board, public_event
from pbm.match.event_authors import FOR
from pbm.match.match import Event
from storage.boards.boards import BoardRepository
from storage.boards.frozen_boards import FrozenBoardRepository, StoredLog
from storage.boards.visibility import is_public
from storage.players.deputies import DeputyRepository
from storage.players.players import PlayerRepository
from storage.tables.boards import boards, events, published_comments, seats
from storage.tables.players import former_names

IS_PUBLISHED = is_public() & (boards.c.removed == "")
"""The condition that a board is on the site."""
FEW_PUBLISHED = is_public(few=True) & (boards.c.removed == "")
"""The condition that a board is on the site, for queries that select few boards by others."""
IS_PUBLIC_AND_FINISHED = and_(IS_PUBLISHED, boards.c.places.is_not(None))
SECONDS = 19
"""Length of an ISO time without fractions of a second. Each line of a log begins with one, in UTC.
"""


@dataclass(frozen=True, slots=True)
class PublishedComment:
    """A comment whose author publishes comments."""

    seat: int
    """The author's seat."""
    ply: int
    """The number of moves played when the comment was written, including the move that it came
    with.
    """
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PublicBoard:
    """A board without private data, and its published comments."""

    board: Board
    """As returned by `pbm.board.public_boards`: players have only their current userids."""
    comments: Sequence[PublishedComment]
    """The published comments, oldest first."""

    @property
    def updated(self) -> datetime:
        """The time of the last event, or of the start."""
        events = self.board.match.events
        return events[-1].at if events else self.board.begun


class PublicBoardRepository:
    """Boards that everybody may see."""

    def __init__(
        self,
        connection: Connection,
        all_boards: BoardRepository,
        frozen_boards: FrozenBoardRepository,
        all_players: PlayerRepository,
        deputies: DeputyRepository,
    ) -> None:
        self._connection = connection
        self._boards = all_boards
        self._frozen_boards = frozen_boards
        self._players = all_players
        self._deputy_repository = deputies

    def find(self, game: str, number: int) -> PublicBoard | None:
        """Returns a board. Returns None if it doesn't exist, was removed, or isn't public."""
        board = self._boards.find(game, number) if self._is_published(game, number) else None
        return self._publish(board) if board else None

    def stored_log(self, game: str, number: int) -> StoredLog | None:
        """Returns the public form of a board's log, without the rules of its game."""
        stored = (
            self._frozen_boards.stored_log(game, number)
            if self._is_published(game, number)
            else None
        )
        if stored is None:
            return None
        named = [*stored.players, *self._deputies(stored.id, stored.events)]
        names = present_names(named, self._former_userids(named))
        return stored._replace(
            players=tuple(map(_without_secrets, stored.players)),
            events=[public_event(event, names) for event in stored.events],
        )

    def _is_published(self, game: str, number: int) -> bool:
        here = boards.c.game == game, boards.c.number == number
        query = select(boards.c.id).where(*here, FEW_PUBLISHED)
        return self._connection.execute(query).first() is not None

    def finished(
        self, game: str, *, first: int = 0, last: int | None = None, since: datetime | None = None
    ) -> Sequence[int]:
        """Returns the numbers of a game's finished boards, in order.

        `first`, `last`: the range of numbers.
        `since`: only games that ended at this time or later.
        """
        conditions = [boards.c.game == game, IS_PUBLIC_AND_FINISHED, boards.c.number >= first]
        if last is not None:
            conditions.append(boards.c.number <= last)
        if since is not None:
            conditions.append(_ended_since(since))
        query = select(boards.c.number).where(*conditions).order_by(boards.c.number)
        return self._connection.execute(query).scalars().all()

    def _publish(self, board: Board) -> PublicBoard:
        deputies = self._deputies(board.id, board.match.events)
        seen = public_board(board, self._former_userids([*board.players, *deputies]), deputies)
        sitting = tuple(map(_without_secrets, seen.players))
        seen = replace(seen, players=sitting, current_ratings=(None,) * len(sitting))
        return PublicBoard(seen, self._comments(board))

    def _deputies(self, id: int, log: Sequence[Event]) -> Sequence[Player]:
        """Returns the players who made moves for others."""
        if not any(FOR in event.author for event in log):
            return ()
        return self._players.by_ids(self._deputy_repository.on_board(id))

    def _comments(self, board: Board) -> Sequence[PublishedComment]:
        query = (
            select(published_comments, seats.c.seat)
            .join(
                seats,
                (seats.c.board_id == published_comments.c.board_id)
                & (seats.c.player_id == published_comments.c.player_id),
            )
            .where(published_comments.c.board_id == board.id)
            .order_by(published_comments.c.id)
        )
        rows = self._connection.execute(query)
        return [PublishedComment(row.seat, row.ply, row.text, row.at) for row in rows]

    def _former_userids(self, sitting: Sequence[Player]) -> dict[int, list[str]]:
        ids = [player.id for player in sitting]
        query = select(former_names).where(former_names.c.player_id.in_(ids))
        userids: dict[int, list[str]] = {}
        for row in self._connection.execute(query.order_by(former_names.c.key)):
            userids.setdefault(row.player_id, []).append(row.key)
        return userids


def _without_secrets(player: Player) -> Player:
    """Returns a player with only the userid, the robot, and whether the player has left."""
    password = "" if player.gone else "-"
    return Player(player.id, player.userid, (), password, robot=player.robot)


def _ended_since(moment: datetime) -> ColumnElement[bool]:
    """Returns the condition that the last event of a board is not before this time."""
    line = (
        select(events.c.line)
        .where(events.c.board_id == boards.c.id)
        .order_by(events.c.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    return func.substr(line, 1, SECONDS) >= moment.astimezone(UTC).isoformat()[:SECONDS]
