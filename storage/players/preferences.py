"""The repository of the players' preferences."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select

from pbm.board import Player
from pbm.ports import Preference
from storage.sql.batches import batched, in_batch
from storage.tables import players, preferences

# Made once: making a statement costs as much as executing it.
BY_USERIDS = (
    select(players.c.userid, preferences.c.name, preferences.c.value)
    .join(players, players.c.id == preferences.c.player_id)
    .where(preferences.c.game == "", in_batch(players.c.key))
)


class PreferenceRepository:
    """The repository of values by player, game and name; the game is empty for all games."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, player: Player, name: str, game: str = "") -> str:
        """Returns the value; empty if there is none."""
        query = select(preferences.c.value).where(*_one(player, name, game))
        return self._connection.execute(query).scalar() or ""

    def put(self, player: Player, name: str, value: str, at: datetime, game: str = "") -> None:
        """Saves a value; deletes an empty one."""
        self._connection.execute(delete(preferences).where(*_one(player, name, game)))
        if value:
            row = {"player_id": player.id, "game": game, "name": name}
            row |= {"value": value, "changed": at}
            self._connection.execute(insert(preferences).values(row))

    def of(self, player: Player) -> Sequence[Preference]:
        """Returns all of a player's preferences."""
        query = select(preferences).where(preferences.c.player_id == player.id)
        query = query.order_by(preferences.c.game, preferences.c.name)
        return [_preference(row) for row in self._connection.execute(query)]

    def named(self, name: str, game: str = "") -> Sequence[Preference]:
        """Returns all players' preferences of this name, those saved longest ago first."""
        query = select(preferences).where(preferences.c.name == name, preferences.c.game == game)
        query = query.order_by(preferences.c.changed, preferences.c.player_id)
        return [_preference(row) for row in self._connection.execute(query)]

    def by_userid(self, names: Sequence[str], userids: Sequence[str]) -> dict[str, dict[str, str]]:
        """Returns, for each name, the values that hold everywhere by userid, if there are any."""
        keys = [userid.lower() for userid in userids]
        found: dict[str, dict[str, str]] = {name: {} for name in names}
        for batch in batched(players.c.key, keys):
            for row in self._connection.execute(BY_USERIDS, batch):
                if row.name in found:
                    found[row.name][row.userid] = row.value
        return found


def _one(player: Player, name: str, game: str) -> tuple[ColumnElement[bool], ...]:
    mine = preferences.c.player_id == player.id
    return mine, preferences.c.game == game, preferences.c.name == name


def _preference(row: Row[Any]) -> Preference:
    return Preference(row.player_id, row.game, row.name, row.value)
