"""Crosstables of tournaments: players, the best first, with games by opponent or by round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pbm.tournaments.points import points_of
from pbm.tournaments.standings import BYE_POINTS, Standing, group_tables, standings
from pbm.tournaments.terms import ROUND_ROBIN
from pbm.tournaments.tournament import Round, Tournament


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as one of its players sees it, or a bye."""

    round: int
    number: int
    """Its number in the round; 0 for a bye."""
    opponents: tuple[int, ...]
    points: Fraction | None
    """None while it runs."""


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """A player with the games of each column."""

    standing: Standing
    cells: tuple[tuple[PlayedGame, ...], ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The players of a tournament, or of a group of a round, the best first."""

    title: str
    """Its round and its group; empty for the only one."""
    by_opponent: bool
    columns: tuple[int, ...]
    """The opponents, in the order of the rows; or else the numbers of the rounds."""
    rows: tuple[CrosstableRow, ...]


def crosstables(tournament: Tournament) -> Iterator[Crosstable]:
    """Yields the tables: one of all rounds, or one of each group, the latest round first."""
    rounds = tournament.rounds
    if tournament.terms.kind != ROUND_ROBIN:
        yield _by_round(tournament)
        return
    for round in reversed(rounds):
        for group, found in group_tables(tournament, round).items():
            title = f"Round {round.number}" if len(rounds) > 1 else ""
            title += f", group {group}" if len(round.groups) > 1 else ""
            yield _by_opponent(title.removeprefix(", ").capitalize(), round, found)


def _by_round(tournament: Tournament) -> Crosstable:
    rows = [
        CrosstableRow(
            each,
            tuple(tuple(_games_of(each.player, round)) for round in tournament.rounds),
        )
        for each in standings(tournament)
    ]
    columns = tuple(round.number for round in tournament.rounds)
    return Crosstable("", by_opponent=False, columns=columns, rows=tuple(rows))


def _by_opponent(title: str, round: Round, found: Sequence[Standing]) -> Crosstable:
    columns = tuple(each.player for each in found)
    rows = []
    for each in found:
        played = [*_games_of(each.player, round)]
        cells = (tuple(game for game in played if other in game.opponents) for other in columns)
        rows.append(CrosstableRow(each, tuple(cells)))
    return Crosstable(title, by_opponent=True, columns=columns, rows=tuple(rows))


def _games_of(player: int, round: Round) -> Iterator[PlayedGame]:
    """Yields the games of a player in a round, and the bye."""
    for number, pairing in enumerate(round.pairings, 1):
        if player in pairing.players:
            seat = pairing.players.index(player)
            opponents = tuple(each for each in pairing.players if each != player)
            result = round.results.get(number)
            points = points_of(result.places)[seat] if result else None
            yield PlayedGame(round.number, number, opponents, points)
    for bye in round.byes:
        if player in bye.players:
            yield PlayedGame(round.number, 0, (), BYE_POINTS)
