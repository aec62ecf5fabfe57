"""Players' preferences."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, bindparam, delete, func, insert, select

from pbm.board.players import Player
from pbm.stored_values import Preference
from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables.players import addresses, players, preferences

BY_USERIDS = Prepared(
    select(players.c.userid, preferences.c.name, preferences.c.value)
    .join(players, players.c.id == preferences.c.player_id)
    .where(preferences.c.game == "", players.c.key.in_(bindparam("keys", expanding=True)))
)
OWNED = func.lower(addresses.c.address)
BY_ADDRESSES = Prepared(
    select(OWNED.label("address"), preferences.c.name, preferences.c.value)
    .join(preferences, preferences.c.player_id == addresses.c.player_id)
    .where(preferences.c.game == "", OWNED.in_(bindparam("addresses", expanding=True)))
)
VALUE = Prepared(
    select(preferences.c.value).where(
        preferences.c.player_id == bindparam("player"),
        preferences.c.game == bindparam("game"),
        preferences.c.name == bindparam("name"),
    )
)


class PreferenceRepository:
    """Values by player, game and name. An empty game means that they apply to all games."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection
        self._prefetched: Prefetched[str, list[Any]] = connection.prefetched(BY_USERIDS)
        """The rows that apply to all games, by userid in lower case."""
        self._prefetched_owners: Prefetched[str, list[Any]] = connection.prefetched(BY_ADDRESSES)
        """The rows that apply to all games, by the owner's address in lower case."""

    def prefetch(self, userids: Sequence[str], addresses: Sequence[str]) -> None:
        """Reads and caches preferences for all games, for `by_userid` and `by_address`."""
        if addresses:
            self._prefetched_owners.add(self._of_owners(addresses))
        if not userids:
            return
        rows_by_userid: dict[str, list[Any]] = {userid.lower(): [] for userid in userids}
        for row in self._connection.rows(BY_USERIDS, {"keys": [*rows_by_userid]}):
            rows_by_userid[row.userid.lower()].append(row)
        self._prefetched.add(rows_by_userid)

    def get(self, player: Player, name: str, game: str = "") -> str:
        """Returns a value, or an empty string if the player has none."""
        values = {"player": player.id, "game": game, "name": name}
        return self._connection.value(VALUE, values) or ""

    def put(self, player: Player, name: str, value: str, at: datetime, game: str = "") -> None:
        """Saves a value. An empty value deletes the preference."""
        self._connection.execute(delete(preferences).where(*_one(player, name, game)))
        if value:
            row = {"player_id": player.id, "game": game, "name": name}
            row |= {"value": value, "changed": at}
            self._connection.execute(insert(preferences).values(row))

    def of(self, player: Player) -> Sequence[Preference]:
        query = select(preferences).where(preferences.c.player_id == player.id)
        query = query.order_by(preferences.c.game, preferences.c.name)
        return [_preference(row) for row in self._connection.execute(query)]

    def named(self, name: str, game: str = "") -> Sequence[Preference]:
        """Returns all players' preferences with this name, the longest unchanged first."""
        query = select(preferences).where(preferences.c.name == name, preferences.c.game == game)
        query = query.order_by(preferences.c.changed, preferences.c.player_id)
        return [_preference(row) for row in self._connection.execute(query)]

    def of_players(self, name: str, game: str, players: Sequence[int]) -> dict[int, str]:
        """Returns the values that these players have set in a game, by player id."""
        this = preferences.c.name == name, preferences.c.game == game
        query = select(preferences.c.player_id, preferences.c.value)
        rows = self._connection.execute(query.where(preferences.c.player_id.in_(players), *this))
        return {row.player_id: row.value for row in rows}

    def by_userid(self, names: Sequence[str], userids: Sequence[str]) -> dict[str, dict[str, str]]:
        """Returns the values for all games, by name and then by userid.

        Players without a value are left out.
        """
        keys = [userid.lower() for userid in userids]
        values: dict[str, dict[str, str]] = {name: {} for name in names}
        for row in self._rows(keys):
            if row.name in values:
                values[row.name][row.userid] = row.value
        return values

    def by_address(self, name: str, addresses: Collection[str]) -> dict[str, list[str]]:
        """Returns the values for all games that the owners of addresses have set, by address.

        Addresses without values are left out. The addresses are in lower case.
        """
        are_prefetched = all(each in self._prefetched_owners for each in addresses)
        rows_by_address = (
            {each: self._prefetched_owners[each] for each in addresses}
            if are_prefetched
            else self._of_owners(addresses)
        )
        values = {
            each: [row.value for row in rows if row.name == name]
            for each, rows in rows_by_address.items()
        }
        return {each: some for each, some in values.items() if some}

    def _of_owners(self, addresses: Collection[str]) -> dict[str, list[Any]]:
        rows_by_address: dict[str, list[Any]] = {each: [] for each in addresses}
        for row in self._connection.rows(BY_ADDRESSES, {"addresses": [*addresses]}):
            rows_by_address[row.address].append(row)
        return rows_by_address

    def _rows(self, keys: Sequence[str]) -> Iterable[Any]:
        if all(key in self._prefetched for key in keys):
            return [row for key in keys for row in self._prefetched[key]]
        return self._connection.rows(BY_USERIDS, {"keys": keys})


def _one(player: Player, name: str, game: str) -> tuple[ColumnElement[bool], ...]:
    mine = preferences.c.player_id == player.id
    return mine, preferences.c.game == game, preferences.c.name == name


def _preference(row: Row[Any]) -> Preference:
    return Preference(row.player_id, row.game, row.name, row.value)
