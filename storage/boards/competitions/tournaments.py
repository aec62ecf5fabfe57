"""The repository of tournaments."""

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Lock
from typing import Any

from sqlalchemy import ColumnElement, Row, case, func, insert, select, update

from pbm import games
from pbm.board.board import Board, TournamentGame
from pbm.board.board_clock import Period, reached
from pbm.board.players import Player
from pbm.errors import UserError
from pbm.process.lazy_logger import get_logger
from pbm.tournaments.events import (
    ADJUDICATED,
    PLAYED,
    BeginRound,
    Cancel,
    End,
    Enter,
    Prolong,
    TournamentEvent,
    write_event,
)
from pbm.tournaments.terms import TournamentTerms
from pbm.tournaments.tournament import StoredTournament, Tournament
from storage.boards.state.board_rows import REPLAY_ERRORS
from storage.sql.connection import WorkConnection
from storage.sql.inserts import insert_into
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.locks import Locks
from storage.sql.repository import LockingRepository
from storage.tables.boards import boards, downtimes
from storage.tables.competitions import tournament_boards, tournament_events, tournaments

log = get_logger()

CACHED_TOURNAMENTS = 32


class TournamentCache:
    """The tournaments that were read last, by id and terms, as far as their logs are committed.

    Logs only grow, so whoever reads one adds the events that came since. Thread-safe.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._tournaments: OrderedDict[tuple[int, str], Tournament] = OrderedDict()

    def get(self, id: int, terms: str) -> Tournament | None:
        """Returns a tournament with at least one event."""
        return self._tournaments.get((id, terms))

    def put(self, id: int, terms: str, tournament: Tournament) -> None:
        """Adds a tournament in place of an earlier state, and removes the one added longest ago."""
        with self._lock:
            self._tournaments[id, terms] = tournament
            self._tournaments.move_to_end((id, terms))
            if len(self._tournaments) > CACHED_TOURNAMENTS:
                self._tournaments.popitem(last=False)


IS_NEW = tournaments.c.announced.is_(None) & (tournaments.c.status == "open")
"""The condition for tournaments that are to be announced."""
_IN_LISTS = case({"open": 0, "running": 1}, value=tournaments.c.status, else_=2)
"""The order of the states."""


class TournamentRepository(LockingRepository):
    """The repository of tournaments, by name in any case."""

    def __init__(self, connection: WorkConnection, locks: Locks, cache: TournamentCache) -> None:
        super().__init__(connection, locks)
        self._cache = cache
        self._uncommitted = False
        """True once an event was added, which may still be rolled back."""

    def add(self, name: str, terms: TournamentTerms, at: datetime) -> StoredTournament | None:
        """Returns a new tournament; None if there is one of this name."""
        tournament = Tournament(terms)
        new = insert_into(self._connection, tournaments).values(
            key=name.lower(),
            name=name,
            terms=terms.write(),
            status=tournament.status,
            made=at,
            due=at,
        )
        made = new.on_conflict_do_nothing(index_elements=["key"]).returning(tournaments.c.id)
        id = self._connection.execute(made).scalar()
        return None if id is None else StoredTournament(id, name, tournament, at)

    def find(self, name: str) -> StoredTournament | None:
        """Returns a tournament for reading."""
        found = self._found(tournaments.c.key == name.lower())
        return found[0] if found else None

    def lock(self, name: str) -> StoredTournament | None:
        """Returns a tournament, locked until the transaction ends."""
        self._locks.take(LockKey(LockKind.TOURNAMENT, name.lower()))
        return self.find(name)

    def all(self, first: int = 0, most: int | None = None) -> Sequence[StoredTournament]:
        """Returns all tournaments, or `most` of them from the `first` on.

        As all lists: the open ones, the running ones, the others, each the newest first.
        """
        return self._found(first=first, most=most)

    def count(self) -> int:
        """Returns the number of all tournaments."""
        count = select(func.count()).select_from(tournaments)
        return self._connection.execute(count).scalar_one()

    def names(self) -> Sequence[str]:
        """Returns the names of all tournaments."""
        return self._connection.execute(select(tournaments.c.name)).scalars().all()

    def entered_by(self, player: Player) -> Sequence[StoredTournament]:
        """Returns the tournaments that a player has ever joined."""
        line = write_event(Enter(player.id))
        joined = select(tournament_events.c.tournament_id).where(tournament_events.c.line == line)
        return self._found(tournaments.c.id.in_(joined))

    def unfinished(self) -> Sequence[StoredTournament]:
        """Returns the tournaments that are open or running."""
        return self._found(tournaments.c.due.is_not(None))

    def due(self, now: datetime) -> Sequence[str]:
        """Returns the names of the tournaments in which something may be to be done."""
        query = select(tournaments.c.name).where(tournaments.c.due <= now)
        return self._connection.execute(query.order_by(tournaments.c.due)).scalars().all()

    def add_event(
        self, stored: StoredTournament, event: TournamentEvent, at: datetime
    ) -> StoredTournament:
        """Returns a locked tournament after one more event; raises IllegalError.

        It is due at once, as the event may have made something possible.
        """
        after = stored.tournament.add(event)
        number = len(stored.tournament.events)
        row = {"tournament_id": stored.id, "number": number, "at": at}
        row |= {"line": write_event(event)}
        self._uncommitted = True
        self._connection.execute(insert(tournament_events).values(row))
        if isinstance(event, Prolong):
            self._prolong_boards(stored, timedelta(seconds=event.seconds))
        if isinstance(event, (BeginRound, End, Cancel)):
            earlier = tournament_boards.c.tournament_id == stored.id
            self._connection.execute(update(tournament_boards).where(earlier).values(ends=None))
        over = after.status in ("ended", "cancelled")
        state = {"status": after.status, "due": None if over else at}
        this = tournaments.c.id == stored.id
        self._connection.execute(update(tournaments).where(this).values(state))
        return replace(stored, tournament=after)

    def _prolong_boards(self, stored: StoredTournament, by: timedelta) -> None:
        """Prolongs the open round on its boards."""
        in_round = (
            tournament_boards.c.tournament_id == stored.id,
            tournament_boards.c.ends.is_not(None),
        )
        for row in self._connection.execute(select(tournament_boards).where(*in_round)).all():
            this = tournament_boards.c.board_id == row.board_id
            later = update(tournament_boards).where(this).values(ends=row.ends + by)
            self._connection.execute(later)

    def check_again(self, name: str, due: datetime) -> None:
        """Sets the earliest time at which something is to be done, unless it is over."""
        this = tournaments.c.key == name.lower(), tournaments.c.due.is_not(None)
        self._connection.execute(update(tournaments).where(*this).values(due=due))

    def take_unannounced(self, now: datetime) -> Sequence[StoredTournament]:
        """Returns the open tournaments that haven't been announced, and now are."""
        taken = update(tournaments).where(IS_NEW).values(announced=now).returning(tournaments.c.id)
        ids = self._connection.execute(taken).scalars().all()
        return self._found(tournaments.c.id.in_(ids)) if ids else ()

    def take_untold_round(self, stored: StoredTournament) -> bool:
        """Returns True if a locked tournament's last round hasn't been told of, and now is."""
        number = len(stored.tournament.rounds)
        new = tournaments.c.id == stored.id, tournaments.c.rounds_told < number
        taken = update(tournaments).where(*new).values(rounds_told=number)
        return self._connection.execute(taken).rowcount > 0

    def link(self, stored: StoredTournament, round: int, number: int, board: Board) -> Board:
        """Returns a new board, linked to a game of a locked tournament."""
        ends = stored.tournament.rounds[round - 1].ends
        key = {"tournament_id": stored.id, "round": round, "game": number}
        row = {**key, "board_id": board.id, "ends": ends}
        self._connection.execute(insert(tournament_boards).values(row))
        linked = replace(board, tournament=TournamentGame(stored.name, round, number, ends))
        if linked.deadlines:
            this = boards.c.id == board.id
            self._connection.execute(update(boards).where(this).values(due=linked.deadlines.due))
        return linked

    def boards(
        self, stored: StoredTournament, *which: ColumnElement[bool]
    ) -> Mapping[tuple[int, int], int]:
        """Returns the numbers of a tournament's boards, by round and number of the game."""
        query = (
            select(tournament_boards.c.round, tournament_boards.c.game, boards.c.number)
            .join(boards, boards.c.id == tournament_boards.c.board_id)
            .where(tournament_boards.c.tournament_id == stored.id, *which)
        )
        return {(row.round, row.game): row.number for row in self._connection.execute(query)}

    def damage(self, name: str) -> Iterator[str]:
        """Yields what is wrong with the log of a tournament, or with its boards.

        One whose game isn't served can't be replayed, and isn't damaged by that.
        """
        this = self._connection.execute(select(tournaments).where(tournaments.c.name == name)).one()
        query = select(tournament_events.c.number, tournament_events.c.line)
        query = query.where(tournament_events.c.tournament_id == this.id)
        rows = self._connection.execute(query.order_by(tournament_events.c.number)).all()
        if [row.number for row in rows] != [*range(len(rows))]:
            yield "its log lacks an event"
        try:
            if {f"--game={game}" for game in games.absent()}.intersection(json.loads(this.terms)):
                return
            terms = TournamentTerms.read(this.terms)
            found = Tournament.replay(terms, [row.line for row in rows])
        except REPLAY_ERRORS as error:
            yield f"its log can't be replayed: {error}"
            return
        if this.status != found.status:
            yield "its log leads to another status"
        yield from self._board_damage(StoredTournament(this.id, name, found, this.made))

    def _board_damage(self, stored: StoredTournament) -> Iterator[str]:
        """Yields games that were played without a board, and boards of games that don't exist."""
        boards, rounds = self.boards(stored), stored.tournament.rounds
        for round in rounds:
            for game, result in round.results.items():
                played = result.why in (PLAYED, ADJUDICATED)
                if played and (round.number, game) not in boards:
                    yield f"the board of round {round.number}, game {game} doesn't exist"
        named = {(each.number, game) for each in rounds for game, _ in enumerate(each.pairings, 1)}
        for number, game in sorted(boards.keys() - named):
            yield f"its log has no game {game} of round {number}, which has a board"

    def _found(
        self, *which: ColumnElement[bool], first: int = 0, most: int | None = None
    ) -> Sequence[StoredTournament]:
        query = select(tournaments).where(*which).order_by(_IN_LISTS, tournaments.c.id.desc())
        return list(self._stored(self._connection.execute(query.offset(first).limit(most)).all()))

    def _stored(self, rows: Sequence[Row[Any]]) -> Iterator[StoredTournament]:
        """Yields the tournaments in these rows; one that is damaged must not hide the others."""
        for row in rows:
            try:
                tournament = self._replayed(row.id, row.terms)
            except UserError:
                log.exception("tournament can't be replayed", name=row.name)
            else:
                yield StoredTournament(row.id, row.name, self._prolonged(tournament), row.made)

    def _replayed(self, id: int, terms: str) -> Tournament:
        """Returns a tournament; its last known event is read again, and the later ones."""
        known = self._cache.get(id, terms)
        last, *new = (known and self._lines(id, len(known.events) - 1)) or [""]
        if known is None or last != write_event(known.events[-1]):  # commits may have been lost
            known, new = Tournament(TournamentTerms.read(terms)), self._lines(id)
        found = known.after(new)
        if new and not self._uncommitted:
            self._cache.put(id, terms, found)
        return found

    def _lines(self, id: int, first: int = 0) -> list[str]:
        """Returns the lines of a log from the number `first` on."""
        this = tournament_events.c.tournament_id == id, tournament_events.c.number >= first
        query = select(tournament_events.c.line).where(*this).order_by(tournament_events.c.number)
        return [*self._connection.execute(query).scalars()]

    def _prolonged(self, tournament: Tournament) -> Tournament:
        """Returns a tournament to whose open round the time is given back that the server was down.

        It isn't recorded, as a time that the clock jumped ahead is forgotten once that is set back.
        """
        round = tournament.open_round
        if round is None:
            return tournament
        down = select(downtimes.c.since, downtimes.c.until).where(downtimes.c.until > round.began)
        stops = [Period(row.since, row.until) for row in self._connection.execute(down)]
        ends = reached(round.began, round.ends - round.began, stops)
        return replace(tournament, rounds=(*tournament.rounds[:-1], replace(round, ends=ends)))
