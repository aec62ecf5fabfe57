"""Registered players."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, Row, insert, select

from pbm.board import Player
from storage.tables import addresses, players

LOOKED_AT = 500
"""How many userids are enough to look for a misspelt one."""


class PlayerTable:
    """Players and their addresses."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, userid: str) -> Player | None:
        """The player of this userid, in any case."""
        query = select(players).where(players.c.key == userid.lower())
        row = self._connection.execute(query).first()
        return self._player(row) if row else None

    def near(self, userid: str) -> Sequence[str]:
        """Userids with the same first letter, or else any."""
        same_start = players.c.key.startswith(userid[:1].lower(), autoescape=True)
        query = select(players.c.userid).order_by(~same_start, players.c.key).limit(LOOKED_AT)
        return self._connection.execute(query).scalars().all()

    def add(
        self, userid: str, password_hash: str, addresses_given: Sequence[str], at: datetime
    ) -> Player:
        """A new player; the userid must be free."""
        values = {
            "key": userid.lower(),
            "userid": userid,
            "password_hash": password_hash,
            "joined": at,
        }
        made = self._connection.execute(insert(players).values(values).returning(players.c.id))
        player = Player(made.scalar_one(), userid, tuple(addresses_given), password_hash)
        rows = [
            {"player_id": player.id, "rank": rank, "address": address}
            for rank, address in enumerate(player.addresses)
        ]
        if rows:
            self._connection.execute(insert(addresses), rows)
        return player

    def by_ids(self, ids: Sequence[int]) -> tuple[Player, ...]:
        """These players, in the order asked for."""
        rows = self._connection.execute(select(players).where(players.c.id.in_(ids)))
        kept = self._addresses(ids)
        found = {row.id: _player(row, kept.get(row.id, ())) for row in rows}
        return tuple(found[id] for id in ids)

    def _player(self, row: Row[tuple[object, ...]]) -> Player:
        return _player(row, self._addresses([row.id]).get(row.id, ()))

    def _addresses(self, ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
        query = (
            select(addresses.c.player_id, addresses.c.address)
            .where(addresses.c.player_id.in_(ids))
            .order_by(addresses.c.player_id, addresses.c.rank)
        )
        found: dict[int, tuple[str, ...]] = {}
        for owner, address in self._connection.execute(query):
            found[owner] = (*found.get(owner, ()), address)
        return found


def _player(row: Row[tuple[object, ...]], kept: tuple[str, ...]) -> Player:
    return Player(row.id, row.userid, kept, row.password_hash)
