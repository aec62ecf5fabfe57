"""The first moves of the finished games that everybody may see, with their results."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, select

from storage.boards.public.boards import IS_PUBLISHED
from storage.boards.public.listings import move_in, winners_of
from storage.tables import boards, events

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatResults:
    """The number of games, and of those that each seat won; the rest was drawn."""

    games: int
    won: tuple[int, ...]

    @property
    def drawn(self) -> int:
        """The number of games without a winner."""
        return self.games - sum(self.won)


@dataclass(frozen=True, slots=True)
class Opening:
    """The results of the games with the same options, and by their first moves."""

    options: Words
    """The words of the resolved options."""
    results: SeatResults
    moves: Sequence[tuple[str, SeatResults]]
    """The first moves with their results, the most played first."""


class PublicOpenings:
    """The repository of openings."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, game: str, alike: Callable[[Words], Words]) -> Sequence[Opening]:
        """Returns the openings of a game, those with most games first.

        `alike`: returns the same options for all with the same start and rules.
        """
        counts: dict[Words, dict[str, Counter[str]]] = {}
        known: dict[str, Words] = {}
        for stored, move, places in self._games(game):
            if stored not in known:
                known[stored] = alike(tuple(json.loads(stored)))
            counts.setdefault(known[stored], {}).setdefault(move, Counter())[places] += 1
        found = [_opening(options, moves) for options, moves in counts.items()]
        return sorted(found, key=lambda opening: (-opening.results.games, opening.options))

    def _games(self, game: str) -> Sequence[tuple[str, str, str]]:
        """Returns options, first move and places of each game in which a move was made."""
        first = and_(events.c.board_id == boards.c.id, events.c.ply == 1)
        query = (
            select(boards.c.id, boards.c.options, boards.c.places, events.c.line)
            .join(events, first)
            .where(boards.c.game == game, boards.c.places.is_not(None), boards.c.ply > 0)
            .where(IS_PUBLISHED)
            .order_by(events.c.epoch)  # of several first moves, all but the last were undone
        )
        rows = {row.id: row for row in self._connection.execute(query)}
        return [(row.options, move_in(row.line), row.places) for row in rows.values()]


def _opening(options: Words, moves: dict[str, Counter[str]]) -> Opening:
    by_move = [(move, _results(places)) for move, places in moves.items()]
    by_move.sort(key=lambda entry: (-entry[1].games, entry[0]))
    everything = sum(moves.values(), Counter[str]())
    return Opening(options, _results(everything), by_move)


def _results(counts: Counter[str]) -> SeatResults:
    """Returns the results of games, from the number of games by their places as JSON."""
    read = [(json.loads(places), games) for places, games in counts.items()]
    won = (
        sum(games for places, games in read if winners_of(places) == (seat,))
        for seat in range(len(read[0][0]))
    )
    return SeatResults(counts.total(), tuple(won))
