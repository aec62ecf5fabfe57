"""Players who can't receive email at any address, and the periods when their clocks stopped."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, select, update

from pbm.board.players import Player
from pbm.board.time_control.periods import Period
from storage.players.players import PlayerRepository
from storage.sql.connection import WorkConnection
from storage.sql.inserts import INSERTS, Insert, insert_into
from storage.sql.lock_keys import Conflict, LockKey, LockKind
from storage.sql.locks import IS_FREE, Locks
from storage.sql.prepared import Prepared
from storage.tables.columns import Moment
from storage.tables.players import addresses, last_mails, outages, players, unreachable

_ONE = select(players.c.id).where(players.c.id == bindparam("id"))
# FOR NO KEY UPDATE: other transactions can still insert rows that refer to the player.
WAIT, ATTEMPT = (
    Prepared(_ONE.with_for_update(key_share=True, skip_locked=skip), locks=True)
    for skip in (False, True)
)
OWNERS = Prepared(
    select(players.c.id)
    .where(
        players.c.id.in_(
            select(addresses.c.player_id).where(
                func.lower(addresses.c.address) == bindparam("address")
            )
        )
    )
    .order_by(players.c.id)
)


def unreachable_players(connection: Connection, which: ColumnElement[bool]) -> dict[str, Period]:
    """Returns the periods in which the clocks of unreachable players are stopped, by userid.

    `which`: the condition that selects the players.
    """
    query = select(players.c.userid, unreachable.c.since, unreachable.c.until).where(which)
    rows = connection.execute(query.join(unreachable, unreachable.c.player_id == players.c.id))
    return {row.userid: Period(row.since, row.until) for row in rows}


def _last_mail_statement(new: Insert, *conditions: ColumnElement[bool]) -> Any:
    """Returns a statement that records the time of an email.

    It does nothing if this email has signed its sender off.
    """
    sender = select(players.c.id, bindparam("moment", type_=Moment)).where(
        players.c.id == bindparam("player"), players.c.password_hash != "", *conditions
    )
    inserted = new.from_select(["player_id", "at"], sender)
    latest = {"at": inserted.excluded.at}
    return inserted.on_conflict_do_update(index_elements=[last_mails.c.player_id], set_=latest)


LAST_MAIL = Prepared(
    _last_mail_statement(INSERTS["sqlite"](last_mails)),
    # Two nodes that handle emails of one player don't wait for each other: either time will do.
    postgresql=lambda: _last_mail_statement(INSERTS["postgresql"](last_mails), IS_FREE),
)


class ReachabilityRepository:
    """Unreachable players, and the periods in which they couldn't receive email."""

    def __init__(
        self, connection: WorkConnection, locks: Locks, player_table: PlayerRepository
    ) -> None:
        self._connection = connection
        self._locks = locks
        self._players = player_table

    def owners(self, address: str) -> tuple[Player, ...]:
        """Locks and returns the players with this address.

        They are locked because two emails to the address may bounce simultaneously.
        """
        rows = self._connection.rows(OWNERS, {"address": address.lower()})
        return self._players.by_ids([row.id for row in rows if self.hold(row.id)])

    def hold(self, id: int) -> bool:
        """Locks a player. Returns False if the player no longer exists."""
        key = LockKey(LockKind.PLAYER, number=id)
        if self._locks.take_row(key, WAIT, ATTEMPT, {"id": id}):
            return True
        if not self._locks.may_wait_for(key):
            raise Conflict("another transaction has locked this player", key)
        return False

    def record_mail(self, player: Player, at: datetime) -> None:
        """Records that the player has sent an email."""
        values = {"player": player.id, "moment": at}
        if self._locks.needed:
            values["lock"] = LockKey(LockKind.LAST_MAIL, number=player.id).text
        self._connection.queue(LAST_MAIL, values)

    def last_mail(self, senders: Sequence[Player]) -> datetime | None:
        """Returns the time of the last email that any of these players has sent, or None."""
        query = select(func.max(last_mails.c.at)).where(last_mails.c.player_id.in_(_ids(senders)))
        return self._connection.execute(query).scalar()

    def mark_unreachable(self, player: Player, stop: Period) -> bool:
        """Marks a player as unreachable. Returns whether the player was reachable before."""
        stood = {"since": stop.since, "until": stop.until, "handed_over": False}
        new = insert_into(self._connection, unreachable).values(player_id=player.id, **stood)
        lost = new.on_conflict_do_nothing()
        return self._connection.execute(lost.returning(unreachable.c.since)).first() is not None

    def mark_reachable(self, player: Player, stop: Period) -> None:
        """Marks the player as reachable again, and records for how long the clocks were stopped."""
        lost = delete(unreachable).where(unreachable.c.player_id == player.id)
        if self._connection.execute(lost).rowcount and stop.since < stop.until:
            values = {"player_id": player.id, "since": stop.since, "until": stop.until}
            self._connection.execute(insert(outages).values(values))

    def outages(self, player: Player) -> Sequence[Period]:
        """Returns the periods in which the player's clocks were stopped, oldest first."""
        query = select(outages.c.since, outages.c.until).where(outages.c.player_id == player.id)
        rows = self._connection.execute(query.order_by(outages.c.since, outages.c.id))
        return [Period(row.since, row.until) for row in rows]

    def escalate(self, at: datetime) -> tuple[Player, ...]:
        """Returns the unreachable players whose clocks run again at this time, each only once."""
        due = (~unreachable.c.handed_over, unreachable.c.until <= at)
        handed = update(unreachable).where(*due).values(handed_over=True)
        ids = self._connection.execute(handed.returning(unreachable.c.player_id)).scalars()
        return self._players.by_ids(sorted(ids))


def _ids(some_players: Sequence[Player]) -> list[int]:
    return [player.id for player in some_players]
