"""The repository of registered players."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from pbm.board.board_clock import Period
from pbm.board.deputies import Deputy
from pbm.board.players import Player
from pbm.board.public_boards import FORMER_PLAYER
from pbm.board.rest import REST
from pbm.board.viewers import VISIBILITY, Viewer
from pbm.suggestions import skeleton
from storage.players.visibility import is_player_seen_by
from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables.boards import published_comments, saved_lines, seats, watches
from storage.tables.competitions import ladders
from storage.tables.mail import bounces, held, marks
from storage.tables.players import (
    IS_ROBOT,
    addresses,
    bans,
    blocks,
    codes,
    deputies,
    former_names,
    last_mails,
    outages,
    players,
    preferences,
    seeks,
    skeletons,
    unreachable,
    vacations,
)

PERSONAL = (
    addresses,
    codes,
    deputies,
    ladders,
    seeks,
    watches,
    vacations,
    unreachable,
    outages,
    last_mails,
    held,
    published_comments,
    saved_lines,
)
"""The tables all of whose rows are deleted when their player signs off."""
MAX_SIMILAR = 500
"""The number of userids among which a misspelt one is looked for."""
NO_PASSWORD = "none"  # noqa: S105
"""The stored hash of robots: no password has this hash."""
_ADDRESS = func.lower(addresses.c.address)
OWNERS = Prepared(
    select(_ADDRESS.label("key"), addresses.c.player_id).where(
        _ADDRESS.in_(bindparam("addresses", expanding=True))
    )
)


def robot_players(connection: Connection, which: ColumnElement[bool]) -> frozenset[str]:
    """Returns the userids of the robots among these players."""
    query = select(players.c.userid).where(players.c.robot != "", which)
    return frozenset(connection.execute(query).scalars())


class PlayerRepository:
    """The repository of players and their addresses."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection
        self._prefetched: Prefetched[int | str, Player | None] = connection.prefetched(BY_IDS)
        """Players by id and by userid in lower case; None for those that don't exist."""
        self._owners: Prefetched[str, frozenset[int]] = connection.prefetched(OWNERS)
        """The ids of the players with an address, in lower case."""

    def prefetch(
        self, userids: Sequence[str], ids: Sequence[int], addresses: Sequence[str]
    ) -> Sequence[Player]:
        """Reads players, by userid or id, and whose these addresses are; returns the players."""
        keys = [userid.lower() for userid in userids]
        if addresses:
            rows = self._connection.rows(OWNERS, {"addresses": addresses})
            self._owners.add({address: _owners(rows, address) for address in addresses})
        if not keys and not ids:
            return ()
        found = _by_id(self._connection.rows(BY_ANY, {"keys": keys, "ids": ids}))
        self._prefetched.add(dict.fromkeys((*keys, *ids)))
        self.remember(found.values())
        return [*found.values()]

    def remember(self, found: Iterable[Player]) -> None:
        """Adds players that were read in another way to those that are known."""
        for player in found:
            self._prefetched.add({player.id: player, player.userid.lower(): player})

    def find(self, userid: str) -> Player | None:
        """Returns the player with this userid, in any case."""
        if userid.lower() in self._prefetched:
            return self._prefetched[userid.lower()]
        rows = self._connection.rows(BY_KEY, {"userid": userid.lower()})
        return read_player(rows) if rows else None

    def is_registered(self, address: str) -> bool:
        """Returns True if this is a player's address, in any case; those have been confirmed."""
        return bool(self.with_address(address))

    def with_address(self, address: str) -> frozenset[int]:
        """Returns the ids of the players with this address, in any case."""
        address = address.lower()
        if address in self._owners:
            return self._owners[address]
        return _owners(self._connection.rows(OWNERS, {"addresses": [address]}), address)

    def sharing(self, mailbox: str, dotless: Mapping[str, str]) -> frozenset[int]:
        """Returns the ids of the players with a mailbox, whatever stands after a + in the address.

        `dotless`: hosts at which dots don't count, with the host that has the same mailboxes.
        """
        name, _, own_host = mailbox.rpartition("@")
        hosts = [host for host, same in dotless.items() if same == own_host] or [own_host]
        address = func.lower(addresses.c.address)
        if own_host in dotless:
            address, hosts = (
                func.replace(address, ".", ""),
                [each.replace(".", "") for each in hosts],
            )
        theirs = (
            or_(
                address == f"{name}@{host}",
                and_(
                    address.startswith(f"{name}+", autoescape=True),
                    address.endswith(f"@{host}", autoescape=True),
                ),
            )
            for host in hosts
        )
        query = select(addresses.c.player_id).where(or_(*theirs))
        return frozenset(self._connection.execute(query).scalars())

    def near(self, userid: str, viewer: Viewer) -> Sequence[str]:
        """Returns userids with the same first mail, then any others."""
        query = near(userid).where(is_player_seen_by(viewer))
        return self._connection.execute(query).scalars().all()

    def visible(self, ids: Sequence[int], viewer: Viewer) -> frozenset[int]:
        """Returns the ids of the players whom this viewer may see in lists."""
        query = select(players.c.id).where(players.c.id.in_(ids), is_player_seen_by(viewer))
        return frozenset(self._connection.execute(query).scalars())

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

    def add_former(self, at: datetime, userid: str = "") -> Player:
        """Adds a player as one who has signed off; without a userid, which is free, by a number."""
        name = f"{FORMER_PLAYER}-"
        values = {"key": userid.lower() or name, "userid": userid or name, "joined": at}
        values |= {"password_hash": ""}
        made = self._connection.execute(insert(players).values(values).returning(players.c.id))
        player = Player(made.scalar_one(), userid, (), "")
        if not userid:
            player = replace(player, userid=f"{name}{player.id}")
            self._set(player, key=player.userid, userid=player.userid)
        self._reserve_look_alikes(player, player.userid)
        return player

    def _add(self, userid: str, at: datetime, *, password_hash: str, robot: str = "") -> Player:
        own = {"userid": userid, "password_hash": password_hash, "robot": robot}
        values = {"key": userid.lower(), "joined": at, **own}
        made = self._connection.execute(insert(players).values(values).returning(players.c.id))
        player = Player(made.scalar_one(), userid, (), password_hash, robot=robot)
        self._reserve_look_alikes(player, userid)
        return player

    def _reserve_look_alikes(self, player: Player, userid: str) -> None:
        """Keeps others from userids that look like this one; fails if somebody has one already.

        A robot may be looked like: before this, a player could choose such a userid.
        """
        owner = self._owner_of_look_alikes(userid)
        if owner is None or not (player.robot or owner == player.id):
            reserved = {"key": skeleton(userid), "player_id": player.id}
            self._connection.execute(insert(skeletons).values(reserved))

    def _owner_of_look_alikes(self, userid: str) -> int | None:
        query = select(skeletons.c.player_id).where(skeletons.c.key == skeleton(userid))
        return self._connection.execute(query).scalar()

    def is_mistakable(self, userid: str, player: Player | None = None) -> bool:
        """Returns True if somebody but this player has, or had, a userid that looks like it."""
        owner = self._owner_of_look_alikes(userid)
        return owner is not None and (player is None or owner != player.id)

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
        if player.userid.lower() != userid.lower() and not self.had(player, userid):
            self._reserve_look_alikes(player, userid)
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
        missing = [id for id in ids if not self._prefetched.get(id)]
        found = _by_id(self._connection.rows(BY_IDS, {"ids": missing})) if missing else {}
        return tuple(found.get(id) or self._known(id) for id in ids)

    def _known(self, id: int) -> Player:
        """Returns a player that was read ahead; raises KeyError for others."""
        player = self._prefetched.get(id)
        if player is None:
            raise KeyError(id)
        return player

    def count(self) -> int:
        """Returns the number of people who play here."""
        people = players.c.robot == "", players.c.password_hash != ""
        return int(self._connection.execute(select(func.count()).where(*people)).scalar_one())

    def engines(self) -> Sequence[Player]:
        """Returns the players that are other people's programs, and haven't signed off."""
        query = select(players.c.id).where(
            text(IS_ROBOT), players.c.robot.startswith("exec "), players.c.password_hash != ""
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
        """Deletes all data of a player but their boards, where a number replaces the userid.

        That stays taken. Their visibility stays as well: boards that were hidden must not
        come to light.
        """
        self._delete_data([player.id], kept=VISIBILITY)
        theirs = seats.c.player_id == player.id, seats.c.note != ""
        self._connection.execute(update(seats).where(*theirs).values(note=""))
        self.change_password(player, "")
        self.rename(player, f"{FORMER_PLAYER}-{player.id}")

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

    def _delete_data(self, ids: Sequence[int], *, kept: str = "") -> None:
        """Deletes addresses, bounces, preferences, blocks, watched boards and pending actions.

        `kept`: the name of the preference that stays.
        """
        theirs = select(func.lower(addresses.c.address)).where(addresses.c.player_id.in_(ids))
        for table in (bounces, marks):
            self._connection.execute(delete(table).where(table.c.address.in_(theirs)))
        for table in PERSONAL:
            self._connection.execute(delete(table).where(table.c.player_id.in_(ids)))
        chosen = preferences.c.player_id.in_(ids), preferences.c.name != kept
        self._connection.execute(delete(preferences).where(*chosen))
        of_them = or_(blocks.c.player_id.in_(ids), blocks.c.other_id.in_(ids))
        self._connection.execute(delete(blocks).where(of_them))
        self._connection.execute(delete(deputies).where(deputies.c.deputy_id.in_(ids)))

    def _save_addresses(self, player: Player) -> None:
        rows = [
            {"player_id": player.id, "rank": rank, "address": address}
            for rank, address in enumerate(player.addresses)
        ]
        if rows:
            self._connection.execute(insert(addresses), rows)


def near(userid: str) -> Select[Any]:
    """Returns a query of userids that a misspelt one may mean, the most likely first."""
    same_start = players.c.key.startswith(userid[:1].lower(), autoescape=True)
    return select(players.c.userid).order_by(~same_start, players.c.key).limit(MAX_SIMILAR)


def with_players(query: Select[Any]) -> Select[Any]:
    """Adds players, bans, visibility and unreachability to a query; a row for each address.

    `doubted`: True if there is a bounce that counts.
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


_PLAYERS = with_players(select().select_from(players))

BY_IDS = Prepared(_PLAYERS.where(players.c.id.in_(bindparam("ids", expanding=True))))

BY_ANY = Prepared(
    _PLAYERS.where(
        or_(
            players.c.id.in_(bindparam("ids", expanding=True)),
            players.c.key.in_(bindparam("keys", expanding=True)),
        )
    )
)

BY_KEY = Prepared(_PLAYERS.where(players.c.key == bindparam("userid")))


def _by_id(rows: Iterable[Any]) -> dict[int, Player]:
    """Returns players by id, from the rows of their addresses."""
    own: dict[int, list[Any]] = {}
    for row in rows:
        own.setdefault(row.id, []).append(row)
    return {id: read_player(found) for id, found in own.items()}


def _owners(rows: Iterable[Any], address: str) -> frozenset[int]:
    return frozenset(row.player_id for row in rows if row.key == address)


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
        clock_stop=Period(row.unreachable, row.stopped_until) if row.unreachable else None,
        doubted=any(each.doubted for each in rows),
        robot=row.robot,
        visibility=row.visibility or "",
        rest=row.own_rest or "",
        deputy=_deputy(row) if row.deputy_id else None,
    )


def _deputy(row: Row[Any]) -> Deputy:
    return Deputy(row.deputy_id, row.deputy_userid, row.deputy_since, row.deputy_until)
