"""Tournaments of made-up players, played by chance."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pbm.clock import DAY
from pbm.tournaments.events import DISQUALIFIED, BeginRound, Enter, Result, Withdraw
from pbm.tournaments.tournament import Tournament
from pbm.tournaments.tournament_steps import due, next_event, startable, unfinished, withdrawals
from pbm.tournaments.tournament_terms import GROUPS_OF_THREE, TournamentTerms

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


def terms(kind, **values):
    """Terms of a kind that begins at NOON."""
    game = "madknights" if kind == GROUPS_OF_THREE else "knightpanic"
    least = 3 if kind == GROUPS_OF_THREE else 2
    return TournamentTerms(
        **{"game": game, "kind": kind, "begins": NOON, "min_players": least, **values}
    )


def joined(terms, players):
    """A tournament with these entries."""
    tournament = Tournament(terms)
    for player in players:
        tournament = tournament.add(Enter(player))
    return tournament


@dataclass
class Chance:
    """Ways of players and ends of games; the lower id is the stronger player."""

    seed: int
    vanished: frozenset[int] = frozenset()
    """Their games are never finished."""
    withdrawing: dict[int, str] = field(default_factory=dict)
    """Who leaves in the second round, and why."""
    draws: float = 0.2

    def __post_init__(self):
        self.random = random.Random(self.seed)

    def places(self, players):
        """The places of a game by seat."""
        if self.random.random() < self.draws:
            return (1,) * len(players)
        luck = {player: player * self.random.random() for player in players}
        order = sorted(players, key=luck.get)
        return tuple(order.index(player) + 1 for player in players)


def play(tournament, chance, most_days=4000):
    """The tournament after its end, played a day at a time; asserts its rules all along."""
    now, started, ratings = NOON, set(), {each: -each for each in tournament.players}
    for day in range(most_days):
        now = NOON + day * DAY
        while due(tournament) and due(tournament) <= now:
            event = next_event(tournament, now, ratings, chance.seed)
            if event is None:
                for game in tournament.open_round.open_games:
                    tournament = tournament.add(unfinished(tournament, game))
                continue
            tournament = tournament.add(event)
            if isinstance(event, BeginRound):
                started = set()
                if event.number == 2:
                    tournament = _withdraw(tournament, chance)
        if tournament.status != "running":
            return tournament
        started |= set(startable(tournament, started))
        tournament = _finish_some(tournament, started, chance)
    raise AssertionError("it doesn't end")


def _withdraw(tournament, chance):
    for player, why in chance.withdrawing.items():
        if player in tournament.players:
            tournament = tournament.add(Withdraw(player, why))
    for result in withdrawals(tournament):
        tournament = tournament.add(result)
    return tournament


def _finish_some(tournament, started, chance):
    round = tournament.open_round
    running = sorted(started & set(round.open_games))
    count = dict.fromkeys(tournament.players, 0)
    for number in running:
        players = round.pairings[number - 1].players
        for player in players:
            count[player] += 1
            assert count[player] <= tournament.terms.games
        if not chance.vanished & set(players) and chance.random.random() < 0.2:
            result = Result(round.number, number, chance.places(players), "played")
            tournament = tournament.add(result)
    return tournament


LEAVERS = {5: "I have no time", 7: DISQUALIFIED}
