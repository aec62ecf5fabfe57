"""The parts of a tournament that a particular reader may see."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from pbm import games
from pbm.tournaments.crosstables import Crosstable, CrosstableRow, PlayedGame, crosstables
from pbm.tournaments.points import shown_points
from pbm.tournaments.standings import Standing, standings
from pbm.tournaments.tournament import Tournament
from pbm.tournaments.tournament_terms import KNOCK_OUT, TournamentTerms
from pbm.wording import local_time

HIDDEN = "?"
"""Replaces the name of a player whom the reader may not see."""
SELF, RUNNING, BYE = "*", ".", "bye"


@dataclass(frozen=True)
class TournamentView:
    """A tournament with the userids and boards that its reader may see."""

    name: str
    tournament: Tournament
    userids: Mapping[int, str]
    """Userids of the visible players, by player id."""
    boards: Mapping[tuple[int, int], int]
    """Numbers of the visible boards, by round and game."""
    zone: str = "UTC"

    @property
    def terms(self) -> TournamentTerms:
        return self.tournament.terms

    @property
    def title(self) -> str:
        return games.stored(self.terms.game).title

    def names(self, players: Iterable[int]) -> list[str]:
        """Returns the userids of these players. A player whom the reader may not see is HIDDEN."""
        return [self.userids.get(each, HIDDEN) for each in players]

    def seeded(self, players: Collection[int]) -> list[int]:
        """Returns these players in seeding order."""
        return [each for each in self.tournament.players if each in players]

    def time(self, at: datetime | None) -> str:
        """Returns a time in the reader's time zone. Empty for None."""
        return local_time(at, self.zone) if at else ""

    @cached_property
    def crosstables(self) -> tuple[Crosstable, ...]:
        """The complete crosstables. Empty before the tournament begins."""
        return tuple(crosstables(self.tournament)) if self.tournament.rounds else ()

    @cached_property
    def shown_tables(self) -> Sequence["ShownTable"]:
        """The crosstables that contain visible players. All other crosstables are omitted."""
        return [shown for each in self.crosstables if (shown := _shown(self, each)).rows]

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """All players, best first."""
        return standings(self.tournament)

    def is_seen(self, row: CrosstableRow) -> bool:
        """Whether the reader may see the player of a row."""
        return row.standing.player in self.userids


class CellPart(NamedTuple):
    """A part of a crosstable cell."""

    text: str
    game: PlayedGame | None = None
    """The game whose points it shows. None if it isn't about a game."""


class ShownRow(NamedTuple):
    """A row of a crosstable."""

    number: int
    """The row's number in the complete crosstable, including the rows of hidden players."""
    player: int
    cells: Sequence[Sequence[CellPart]]
    ends: Sequence[str]
    """The texts of the final columns, such as points and place."""


class ShownTable(NamedTuple):
    """A crosstable without hidden players."""

    title: str
    columns: Sequence[str]
    """Column headings: the row number of each opponent, or the number of the round."""
    ends: Sequence[str]
    rows: Sequence[ShownRow]


def _shown(view: TournamentView, crosstable: Crosstable) -> ShownTable:
    numbers = {row.standing.player: number for number, row in enumerate(crosstable.rows, 1)}
    by_opponent, columns = crosstable.by_opponent, crosstable.columns
    seen = [at for at, each in enumerate(columns) if not by_opponent or each in view.userids]
    return ShownTable(
        title=crosstable.title,
        columns=[str(at + 1 if by_opponent else columns[at]) for at in seen],
        ends=["Place"] if view.terms.kind == KNOCK_OUT else ["Points", "SB", "Place"],
        rows=[
            ShownRow(
                numbers[row.standing.player],
                row.standing.player,
                [_cell_parts(view, crosstable, row, at, numbers) for at in seen],
                _ends(view, row.standing),
            )
            for row in crosstable.rows
            if view.is_seen(row)
        ],
    )


def _ends(view: TournamentView, standing: Standing) -> list[str]:
    """Returns points and place.

    In a knock-out, returns only the place, because points belong to a single round.
    """
    if view.terms.kind == KNOCK_OUT:
        return [str(standing.place)]
    points = standing.points, standing.sonneborn_berger
    return [*map(shown_points, points), str(standing.place)]


def _cell_parts(
    view: TournamentView,
    crosstable: Crosstable,
    row: CrosstableRow,
    at: int,
    numbers: Mapping[int, int],
) -> list[CellPart]:
    """Returns the parts of a cell.

    They are the points, preceded by the opponents unless the column itself is an opponent.

    `at`: the index of the column.
    """
    played = row.cells[at]
    points = [
        CellPart(RUNNING if game.points is None else shown_points(game.points), game)
        for game in played
    ]
    if crosstable.by_opponent:
        return [CellPart(SELF)] if crosstable.columns[at] == row.standing.player else points
    if not played or not played[0].opponents:
        return [CellPart(BYE)] if played else []
    opponents = (numbers[each] if each in view.userids else HIDDEN for each in played[0].opponents)
    separated = [part for each in points for part in (CellPart("+"), each)]
    return [CellPart(f"{'/'.join(map(str, opponents))}:"), *separated[1:]]
