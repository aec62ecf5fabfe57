"""A tournament: its terms, and an append-only log of events from which its state is computed.

Raises IllegalError for events that the state doesn't allow.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

from pbm.game import are_places
from pbm.tournaments import tournament_refusals
from pbm.tournaments.events import (
    DISQUALIFIED,
    Begin,
    BeginRound,
    Cancel,
    End,
    Enter,
    Leave,
    Pairing,
    Prolong,
    Reopen,
    Result,
    TournamentEvent,
    Withdraw,
    read_event,
    write_event,
)
from pbm.tournaments.tournament_terms import TournamentTerms

Status = Literal["open", "running", "ended", "cancelled"]


@dataclass(frozen=True, slots=True)
class Round:
    """A round, with the results so far."""

    number: int
    began: datetime
    ends: datetime
    pairings: tuple[Pairing, ...]
    """The games, numbered from 1."""
    byes: tuple[Pairing, ...]
    results: Mapping[int, Result] = field(default_factory=dict)
    """The results, by number of the game."""

    @property
    def open_games(self) -> tuple[int, ...]:
        """Numbers of the games without a result."""
        numbers = range(1, len(self.pairings) + 1)
        return tuple(number for number in numbers if number not in self.results)

    @property
    def groups(self) -> tuple[int, ...]:
        """Numbers of its groups or knock-out matches.

        If the kind has none, the only number is 0.
        """
        return tuple(sorted({pairing.group for pairing in (*self.pairings, *self.byes)}))

    def members(self, group: int) -> frozenset[int]:
        """Returns the players of a group, including a player with a bye."""
        every = (pairing for pairing in (*self.pairings, *self.byes) if pairing.group == group)
        return frozenset(player for pairing in every for player in pairing.players)

    def finished(self) -> list[tuple[Pairing, Result]]:
        """Returns the games that have a result."""
        return [
            (self.pairings[number - 1], self.results[number]) for number in sorted(self.results)
        ]


@dataclass(frozen=True)
class Tournament:
    """A tournament. Every event returns a new one with a longer log."""

    terms: TournamentTerms
    events: tuple[TournamentEvent, ...] = ()
    status: Status = "open"
    players: tuple[int, ...] = ()
    """All players, in the order of joining. After the tournament has begun, in the order of
    seeding.
    """
    seed: int = 0
    """Seed of all random decisions."""
    rounds: tuple[Round, ...] = ()
    withdrawn: Mapping[int, str] = field(default_factory=dict)
    """Players who withdrew or were disqualified, with the reasons."""

    @classmethod
    def replay(cls, terms: TournamentTerms, lines: Iterable[str]) -> "Tournament":
        """Returns the tournament with this log. Raises IllegalError if the log isn't allowed."""
        return cls(terms).after(lines)

    def after(self, lines: Iterable[str]) -> "Tournament":
        """Returns the tournament after further lines of its log."""
        tournament = self
        for line in lines:
            tournament = tournament.add(read_event(line))
        return tournament

    def lines(self) -> tuple[str, ...]:
        """Returns the log. `replay` is the inverse."""
        return tuple(map(write_event, self.events))

    @property
    def active(self) -> tuple[int, ...]:
        """The players who haven't withdrawn."""
        return tuple(player for player in self.players if player not in self.withdrawn)

    @property
    def takes_entries(self) -> bool:
        """Whether another player can join."""
        return self.status == "open" and len(self.players) < self.terms.max_players

    @property
    def planned_rounds(self) -> int:
        """Number of rounds of a Swiss tournament or of groups of three.

        By default, it is the smallest number of rounds after which only one player can have won all
        games. It is limited by the number of players, because in more rounds there might be nobody
        left to meet.
        """
        usual, winners = 0, 1
        while winners < len(self.players):
            usual, winners = usual + 1, winners * self.terms.seats
        return min(self.terms.rounds or usual, -(-len(self.players) // self.terms.seats))

    @property
    def open_round(self) -> Round | None:
        """The last round of a running tournament, even if all its results are known.

        None if there is none.
        """
        return self.rounds[-1] if self.rounds and self.status == "running" else None

    def add(self, event: TournamentEvent) -> "Tournament":
        """Returns the tournament after an event.

        Raises IllegalError if the state doesn't allow it.
        """
        return replace(self._after(event), events=(*self.events, event))

    def _after(self, event: TournamentEvent) -> "Tournament":
        match event:
            case Enter(player):
                return self._enter(player)
            case Leave(player):
                return self._leave(player)
            case Begin(seed, players):
                return self._begin(seed, players)
            case BeginRound():
                return self._begin_round(event)
            case Prolong(seconds):
                return self._prolong(timedelta(seconds=seconds))
            case Result() | Reopen():
                return self._record(event)
            case Withdraw(player, why):
                return self._withdraw(player, why)
            case End():
                self._check_complete()
                return replace(self, status="ended")
            case Cancel():
                return self._cancel()

    def _enter(self, player: int) -> "Tournament":
        self._check_open()
        if player in self.players:
            raise tournament_refusals.joined_already()
        if len(self.players) >= self.terms.max_players:
            raise tournament_refusals.full(self.terms.max_players)
        return replace(self, players=(*self.players, player))

    def _leave(self, player: int) -> "Tournament":
        self._check_open()
        self._check_joined(player)
        return replace(self, players=tuple(other for other in self.players if other != player))

    def _begin(self, seed: int, players: tuple[int, ...]) -> "Tournament":
        self._check_open()
        if sorted(players) != sorted(self.players):
            raise tournament_refusals.other_players_seeded()
        if len(players) < self.terms.min_players:
            raise tournament_refusals.too_few_players(self.terms.min_players, len(players))
        return replace(self, status="running", seed=seed, players=players)

    def _begin_round(self, event: BeginRound) -> "Tournament":
        self._check_complete()
        if event.number != len(self.rounds) + 1:
            raise tournament_refusals.wrong_round(event.number, len(self.rounds))
        games = tuple(pairing for pairing in event.pairings if len(pairing.players) > 1)
        byes = event.pairings[len(games) :]
        if not event.pairings or any(len(bye.players) > 1 for bye in byes):
            raise tournament_refusals.unordered_pairings()
        active = frozenset(self.active)
        for pairing in event.pairings:
            self._check_pairing(pairing, active)
        new = Round(event.number, event.began, event.ends, games, byes)
        return replace(self, rounds=(*self.rounds, new))

    def _check_pairing(self, pairing: Pairing, active: frozenset[int]) -> None:
        players = set(pairing.players)
        if len(players) != len(pairing.players) or len(players) not in (1, self.terms.seats):
            raise tournament_refusals.wrong_pairing(pairing, self.terms.seats)
        if not players <= active:
            raise tournament_refusals.stranger_paired(pairing)

    def _prolong(self, by: timedelta) -> "Tournament":
        round = self.open_round
        if round is None:
            raise tournament_refusals.no_round()
        return replace(self, rounds=(*self.rounds[:-1], replace(round, ends=round.ends + by)))

    def _record(self, result: Result | Reopen) -> "Tournament":
        round = self.open_round
        if round is None or result.round != round.number:
            raise tournament_refusals.other_round(result.round)
        if not 1 <= result.game <= len(round.pairings):
            raise tournament_refusals.no_such_game(round.number, result.game)
        results = dict(round.results)
        if isinstance(result, Reopen):
            results.pop(result.game, None)
        elif _are_places(result.places, self.terms.seats):
            results[result.game] = result
        else:
            raise tournament_refusals.wrong_places(result.places)
        after = replace(round, results=results)
        return replace(self, rounds=(*self.rounds[:-1], after))

    def _withdraw(self, player: int, why: str) -> "Tournament":
        self._check_running()
        self._check_joined(player)
        earlier = self.withdrawn.get(player)
        if earlier and (why != DISQUALIFIED or earlier == DISQUALIFIED):
            raise tournament_refusals.out_already(earlier)
        return replace(self, withdrawn={**self.withdrawn, player: why})

    def _cancel(self) -> "Tournament":
        if self.status not in ("open", "running"):
            raise tournament_refusals.over_already(self.status)
        return replace(self, status="cancelled")

    def _check_open(self) -> None:
        if self.status != "open":
            raise tournament_refusals.entries_closed(self.status)

    def _check_running(self) -> None:
        if self.status != "running":
            raise tournament_refusals.not_running(self.status)

    def _check_joined(self, player: int) -> None:
        if player not in self.players:
            raise tournament_refusals.not_joined()

    def _check_complete(self) -> None:
        """Raises IllegalError unless the tournament is running and its last round is complete."""
        self._check_running()
        if self.rounds and self.rounds[-1].open_games:
            raise tournament_refusals.round_incomplete(
                len(self.rounds), len(self.rounds[-1].open_games)
            )


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament with its id and name."""

    id: int
    name: str
    tournament: Tournament
    made: datetime


def _are_places(places: tuple[int, ...], seats: int) -> bool:
    """Whether there is a valid place for each seat, or all places are 0."""
    return len(places) == seats and (are_places(places) or not any(places))
