"""Add the columns that describe players to a query, and read the players from its rows."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    Select,
    and_,
    exists,
    func,
    select,
)

from pbm.board.deputies import Deputy
from pbm.board.players import Player
from pbm.board.time_control.periods import Period
from pbm.board.time_control.rest import REST
from pbm.board.viewers import VISIBILITY
from storage.tables.mail import bounces
from storage.tables.players import addresses, bans, deputies, players, preferences, unreachable


def robot_players(connection: Connection, which: ColumnElement[bool]) -> frozenset[str]:
    """Returns the userids of the robots among these players."""
    query = select(players.c.userid).where(players.c.robot != "", which)
    return frozenset(connection.execute(query).scalars())


def with_players(query: Select[Any]) -> Select[Any]:
    """Adds players, with bans, visibility and unreachability, to a query.

    The result has a row for each address. Its column `doubted` shows whether emails to the address
    have bounced since the player last wrote.
    """
    banned = bans.c.since.label("banned")
    lost = unreachable.c.since.label("unreachable"), unreachable.c.until.label("stopped_until")
    named, acting = players.alias("deputy_player"), deputies.alias("agreed_deputy")
    deputy = acting.c.deputy_id, acting.c.since.label("deputy_since")
    until = acting.c.until.label("deputy_until")
    visible, rest = preferences.alias("chosen_visibility"), preferences.alias("chosen_rest")
    back = func.lower(addresses.c.address) == bounces.c.address
    doubted = exists().where(back, bounces.c.counts).label("doubted")
    return (
        query.add_columns(*players.c, banned, *lost, addresses.c.address, doubted)
        .add_columns(visible.c.value.label("visibility"), rest.c.value.label("own_rest"))
        .add_columns(*deputy, until, named.c.userid.label("deputy_userid"))
        .outerjoin(acting, and_(acting.c.player_id == players.c.id, acting.c.since.is_not(None)))
        .outerjoin(named, named.c.id == acting.c.deputy_id)
        .outerjoin(bans, bans.c.player_id == players.c.id)
        .outerjoin(unreachable, unreachable.c.player_id == players.c.id)
        .outerjoin(visible, _is_chosen(visible, VISIBILITY))
        .outerjoin(rest, _is_chosen(rest, REST))
        .outerjoin(addresses, addresses.c.player_id == players.c.id)
        .order_by(addresses.c.rank)
    )


def _is_chosen(preference: FromClause, name: str) -> ColumnElement[bool]:
    mine = preference.c.player_id == players.c.id
    return and_(mine, preference.c.game == "", preference.c.name == name)


def players_by_id(rows: Iterable[Any]) -> dict[int, Player]:
    """Returns players by id, from the rows of all their addresses."""
    rows_by_player: dict[int, list[Any]] = {}
    for row in rows:
        rows_by_player.setdefault(row.id, []).append(row)
    return {id: read_player(found) for id, found in rows_by_player.items()}


def read_player(rows: Sequence[Row[Any]]) -> Player:
    """Returns a player from the rows of all their addresses."""
    row = rows[0]
    return Player(
        id=row.id,
        userid=row.userid,
        addresses=tuple(each.address for each in rows if each.address is not None),
        password_hash=row.password_hash,
        banned=row.banned is not None,
        unreachable=row.unreachable,
        clock_stop=Period(row.unreachable, row.stopped_until) if row.unreachable else None,
        doubted=any(each.doubted for each in rows),
        robot=row.robot,
        visibility=row.visibility or "",
        rest=row.own_rest or "",
        deputy=_deputy(row) if row.deputy_id else None,
    )


def _deputy(row: Row[Any]) -> Deputy:
    return Deputy(row.deputy_id, row.deputy_userid, row.deputy_since, row.deputy_until)
