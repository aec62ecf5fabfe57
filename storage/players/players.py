"""Registered players and their addresses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, text, update

from pbm.board.players import Player
from pbm.board.viewers import Viewer
from storage.players.player_rows import players_by_id, read_player, with_players
from storage.players.userids import UseridRepository
from storage.players.visibility import is_player_seen_by
from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables.players import IS_ROBOT, addresses, bans, codes, players

NO_PASSWORD = "none"  # noqa: S105
"""The password hash of robots. No password has this hash."""
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
_ADDRESS = func.lower(addresses.c.address)
OWNERS = Prepared(
    select(_ADDRESS.label("key"), addresses.c.player_id).where(
        _ADDRESS.in_(bindparam("addresses", expanding=True))
    )
)


class PlayerRepository:
    """Players and their addresses."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection
        self._userids = UseridRepository(connection)
        self._prefetched: Prefetched[int | str, Player | None] = connection.prefetched(BY_IDS)
        """Players by id and by userid in lower case. None for players that don't exist."""
        self._owners: Prefetched[str, frozenset[int]] = connection.prefetched(OWNERS)
        """The ids of the players with an address, by the address in lower case."""

    def prefetch(
        self, userids: Sequence[str], ids: Sequence[int], addresses: Sequence[str]
    ) -> Sequence[Player]:
        """Reads and caches players by userid and id, and the owners of addresses.

        Returns the players.
        """
        keys = [userid.lower() for userid in userids]
        if addresses:
            rows = self._connection.rows(OWNERS, {"addresses": addresses})
            self._owners.add({address: _owners(rows, address) for address in addresses})
        if not keys and not ids:
            return ()
        players_read = players_by_id(self._connection.rows(BY_ANY, {"keys": keys, "ids": ids}))
        self._prefetched.add(dict.fromkeys((*keys, *ids)))
        self.remember(players_read.values())
        return [*players_read.values()]

    def remember(self, players_read: Iterable[Player]) -> None:
        """Caches players that another query has read."""
        for player in players_read:
            self._prefetched.add({player.id: player, player.userid.lower(): player})

    def find(self, userid: str) -> Player | None:
        """Returns the player with this userid, or None. Upper and lower case don't matter."""
        if userid.lower() in self._prefetched:
            return self._prefetched[userid.lower()]
        rows = self._connection.rows(BY_KEY, {"userid": userid.lower()})
        return read_player(rows) if rows else None

    def is_registered(self, address: str) -> bool:
        """Whether this is a player's confirmed address."""
        return bool(self.with_address(address))

    def with_address(self, address: str) -> frozenset[int]:
        """Returns the ids of the players with this address. Upper and lower case don't matter."""
        address = address.lower()
        if address in self._owners:
            return self._owners[address]
        return _owners(self._connection.rows(OWNERS, {"addresses": [address]}), address)

    def sharing(self, mailbox: str, dotless: Mapping[str, str]) -> frozenset[int]:
        """Returns the ids of players whose addresses belong to this mailbox.

        A part of an address after "+" is ignored.

        `dotless`: hosts that ignore dots before the @, each with the main host of its mailboxes.
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

    def visible(self, ids: Sequence[int], viewer: Viewer) -> frozenset[int]:
        """Returns the ids of the players whom this viewer may see in lists."""
        query = select(players.c.id).where(players.c.id.in_(ids), is_player_seen_by(viewer))
        return frozenset(self._connection.execute(query).scalars())

    def add(
        self, userid: str, password_hash: str, addresses_given: Sequence[str], at: datetime
    ) -> Player:
        """Adds a player and returns it. The userid must be free."""
        player = self._add(userid, at, password_hash=password_hash)
        self._save_addresses(replace(player, addresses=tuple(addresses_given)))
        return replace(player, addresses=tuple(addresses_given))

    def add_robot(self, userid: str, how: str, at: datetime) -> Player:
        """Adds a robot and returns it. The userid must be free.

        `how`: the robot's settings.
        """
        return self._add(userid, at, password_hash=NO_PASSWORD, robot=how)

    def _add(self, userid: str, at: datetime, *, password_hash: str, robot: str = "") -> Player:
        values: dict[str, Any] = {"userid": userid, "password_hash": password_hash}
        values |= {"key": userid.lower(), "joined": at, "robot": robot}
        inserted = self._connection.execute(insert(players).values(values).returning(players.c.id))
        player = Player(inserted.scalar_one(), userid, (), password_hash, robot=robot)
        self._userids.reserve_look_alikes(player, userid)
        return player

    def ban(self, player: Player, at: datetime) -> None:
        """Bans a player who isn't banned yet."""
        self._connection.execute(insert(bans).values(player_id=player.id, since=at))

    def unban(self, player: Player) -> None:
        self._connection.execute(delete(bans).where(bans.c.player_id == player.id))

    def find_former(self, userid: str) -> Player | None:
        """Returns the player who had this userid before, or None.

        Upper and lower case don't matter.
        """
        owner = self._userids.former_owner(userid)
        return None if owner is None else self.by_ids([owner])[0]

    def _set(self, player: Player, **values: object) -> None:
        self._connection.execute(update(players).where(players.c.id == player.id).values(values))

    def by_ids(self, ids: Sequence[int]) -> tuple[Player, ...]:
        """Returns these players in the given order."""
        missing = [id for id in ids if not self._prefetched.get(id)]
        players_read = (
            players_by_id(self._connection.rows(BY_IDS, {"ids": missing})) if missing else {}
        )
        return tuple(players_read.get(id) or self._known(id) for id in ids)

    def _known(self, id: int) -> Player:
        """Returns a cached player. Raises KeyError if there is none with this id."""
        player = self._prefetched.get(id)
        if player is None:
            raise KeyError(id)
        return player

    def count(self) -> int:
        """Returns the number of people who are registered, without robots and former players."""
        people = players.c.robot == "", players.c.password_hash != ""
        return int(self._connection.execute(select(func.count()).where(*people)).scalar_one())

    def engines(self) -> Sequence[Player]:
        """Returns the players that are other people's programs and haven't signed off."""
        query = select(players.c.id).where(
            # This is the condition of the partial index, word by word.
            text(IS_ROBOT),
            players.c.robot.startswith("exec "),
            players.c.password_hash != "",
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
        """Replaces the player's addresses, and returns the player with them."""
        moved = replace(player, addresses=tuple(addresses_given))
        self._connection.execute(delete(addresses).where(addresses.c.player_id == player.id))
        self._save_addresses(moved)
        return moved

    def change_password(self, player: Player, password_hash: str) -> None:
        """Sets the password hash, and cancels pending codes.

        An intruder may have asked for them.
        """
        self._set(player, password_hash=password_hash)
        # A player who isn't confirmed yet still needs the code that confirms the signup.
        if player.confirmed:
            self._connection.execute(delete(codes).where(codes.c.player_id == player.id))

    def _save_addresses(self, player: Player) -> None:
        rows = [
            {"player_id": player.id, "rank": rank, "address": address}
            for rank, address in enumerate(player.addresses)
        ]
        if rows:
            self._connection.execute(insert(addresses), rows)


def _owners(rows: Iterable[Any], address: str) -> frozenset[int]:
    return frozenset(row.player_id for row in rows if row.key == address)
