"""Queries of the seats of boards."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, Select, select

from storage.tables.boards import seats
from storage.tables.players import players


def userids(connection: Connection, ids: Select[Any] | Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Returns the userids in the order of the seats, by board id."""
    query = (
        select(seats.c.board_id, players.c.userid)
        .join(players, players.c.id == seats.c.player_id)
        .where(seats.c.board_id.in_(ids))
        .order_by(seats.c.board_id, seats.c.seat)
    )
    userids_by_board: dict[int, tuple[str, ...]] = {}
    for board, userid in connection.execute(query):
        userids_by_board[board] = (*userids_by_board.get(board, ()), userid)
    return userids_by_board


def players_of(ids: Select[Any] | Sequence[int]) -> ColumnElement[bool]:
    """Returns the condition that a player has a seat on one of these boards."""
    return players.c.id.in_(select(seats.c.player_id).where(seats.c.board_id.in_(ids)))


def boards_of(*userids: str) -> Select[Any]:
    """Returns a query of the boards on which any of these players has a seat."""
    return boards_of_keys(keys_of(userids))


def boards_of_keys(keys: Sequence[str] | BindParameter[Any]) -> Select[Any]:
    """Returns the same query for the keys of the players, or for a parameter for these."""
    return (
        select(seats.c.board_id)
        .join(players, players.c.id == seats.c.player_id)
        .where(players.c.key.in_(keys))
    )


def keys_of(userids: Sequence[str]) -> list[str]:
    return [userid.lower() for userid in userids]
