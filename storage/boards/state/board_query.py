"""The query of boards with their players, ratings and tournaments."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Row, and_, bindparam, select

from storage.boards.ratings import with_ratings
from storage.players.player_rows import with_players
from storage.sql.prepared import Prepared
from storage.tables.boards import boards, seats
from storage.tables.competitions import tournament_boards, tournaments
from storage.tables.players import players

_WITH_SEATS = (
    select(
        *(column for column in boards.c if column is not boards.c.id),
        seats,
        tournaments.c.name.label("tournament"),
        tournament_boards.c.round.label("tournament_round"),
        tournament_boards.c.game.label("tournament_game"),
        tournament_boards.c.ends.label("tournament_ends"),
    )
    .join(seats, seats.c.board_id == boards.c.id)
    .join(players, players.c.id == seats.c.player_id)
    .join(tournament_boards, tournament_boards.c.board_id == boards.c.id, isouter=True)
    .join(tournaments, tournaments.c.id == tournament_boards.c.tournament_id, isouter=True)
    .order_by(seats.c.seat)
)
WITH_PLAYERS = with_players(with_ratings(_WITH_SEATS))
"""A row for each address of each player of a board."""
THIS_NUMBER = and_(boards.c.game == bindparam("game"), boards.c.number == bindparam("number"))
THIS_ID = boards.c.id == bindparam("id")
BY_NUMBER = Prepared(WITH_PLAYERS.where(THIS_NUMBER))
BY_ID = Prepared(WITH_PLAYERS.where(THIS_ID))
BY_IDS = Prepared(WITH_PLAYERS.where(boards.c.id.in_(bindparam("ids", expanding=True))))


def rows_by_seat(rows: Sequence[Row[Any]]) -> Iterator[list[Row[Any]]]:
    """Yields a list of rows for each seat of a board."""
    return (list(own) for _, own in groupby(rows, attrgetter("seat")))
