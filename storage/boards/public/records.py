"""Records and openings of finished public games, read without replaying their matches."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Row, Select, and_, func, select

from pbm.board.ratings import POINTS, PROVISIONAL, Change, Rating
from pbm.game import winners_of
from storage.boards.public.listings import (
    PLAYER_COLUMNS,
    ListedBoard,
    ListedPlayer,
    PublicListings,
    listed_player,
    move_in,
)
from storage.boards.public.players import SAME_SEAT
from storage.boards.public.published_boards import IS_PUBLISHED
from storage.boards.visibility import is_gone
from storage.sql.connection import WorkConnection
from storage.tables.boards import boards, events, rating_changes, seats
from storage.tables.players import players

BATCH = 200
"""Maximum number of boards whose last events one query reads."""
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players, and the number of games that they have finished against each other."""

    players: tuple[ListedPlayer, ListedPlayer]
    games: int


@dataclass(frozen=True, slots=True)
class Peak:
    """The highest rating that a player had after a game, not counting provisional ratings."""

    player: ListedPlayer
    rating: Rating
    board: ListedBoard


@dataclass(frozen=True, slots=True)
class Upset:
    """A game that a player won against a higher rated one."""

    board: ListedBoard
    changes: tuple[Change, ...]
    """The rating changes in the order of the seats."""


@dataclass(frozen=True, slots=True)
class SeatResults:
    """The number of games, and how many of them each seat won. All remaining games were drawn."""

    games: int
    won: tuple[int, ...]

    @property
    def drawn(self) -> int:
        return self.games - sum(self.won)


@dataclass(frozen=True, slots=True)
class Opening:
    """The results of the games with the same options, in total and by first move."""

    options: Words
    """The resolved options, as words."""
    results: SeatResults
    moves: Sequence[tuple[str, SeatResults]]
    """The first moves with their results, the most played first."""


class PublicRecords:
    """Records and openings of a game."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection
        self._listings = PublicListings(connection)

    def longest(self, game: str, most: int) -> Sequence[ListedBoard]:
        """Returns the finished games with the most moves."""
        query = select(boards).where(*_finished(game)).order_by(boards.c.ply.desc(), boards.c.id)
        return self._listings.read(query.limit(most))

    def shortest(self, game: str, most: int) -> Sequence[ListedBoard]:
        """Returns the games with the fewest moves, of all games that a move ended."""
        query = select(boards.c.id).where(*_finished(game)).order_by(boards.c.ply, boards.c.id)
        ids: list[int] = []
        for batch in self._connection.execute(query).scalars().partitions(BATCH):
            ids += self._ended_by_move(batch)
            if len(ids) >= most:
                break
        boards_by_id = self._by_ids(ids[:most])
        return [boards_by_id[id] for id in ids[:most]]

    def pairings(self, game: str, most: int) -> Sequence[Pairing]:
        """Returns the pairs of players with the most finished games, without former players."""
        first, second = seats.alias("first"), seats.alias("second")
        games = func.count().label("games")
        query = (
            select(first.c.player_id.label("one"), second.c.player_id.label("other"), games)
            .join(second, second.c.board_id == first.c.board_id)
            .join(boards, boards.c.id == first.c.board_id)
            .where(first.c.player_id < second.c.player_id, *_finished(game))
            .where(first.c.player_id.not_in(_gone()), second.c.player_id.not_in(_gone()))
            .group_by(first.c.player_id, second.c.player_id)
            .order_by(games.desc(), first.c.player_id, second.c.player_id)
        )
        rows = self._connection.execute(query.limit(most)).all()
        names = self._players([id for row in rows for id in (row.one, row.other)])
        return [Pairing((names[row.one], names[row.other]), row.games) for row in rows]

    def peaks(self, game: str, most: int) -> Sequence[Peak]:
        """Returns the players with the highest ratings ever, without former players."""
        query = (
            _rated(game)
            .add_columns(boards.c.id, seats.c.player_id)
            .where(_is_known(rating_changes), seats.c.player_id.not_in(_gone()))
            .order_by(rating_changes.c.mu_after.desc(), boards.c.id)
        )
        highest: dict[int, Row[Any]] = {}
        for row in self._connection.execute(query):
            highest.setdefault(row.player_id, row)
            if len(highest) == most:
                break
        names = self._players([*highest])
        boards_by_id = self._by_ids([row.id for row in highest.values()])
        return [
            Peak(names[id], Rating(row.mu_after, row.sigma_after), boards_by_id[row.id])
            for id, row in highest.items()
        ]

    def upsets(self, game: str, most: int) -> Sequence[Upset]:
        """Returns the games whose only winner had the greatest rating deficit.

        Games with provisional ratings are left out.
        """
        greatest: dict[int, None] = {}
        for row in self._connection.execute(_rated_lower(game)):
            if winners_of(json.loads(row.places)) == (row.seat,):
                greatest[row.id] = None
            if len(greatest) == most:
                break
        boards_by_id, changes = self._by_ids([*greatest]), self._changes([*greatest])
        return [Upset(boards_by_id[id], changes[id]) for id in greatest]

    def openings(self, game: str, alike: Callable[[Words], Words]) -> Sequence[Opening]:
        """Returns the openings of a game, the most played first.

        `alike`: maps options to a common form for all options with the same start and rules.
        """
        counts: dict[Words, dict[str, Counter[str]]] = {}
        common_options: dict[str, Words] = {}
        for stored, move, places in self._games(game):
            if stored not in common_options:
                common_options[stored] = alike(tuple(json.loads(stored)))
            counts.setdefault(common_options[stored], {}).setdefault(move, Counter())[places] += 1
        all_openings = [_opening(options, moves) for options, moves in counts.items()]
        return sorted(all_openings, key=lambda opening: (-opening.results.games, opening.options))

    def _ended_by_move(self, ids: Sequence[int]) -> list[int]:
        """Returns the boards whose last event is a move, in the given order."""
        last = (
            select(events.c.board_id, func.max(events.c.number).label("number"))
            .where(events.c.board_id.in_(ids))
            .group_by(events.c.board_id)
            .subquery()
        )
        same = (events.c.board_id == last.c.board_id) & (events.c.number == last.c.number)
        query = select(events.c.board_id).join(last, same).where(events.c.ply.is_not(None))
        ended_by_move = {*self._connection.execute(query).scalars()}
        return [id for id in ids if id in ended_by_move]

    def _changes(self, ids: Sequence[int]) -> dict[int, tuple[Change, ...]]:
        """Returns the rating changes in the order of the seats, by board id."""
        query = select(rating_changes).where(rating_changes.c.board_id.in_(ids))
        changes: dict[int, tuple[Change, ...]] = {}
        for row in self._connection.execute(query.order_by(rating_changes.c.seat)):
            changes[row.board_id] = (*changes.get(row.board_id, ()), _change(row))
        return changes

    def _games(self, game: str) -> Sequence[tuple[str, str, str]]:
        """Returns options, first move and places of each game with at least one move."""
        first = and_(events.c.board_id == boards.c.id, events.c.ply == 1)
        query = (
            select(boards.c.id, boards.c.options, boards.c.places, events.c.line)
            .join(events, first)
            .where(*_finished(game), boards.c.ply > 0)
            .order_by(events.c.epoch)  # Of several first moves, all but the last were taken back.
        )
        rows = {row.id: row for row in self._connection.execute(query)}
        return [(row.options, move_in(row.line), row.places) for row in rows.values()]

    def _by_ids(self, ids: Sequence[int]) -> dict[int, ListedBoard]:
        listed = self._listings.read(select(boards).where(boards.c.id.in_(ids)))
        return {board.id: board for board in listed}

    def _players(self, ids: Sequence[int]) -> dict[int, ListedPlayer]:
        query = select(*PLAYER_COLUMNS).where(players.c.id.in_(ids))
        return {row.id: listed_player(row) for row in self._connection.execute(query)}


def _finished(game: str) -> tuple[Any, ...]:
    return boards.c.game == game, boards.c.places.is_not(None), IS_PUBLISHED


def _gone() -> Select[tuple[int]]:
    return select(players.c.id).where(is_gone())


def _rated(game: str) -> Select[Any]:
    """Returns a query of the rating changes by public games."""
    numbers = [column for column in rating_changes.c if not column.primary_key]
    return (
        select(*numbers)
        .select_from(boards)
        .join(seats, seats.c.board_id == boards.c.id)
        .join(rating_changes, SAME_SEAT)
        .where(*_finished(game))
    )


def _rated_lower(game: str) -> Select[Any]:
    """Returns a query of winning seats that had a lower rating than another seat.

    Rows are sorted by the rating difference, greatest first.
    """
    lower, higher = rating_changes.alias("lower"), rating_changes.alias("higher")
    difference = higher.c.mu_before - lower.c.mu_before
    return (
        select(boards.c.id, boards.c.places, lower.c.seat)
        .join(lower, lower.c.board_id == boards.c.id)
        .join(higher, higher.c.board_id == boards.c.id)
        .where(*_finished(game), difference > 0, lower.c.mu_after > lower.c.mu_before)
        .where(_was_known(lower), _was_known(higher))
        .order_by(difference.desc(), boards.c.id)
    )


def _is_known(changes: FromClause) -> ColumnElement[bool]:
    """Returns the condition that a rating wasn't provisional after a game."""
    return changes.c.sigma_after * POINTS <= PROVISIONAL


def _was_known(changes: FromClause) -> ColumnElement[bool]:
    """Returns the condition that a rating wasn't provisional before a game."""
    return changes.c.sigma_before * POINTS <= PROVISIONAL


def _change(row: Row[Any]) -> Change:
    return Change(Rating(row.mu_before, row.sigma_before), Rating(row.mu_after, row.sigma_after))


def _opening(options: Words, moves: dict[str, Counter[str]]) -> Opening:
    by_move = [(move, _results(places)) for move, places in moves.items()]
    by_move.sort(key=lambda entry: (-entry[1].games, entry[0]))
    everything = sum(moves.values(), Counter[str]())
    return Opening(options, _results(everything), by_move)


def _results(counts: Counter[str]) -> SeatResults:
    """Adds up the results of games.

    `counts`: the number of games for each final result. The keys are the seats' places as JSON.
    """
    read = [(json.loads(places), games) for places, games in counts.items()]
    won = (
        sum(games for places, games in read if winners_of(places) == (seat,))
        for seat in range(len(read[0][0]))
    )
    return SeatResults(counts.total(), tuple(won))
