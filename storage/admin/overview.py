"""Lists of boards, players and emails for admins, read without replaying any match."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, case, func, select

from pbm.board.players import Player
from pbm.board.terms import Terms
from pbm.board.time_control.periods import Period
from storage.boards.seats import boards_of, players_of, userids
from storage.boards.state.board_rows import read_terms
from storage.boards.visibility import is_of_game
from storage.players.players import PlayerRepository
from storage.players.reachability import unreachable_players
from storage.tables.boards import boards, events, seats
from storage.tables.mail import deferred, outbox
from storage.tables.players import players

BATCH = 500
"""Maximum number of boards or players in one query."""


@dataclass(frozen=True, slots=True)
class BoardSummary:
    """The data of a board without its log."""

    id: int
    game: str
    number: int
    players: tuple[str, ...]
    """Userids in the order of the seats."""
    options: tuple[str, ...]
    terms: Terms
    begun: datetime
    changed: datetime
    """The time of the last move or other change."""
    turn: datetime
    """The time at which the current turn began."""
    ply: int
    epoch: int
    to_move: int | None
    places: tuple[int, ...] | None
    removed: str
    lost: dict[str, Period]
    """The periods during which the clocks of unreachable players are stopped, by userid."""

    @property
    def mover(self) -> str:
        """The userid of the player to move. Empty if nobody is to move."""
        return "" if self.to_move is None else self.players[self.to_move]

    @property
    def active(self) -> bool:
        """Whether the game is still being played."""
        return self.places is None and not self.removed


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A player, with the numbers of their active and finished boards."""

    player: Player
    joined: datetime
    active: int
    finished: int


@dataclass(frozen=True, slots=True)
class MailSummary:
    """The state of an email, whose content may have been deleted."""

    date: datetime
    recipient: str
    state: str
    tries: int
    due: datetime
    error: str


class OverviewRepository:
    """Reads lists of boards, players and emails."""

    def __init__(self, connection: Connection, player_table: PlayerRepository) -> None:
        self._connection = connection
        self._players = player_table

    def boards(
        self,
        game: str = "",
        userid: str = "",
        since: datetime | None = None,
        *,
        before: BoardSummary | None = None,
        most: int | None = None,
    ) -> Sequence[BoardSummary]:
        """Returns the boards that match all filters, the newest first.

        `since`: only boards that have changed since this time.
        `before`: only boards that are older than this one.
        `most`: the maximum number of boards.
        """
        newest = boards.c.number if game else boards.c.id  # Both columns have an index.
        query = select(boards).order_by(newest.desc()).limit(most)
        if game:
            query = query.where(is_of_game(game) if userid else boards.c.game == game)
        if userid:
            query = query.where(boards.c.id.in_(boards_of(userid)))
        if since:
            query = query.where(boards.c.changed >= since)
        if before:
            query = query.where(newest < (before.number if game else before.id))
        return self._read(query)

    def _read(self, query: Select[Any]) -> Sequence[BoardSummary]:
        summaries: list[BoardSummary] = []
        for rows in self._connection.execute(query).partitions(BATCH):
            ids = [row.id for row in rows]
            names = userids(self._connection, ids)
            lost = unreachable_players(self._connection, players_of(ids))
            summaries += [_board_summary(row, names[row.id], lost) for row in rows]
        return summaries

    def seated(self, game: str = "", *, running: bool = False) -> frozenset[int]:
        """Returns the ids of players who have or had a board.

        `running`: only boards that are still being played.
        """
        query = select(seats.c.player_id).distinct().join(boards, boards.c.id == seats.c.board_id)
        if game:
            query = query.where(boards.c.game == game)
        if running:
            query = query.where(boards.c.places.is_(None), boards.c.removed == "")
        return frozenset(self._connection.execute(query).scalars())

    def existing(self) -> Sequence[tuple[str, int]]:
        """Returns game and number of every board that wasn't removed, including damaged boards."""
        query = select(boards.c.game, boards.c.number).where(boards.c.removed == "")
        rows = self._connection.execute(query.order_by(boards.c.game, boards.c.number.desc()))
        return [(row.game, row.number) for row in rows]

    def board(self, game: str, number: int) -> BoardSummary | None:
        """Returns a board, even if it is frozen or removed. Returns None if it doesn't exist."""
        one = and_(boards.c.game == game, boards.c.number == number)
        row = self._connection.execute(select(boards).where(one)).first()
        if row is None:
            return None
        lost = unreachable_players(self._connection, players_of([row.id]))
        return _board_summary(row, userids(self._connection, [row.id])[row.id], lost)

    def log(self, id: int) -> Sequence[str]:
        """Returns the stored lines of a board's log, even if they can't be replayed."""
        query = select(events.c.line).where(events.c.board_id == id).order_by(events.c.number)
        return self._connection.execute(query).scalars().all()

    def mails(self, board: str) -> Sequence[MailSummary]:
        """Returns the emails about a board such as `knightpanic 101`, the queued ones first.

        The recipient of a deferred email is a userid, because its address isn't chosen yet.
        """
        # No index for this rare query: it would make each queued email a third more expensive.
        query = select(outbox).where(outbox.c.board == board).order_by(outbox.c.id)
        queued = [
            MailSummary(row.date, row.recipient, row.state, row.tries, row.due, row.trouble)
            for row in self._connection.execute(query)
        ]
        return [*queued, *self._deferred_mails(board)]

    def _deferred_mails(self, board: str) -> Sequence[MailSummary]:
        game, _, number = board.partition(" ")
        one = and_(boards.c.game == game, boards.c.number == int(number))
        query = select(deferred, players.c.userid).join(
            players, players.c.id == deferred.c.player_id
        )
        query = (
            query.join(boards, boards.c.id == deferred.c.board_id)
            .where(one)
            .order_by(deferred.c.id)
        )
        rows = self._connection.execute(query)
        return [MailSummary(row.at, row.userid, "held", 0, row.due or row.at, "") for row in rows]

    def players(self, first: int = 0, most: int | None = None) -> Sequence[PlayerSummary]:
        """Returns players sorted by name.

        `first`: the number of players to skip.
        `most`: the maximum number of players. None for all.
        """
        query = select(players.c.id, players.c.joined).order_by(players.c.key)
        summaries: list[PlayerSummary] = []
        for rows in self._connection.execute(query.limit(most).offset(first)).partitions(BATCH):
            ids = [row.id for row in rows]
            counts, page = self._counts(ids), self._players.by_ids(ids)
            summaries += [
                PlayerSummary(player, row.joined, *counts.get(row.id, (0, 0)))
                for row, player in zip(rows, page, strict=True)
            ]
        return summaries

    def board_counts(self, player: Player) -> tuple[int, int]:
        """Returns the numbers of a player's unfinished and finished boards."""
        return self._counts([player.id]).get(player.id, (0, 0))

    def _counts(self, ids: Sequence[int]) -> dict[int, tuple[int, int]]:
        """Returns the numbers of unfinished and finished boards by player id.

        Removed boards aren't counted.
        """
        running = func.sum(case((boards.c.places.is_(None), 1), else_=0))
        ended = func.sum(case((boards.c.places.is_(None), 0), else_=1))
        query = (
            select(seats.c.player_id, running, ended)
            .join(boards, and_(boards.c.id == seats.c.board_id, boards.c.removed == ""))
            .where(seats.c.player_id.in_(ids))
            .group_by(seats.c.player_id)
        )
        return {id: (active, over) for id, active, over in self._connection.execute(query)}


def _board_summary(row: Row[Any], names: tuple[str, ...], lost: dict[str, Period]) -> BoardSummary:
    return BoardSummary(
        id=row.id,
        game=row.game,
        number=row.number,
        players=names,
        options=tuple(map(str, _list(row.options))),
        terms=read_terms(row),
        begun=row.begun,
        changed=row.changed,
        turn=row.turn,
        ply=row.ply,
        epoch=row.epoch,
        to_move=row.to_move,
        places=tuple(_list(row.places)) if row.places else None,
        removed=row.removed,
        lost={userid: lost[userid] for userid in names if userid in lost},
    )


def _list(text: str) -> list[Any]:
    """Returns a list stored as JSON.

    Returns an empty list if the JSON is damaged, so that the board is still shown.
    """
    try:
        values = json.loads(text)
    except ValueError:
        return []
    return values if isinstance(values, list) else []
