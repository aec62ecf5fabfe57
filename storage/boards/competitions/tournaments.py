"""Tournaments in the database: find, lock, create and continue them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, case, func, select, update

from pbm.board.players import Player
from pbm.errors import UserError
from pbm.process.lazy_logger import get_logger
from pbm.tournaments.events import (
    BeginRound,
    Cancel,
    End,
    Enter,
    Prolong,
    TournamentEvent,
    write_event,
)
from pbm.tournaments.tournament import StoredTournament, Tournament
from pbm.tournaments.tournament_terms import TournamentTerms
from storage.boards.competitions.tournament_boards import TournamentBoardRepository
from storage.boards.competitions.tournament_logs import TournamentCache, TournamentLogs
from storage.sql.connection import WorkConnection
from storage.sql.inserts import insert_into
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.locks import Locks
from storage.sql.repository import LockingRepository
from storage.tables.competitions import tournament_events, tournaments

log = get_logger()
IS_NEW = tournaments.c.announced.is_(None) & (tournaments.c.status == "open")
"""The condition for tournaments that are yet to be announced."""
_IN_LISTS = case({"open": 0, "running": 1}, value=tournaments.c.status, else_=2)
"""The order of tournaments in lists: open, running, finished."""


class TournamentRepository(LockingRepository):
    """Tournaments by name. Upper and lower case don't matter."""

    def __init__(self, connection: WorkConnection, locks: Locks, cache: TournamentCache) -> None:
        super().__init__(connection, locks)
        self._logs = TournamentLogs(connection, cache)
        self._boards = TournamentBoardRepository(connection)

    def add(self, name: str, terms: TournamentTerms, at: datetime) -> StoredTournament | None:
        """Creates a tournament. Returns None if the name is taken."""
        tournament = Tournament(terms)
        new = insert_into(self._connection, tournaments).values(
            key=name.lower(),
            name=name,
            terms=terms.write(),
            status=tournament.status,
            made=at,
            due=at,
        )
        inserted = new.on_conflict_do_nothing(index_elements=["key"]).returning(tournaments.c.id)
        id = self._connection.execute(inserted).scalar()
        return None if id is None else StoredTournament(id, name, tournament, at)

    def find(self, name: str) -> StoredTournament | None:
        """Returns a tournament without locking it, or None."""
        matches = self._found(tournaments.c.key == name.lower())
        return matches[0] if matches else None

    def find_by_id(self, id: int) -> StoredTournament | None:
        """Returns the tournament with an id without locking it, or None."""
        matches = self._found(tournaments.c.id == id)
        return matches[0] if matches else None

    def lock(self, name: str) -> StoredTournament | None:
        """Returns a tournament, locked until the transaction ends, or None."""
        self._locks.take(LockKey(LockKind.TOURNAMENT, name.lower()))
        return self.find(name)

    def all(self, first: int = 0, most: int | None = None) -> Sequence[StoredTournament]:
        """Returns at most `most` tournaments, beginning with index `first`.

        All lists have open tournaments first, then running ones, then finished ones. Within each
        group the newest are first.
        """
        return self._found(first=first, most=most)

    def count(self) -> int:
        count = select(func.count()).select_from(tournaments)
        return self._connection.execute(count).scalar_one()

    def names(self) -> Sequence[str]:
        return self._connection.execute(select(tournaments.c.name)).scalars().all()

    def entered_by(self, player: Player) -> Sequence[StoredTournament]:
        """Returns the tournaments that a player has ever joined, even if they left again."""
        line = write_event(Enter(player.id))
        joined = select(tournament_events.c.tournament_id).where(tournament_events.c.line == line)
        return self._found(tournaments.c.id.in_(joined))

    def unfinished(self) -> Sequence[StoredTournament]:
        """Returns the tournaments that are open or running."""
        return self._found(tournaments.c.due.is_not(None))

    def due(self, now: datetime) -> Sequence[str]:
        """Returns the names of tournaments that may have something to do now."""
        query = select(tournaments.c.name).where(tournaments.c.due <= now)
        return self._connection.execute(query.order_by(tournaments.c.due)).scalars().all()

    def add_event(
        self, stored: StoredTournament, event: TournamentEvent, at: datetime
    ) -> StoredTournament:
        """Adds an event to a locked tournament, and returns its new state. Raises IllegalError.

        The tournament is due immediately, because the event may have made the next step possible.
        """
        after = stored.tournament.add(event)
        self._logs.append(stored, event, at)
        if isinstance(event, Prolong):
            self._boards.prolong(stored, timedelta(seconds=event.seconds))
        if isinstance(event, (BeginRound, End, Cancel)):
            self._boards.forget_ends(stored)
        over = after.status in ("ended", "cancelled")
        state = {"status": after.status, "due": None if over else at}
        this = tournaments.c.id == stored.id
        self._connection.execute(update(tournaments).where(this).values(state))
        return replace(stored, tournament=after)

    def check_again(self, name: str, due: datetime) -> None:
        """Sets the time of the next check of a tournament, unless it is over."""
        this = tournaments.c.key == name.lower(), tournaments.c.due.is_not(None)
        self._connection.execute(update(tournaments).where(*this).values(due=due))

    def take_unannounced(self, now: datetime) -> Sequence[StoredTournament]:
        """Returns the open tournaments that aren't announced yet, and marks them as announced."""
        taken = update(tournaments).where(IS_NEW).values(announced=now).returning(tournaments.c.id)
        ids = self._connection.execute(taken).scalars().all()
        return self._found(tournaments.c.id.in_(ids)) if ids else ()

    def take_unannounced_round(self, stored: StoredTournament) -> bool:
        """Whether the last round of a locked tournament is yet to be announced.

        Marks it as announced.
        """
        number = len(stored.tournament.rounds)
        new = tournaments.c.id == stored.id, tournaments.c.rounds_told < number
        taken = update(tournaments).where(*new).values(rounds_told=number)
        return self._connection.execute(taken).rowcount > 0

    def _found(
        self, *which: ColumnElement[bool], first: int = 0, most: int | None = None
    ) -> Sequence[StoredTournament]:
        query = select(tournaments).where(*which).order_by(_IN_LISTS, tournaments.c.id.desc())
        return list(self._stored(self._connection.execute(query.offset(first).limit(most)).all()))

    def _stored(self, rows: Sequence[Row[Any]]) -> Iterator[StoredTournament]:
        """Yields the tournaments in these rows. A damaged one is logged and left out."""
        for row in rows:
            try:
                tournament = self._logs.replayed(row.id, row.terms)
            except UserError:
                log.exception("failed to replay a tournament", name=row.name)
            else:
                yield StoredTournament(row.id, row.name, self._logs.prolonged(tournament), row.made)
