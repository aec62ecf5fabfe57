"""Crosstables of tournaments: players, the best first, with their games by opponent or by round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pbm.tournaments.points import points_of
from pbm.tournaments.standings import BYE_POINTS, Standing, group_tables, standings
from pbm.tournaments.tournament import Round, Tournament
from pbm.tournaments.tournament_terms import ROUND_ROBIN


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from the view of one of its players, or a bye."""

    round: int
    number: int
    """Number of the game in its round. 0 for a bye."""
    opponents: tuple[int, ...]
    points: Fraction | None
    """The player's points. None while the game is unfinished."""


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """A player, with the games of each column."""

    standing: Standing
    cells: tuple[tuple[PlayedGame, ...], ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The players of a tournament, or of one group in one round, the best first."""

    title: str
    """The round and the group. Empty if there is only one table."""
    by_opponent: bool
    columns: tuple[int, ...]
    """If `by_opponent` is set, the opponents in the order of the rows. Otherwise the numbers of the
    rounds.
    """
    rows: tuple[CrosstableRow, ...]


def crosstables(tournament: Tournament) -> Iterator[Crosstable]:
    """Yields the tables of a tournament.

    A round robin has one for each group of each round, the latest round first. Other kinds have one
    table of all rounds.
    """
    rounds = tournament.rounds
    if tournament.terms.kind != ROUND_ROBIN:
        yield _by_round(tournament)
        return
    for round in reversed(rounds):
        for group, table in group_tables(tournament, round).items():
            title = f"Round {round.number}" if len(rounds) > 1 else ""
            title += f", group {group}" if len(round.groups) > 1 else ""
            yield _by_opponent(title.removeprefix(", ").capitalize(), round, table)


def _by_round(tournament: Tournament) -> Crosstable:
    rows = [
        CrosstableRow(
            standing,
            tuple(tuple(_games_of(standing.player, round)) for round in tournament.rounds),
        )
        for standing in standings(tournament)
    ]
    columns = tuple(round.number for round in tournament.rounds)
    return Crosstable("", by_opponent=False, columns=columns, rows=tuple(rows))


def _by_opponent(title: str, round: Round, table: Sequence[Standing]) -> Crosstable:
    columns = tuple(standing.player for standing in table)
    rows = []
    for standing in table:
        played = [*_games_of(standing.player, round)]
        cells = (tuple(game for game in played if other in game.opponents) for other in columns)
        rows.append(CrosstableRow(standing, tuple(cells)))
    return Crosstable(title, by_opponent=True, columns=columns, rows=tuple(rows))


def _games_of(player: int, round: Round) -> Iterator[PlayedGame]:
    """Yields the games and the bye of a player in a round."""
    for number, pairing in enumerate(round.pairings, 1):
        if player in pairing.players:
            seat = pairing.players.index(player)
            opponents = tuple(opponent for opponent in pairing.players if opponent != player)
            result = round.results.get(number)
            points = points_of(result.places)[seat] if result else None
            yield PlayedGame(round.number, number, opponents, points)
    for bye in round.byes:
        if player in bye.players:
            yield PlayedGame(round.number, 0, (), BYE_POINTS)
