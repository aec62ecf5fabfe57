"""The append-only logs of tournaments, and the tournaments replayed from these logs."""

from collections import OrderedDict
from dataclasses import replace
from datetime import datetime
from threading import Lock

from sqlalchemy import insert, select

from pbm.board.time_control.periods import Period, reached
from pbm.tournaments.events import TournamentEvent, write_event
from pbm.tournaments.tournament import StoredTournament, Tournament
from pbm.tournaments.tournament_terms import TournamentTerms
from storage.sql.connection import WorkConnection
from storage.tables.boards import downtimes
from storage.tables.competitions import tournament_events

CACHED_TOURNAMENTS = 32


class TournamentCache:
    """A thread-safe cache of replayed tournaments, by id and terms.

    It has only committed events. Because logs only grow, readers add the later events to a cached
    tournament.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._tournaments: OrderedDict[tuple[int, str], Tournament] = OrderedDict()

    def get(self, id: int, terms: str) -> Tournament | None:
        """Returns a cached tournament, or None. A cached tournament has at least one event."""
        return self._tournaments.get((id, terms))

    def put(self, id: int, terms: str, tournament: Tournament) -> None:
        """Caches the newest state of a tournament.

        When the cache is full, drops the oldest entry.
        """
        with self._lock:
            self._tournaments[id, terms] = tournament
            self._tournaments.move_to_end((id, terms))
            if len(self._tournaments) > CACHED_TOURNAMENTS:
                self._tournaments.popitem(last=False)


class TournamentLogs:
    """Reads, replays and extends the logs."""

    def __init__(self, connection: WorkConnection, cache: TournamentCache) -> None:
        self._connection = connection
        self._cache = cache
        self._uncommitted = False
        """Whether this transaction has added an event, which may still be rolled back."""

    def append(self, stored: StoredTournament, event: TournamentEvent, at: datetime) -> None:
        """Adds an event to the log of a locked tournament."""
        row = {"tournament_id": stored.id, "number": len(stored.tournament.events), "at": at}
        row |= {"line": write_event(event)}
        self._uncommitted = True
        self._connection.execute(insert(tournament_events).values(row))

    def replayed(self, id: int, terms: str) -> Tournament:
        """Returns the current state of a tournament, reading only events that aren't cached."""
        cached = self._cache.get(id, terms)
        last, *new = (cached and self._lines(id, len(cached.events) - 1)) or [""]
        # Commits may have been lost, so check that the log still has the last cached event.
        if cached is None or last != write_event(cached.events[-1]):
            cached, new = Tournament(TournamentTerms.read(terms)), self._lines(id)
        tournament = cached.after(new)
        if new and not self._uncommitted:
            self._cache.put(id, terms, tournament)
        return tournament

    def _lines(self, id: int, first: int = 0) -> list[str]:
        """Returns the lines of a log, beginning with number `first`."""
        this = tournament_events.c.tournament_id == id, tournament_events.c.number >= first
        query = select(tournament_events.c.line).where(*this).order_by(tournament_events.c.number)
        return [*self._connection.execute(query).scalars()]

    def prolonged(self, tournament: Tournament) -> Tournament:
        """Returns the tournament with its current round extended by the server's downtimes."""
        round = tournament.open_round
        if round is None:
            return tournament
        down = select(downtimes.c.since, downtimes.c.until).where(downtimes.c.until > round.began)
        stops = [Period(row.since, row.until) for row in self._connection.execute(down)]
        # Don't store the extension: a downtime vanishes if the clock had only jumped ahead.
        ends = reached(round.began, round.ends - round.began, stops)
        return replace(tournament, rounds=(*tournament.rounds[:-1], replace(round, ends=ends)))
