"""The repository of players none of whose addresses receives mail."""

from datetime import datetime

from sqlalchemy import Connection, delete, func, select, update

from pbm.board import Player
from storage.players.players import PlayerRepository
from storage.sql.upserts import insert_into
from storage.tables import addresses, players, unreachable


def unreachable_players(connection: Connection) -> dict[str, datetime]:
    """Returns the userids of all unreachable players, and since when."""
    query = select(players.c.userid, unreachable.c.since)
    rows = connection.execute(query.join(unreachable, unreachable.c.player_id == players.c.id))
    return {row.userid: row.since for row in rows}


class ReachabilityRepository:
    """The repository of unreachable players, and since when."""

    def __init__(self, connection: Connection, player_table: PlayerRepository) -> None:
        self._connection = connection
        self._players = player_table

    def owners(self, address: str) -> tuple[Player, ...]:
        """Returns the players with this address in any case; locked, as two may bounce at once."""
        theirs = select(addresses.c.player_id).where(
            func.lower(addresses.c.address) == address.lower()
        )
        query = select(players.c.id).where(players.c.id.in_(theirs)).order_by(players.c.id)
        found = self._connection.execute(query.with_for_update(of=players)).scalars().all()
        return self._players.by_ids(found)

    def mark_unreachable(self, player: Player, at: datetime) -> bool:
        """Marks a player as unreachable; returns True if it is new."""
        values = {"player_id": player.id, "since": at, "handed_over": False}
        new = insert_into(self._connection, unreachable).values(values)
        lost = new.on_conflict_do_nothing()
        return self._connection.execute(lost.returning(unreachable.c.since)).first() is not None

    def mark_reachable(self, player: Player) -> None:
        """Marks the player as reachable again."""
        self._connection.execute(delete(unreachable).where(unreachable.c.player_id == player.id))

    def escalate(self, lost_by: datetime) -> tuple[Player, ...]:
        """Returns the players who were unreachable by then, each only once."""
        due = (~unreachable.c.handed_over, unreachable.c.since <= lost_by)
        handed = update(unreachable).where(*due).values(handed_over=True)
        found = self._connection.execute(handed.returning(unreachable.c.player_id)).scalars()
        return self._players.by_ids(sorted(found))
