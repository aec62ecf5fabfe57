"""The repository of registered players."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from sqlalchemy import (
    Connection,
    Row,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from pbm.board import Player
from pbm.board_clock import Period
from storage.tables import (
    addresses,
    bans,
    blocks,
    bounces,
    codes,
    former_names,
    held,
    last_letters,
    marks,
    outages,
    players,
    preferences,
    seats,
    unreachable,
    vacations,
    watches,
)

PERSONAL = (
    addresses,
    preferences,
    codes,
    watches,
    vacations,
    unreachable,
    outages,
    last_letters,
    held,
)
"""The tables whose rows are deleted when their player signs off."""
MAX_SIMILAR = 500
"""The number of userids among which a misspelt one is looked for."""
NO_PASSWORD = "none"  # noqa: S105
"""The stored hash of robots: no password has this hash."""


def robot_players(connection: Connection) -> frozenset[str]:
    """Returns the userids of all robots."""
    query = select(players.c.userid).where(players.c.robot != "")
    return frozenset(connection.execute(query).scalars())


class PlayerRepository:
    """The repository of players and their addresses."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, userid: str) -> Player | None:
        """Returns the player with this userid, in any case."""
        rows = self._connection.execute(BY_KEY, {"userid": userid.lower()}).all()
        return read_player(rows) if rows else None

    def is_registered(self, address: str) -> bool:
        """Returns True if this is a player's address, in any case; those have been confirmed."""
        theirs = select(addresses.c.rank).where(func.lower(addresses.c.address) == address.lower())
        return self._connection.execute(theirs.limit(1)).first() is not None

    def near(self, userid: str, *, listed: bool = False) -> Sequence[str]:
        """Returns userids with the same first letter, then any others.

        `listed`: only those that anybody can read in lists of boards.
        """
        same_start = players.c.key.startswith(userid[:1].lower(), autoescape=True)
        query = select(players.c.userid).order_by(~same_start, players.c.key).limit(MAX_SIMILAR)
        if listed:
            query = query.where(exists().where(seats.c.player_id == players.c.id))
        return self._connection.execute(query).scalars().all()

    def is_listed(self, player: Player) -> bool:
        """Returns True if anybody can read the userid in lists of boards."""
        query = select(seats.c.player_id).where(seats.c.player_id == player.id).limit(1)
        return self._connection.execute(query).first() is not None

    def add(
        self, userid: str, password_hash: str, addresses_given: Sequence[str], at: datetime
    ) -> Player:
        """Adds a player and returns it; the userid must be free."""
        player = self._add(userid, at, password_hash=password_hash)
        self._save_addresses(replace(player, addresses=tuple(addresses_given)))
        return replace(player, addresses=tuple(addresses_given))

    def add_robot(self, userid: str, how: str, at: datetime) -> Player:
        """Adds a robot with these settings and returns it; the userid must be free."""
        return self._add(userid, at, password_hash=NO_PASSWORD, robot=how)

    def _add(self, userid: str, at: datetime, *, password_hash: str, robot: str = "") -> Player:
        own = {"userid": userid, "password_hash": password_hash, "robot": robot}
        values = {"key": userid.lower(), "joined": at, **own}
        made = self._connection.execute(insert(players).values(values).returning(players.c.id))
        return Player(made.scalar_one(), userid, (), password_hash, robot=robot)

    def taken(self, userid: str) -> bool:
        """Returns True if this userid can't be registered: somebody has it, or had it."""
        key = userid.lower()
        former = select(former_names.c.key).where(former_names.c.key == key)
        query = select(players.c.key).where(players.c.key == key).union(former)
        return self._connection.execute(query).first() is not None

    def ban(self, player: Player, at: datetime) -> None:
        """Bans a player, who must not be banned yet."""
        self._connection.execute(insert(bans).values(player_id=player.id, since=at))

    def unban(self, player: Player) -> None:
        """Ends a player's ban."""
        self._connection.execute(delete(bans).where(bans.c.player_id == player.id))

    def rename(self, player: Player, userid: str) -> None:
        """Sets a free userid, or a former one of the player's own; the old one stays reserved."""
        kept = former_names.c.player_id == player.id
        mine = kept & (former_names.c.key == userid.lower())
        self._connection.execute(delete(former_names).where(mine))
        if player.userid.lower() != userid.lower():
            old = {"key": player.userid.lower(), "player_id": player.id}
            self._connection.execute(insert(former_names).values(old))
        self._set(player, key=userid.lower(), userid=userid)

    def had(self, player: Player, userid: str) -> bool:
        """Returns True if this was a former userid of the player."""
        theirs = former_names.c.player_id == player.id
        query = select(former_names.c.key).where(theirs, former_names.c.key == userid.lower())
        return self._connection.execute(query).first() is not None

    def find_former(self, userid: str) -> Player | None:
        """Returns the player who had this userid before, in any case."""
        query = select(former_names.c.player_id).where(former_names.c.key == userid.lower())
        found = self._connection.execute(query).scalar()
        return None if found is None else self.by_ids([found])[0]

    def former_userids(self, player: Player) -> Sequence[str]:
        """Returns the userids that the player had before, in lower case."""
        query = select(former_names.c.key).where(former_names.c.player_id == player.id)
        return self._connection.execute(query.order_by(former_names.c.key)).scalars().all()

    def _set(self, player: Player, **values: object) -> None:
        self._connection.execute(update(players).where(players.c.id == player.id).values(values))

    def by_ids(self, ids: Sequence[int]) -> tuple[Player, ...]:
        """Returns these players, in the order asked for."""
        rows: dict[int, list[Row[Any]]] = {}
        for row in self._connection.execute(BY_IDS, {"ids": ids}):
            rows.setdefault(row.id, []).append(row)
        return tuple(read_player(rows[id]) for id in ids)

    def count(self) -> int:
        """Returns the number of people who play here."""
        people = players.c.robot == "", players.c.password_hash != ""
        return int(self._connection.execute(select(func.count()).where(*people)).scalar_one())

    def engines(self) -> Sequence[Player]:
        """Returns the players that are other people's programs, and haven't signed off."""
        query = select(players.c.id).where(
            players.c.robot.startswith("exec "), players.c.password_hash != ""
        )
        return self.by_ids(self._connection.execute(query.order_by(players.c.id)).scalars().all())

    def everybody(self) -> Sequence[Player]:
        """Returns all players with a confirmed address."""
        query = select(addresses.c.player_id).distinct().order_by(addresses.c.player_id)
        return self.by_ids(self._connection.execute(query).scalars().all())

    def joined(self, player: Player) -> datetime:
        """Returns the time of the player's signup."""
        query = select(players.c.joined).where(players.c.id == player.id)
        return cast("datetime", self._connection.execute(query).scalar_one())

    def move_to(self, player: Player, addresses_given: Sequence[str]) -> Player:
        """Replaces the player's addresses; returns the player."""
        moved = replace(player, addresses=tuple(addresses_given))
        self._connection.execute(delete(addresses).where(addresses.c.player_id == player.id))
        self._save_addresses(moved)
        return moved

    def change_password(self, player: Player, password_hash: str) -> None:
        """Sets the password hash; cancels pending codes, which others may have asked for."""
        self._set(player, password_hash=password_hash)
        if player.confirmed:
            self._connection.execute(delete(codes).where(codes.c.player_id == player.id))

    def sign_off(self, player: Player) -> None:
        """Deletes all data of a player but the userid, which stays taken, and their boards."""
        self._delete_data([player.id])
        self.change_password(player, "")

    def free(self, now: datetime) -> None:
        """Deletes players who confirmed no address in time; their userids are free again."""
        asked = exists().where(
            codes.c.player_id == players.c.id, codes.c.purpose == "address", codes.c.until > now
        )
        late = select(players.c.id).where(
            players.c.password_hash != "",
            players.c.robot == "",
            ~exists().where(bans.c.player_id == players.c.id),
            ~exists().where(addresses.c.player_id == players.c.id),
            ~exists().where(seats.c.player_id == players.c.id),
            ~asked,
        )
        ids = self._connection.execute(late).scalars().all()
        self._delete_data(ids)
        self._connection.execute(delete(former_names).where(former_names.c.player_id.in_(ids)))
        self._connection.execute(delete(players).where(players.c.id.in_(ids)))

    def _delete_data(self, ids: Sequence[int]) -> None:
        """Deletes addresses, bounces, preferences, blocks, watched boards and pending actions."""
        theirs = select(func.lower(addresses.c.address)).where(addresses.c.player_id.in_(ids))
        for table in (bounces, marks):
            self._connection.execute(delete(table).where(table.c.address.in_(theirs)))
        for table in PERSONAL:
            self._connection.execute(delete(table).where(table.c.player_id.in_(ids)))
        of_them = or_(blocks.c.player_id.in_(ids), blocks.c.other_id.in_(ids))
        self._connection.execute(delete(blocks).where(of_them))

    def _save_addresses(self, player: Player) -> None:
        rows = [
            {"player_id": player.id, "rank": rank, "address": address}
            for rank, address in enumerate(player.addresses)
        ]
        if rows:
            self._connection.execute(insert(addresses), rows)


def with_players(query: Select[Any]) -> Select[Any]:
    """Adds players, bans and unreachability to a query; a row for each of their addresses.

    `doubted`: True if there is a bounce that counts.
    """
    banned = bans.c.since.label("banned")
    lost = unreachable.c.since.label("unreachable"), unreachable.c.until.label("stopped_until")
    back = func.lower(addresses.c.address) == bounces.c.address
    doubted = exists().where(back, bounces.c.counts).label("doubted")
    return (
        query.add_columns(*players.c, banned, *lost, addresses.c.address, doubted)
        .outerjoin(bans, bans.c.player_id == players.c.id)
        .outerjoin(unreachable, unreachable.c.player_id == players.c.id)
        .outerjoin(addresses, addresses.c.player_id == players.c.id)
        .order_by(addresses.c.rank)
    )


# Made once: making a statement costs as much as executing it.
_PLAYERS = with_players(select().select_from(players))
BY_IDS = _PLAYERS.where(players.c.id.in_(bindparam("ids", expanding=True)))
BY_KEY = _PLAYERS.where(players.c.key == bindparam("userid"))


def read_player(rows: Sequence[Row[Any]]) -> Player:
    """Returns the player in the rows of all their addresses."""
    row = rows[0]
    return Player(
        id=row.id,
        userid=row.userid,
        addresses=tuple(each.address for each in rows if each.address is not None),
        password_hash=row.password_hash,
        banned=row.banned is not None,
        unreachable=row.unreachable,
        standstill=Period(row.unreachable, row.stopped_until) if row.unreachable else None,
        doubted=any(each.doubted for each in rows),
        robot=row.robot,
    )
