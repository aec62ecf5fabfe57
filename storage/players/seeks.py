"""Seeks: games for which players look for opponents."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, insert, select, update

from pbm.board.players import Player
from pbm.stored import Seek
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.repository import LockingRepository
from storage.tables.players import seeks


class SeekRepository(LockingRepository):
    """Seeks by number."""

    def add(self, seek: Seek) -> Seek:
        """Adds a seek, and returns it with its number.

        If the player has one with the same terms, that is changed and keeps its place and number.
        """
        self._lock()
        same = (seeks.c[name] == getattr(seek, name) for name in ("game", "player_id", "words"))
        values = {name: value for name, value in asdict(seek).items() if name != "number"}
        changed = update(seeks).where(*same).values({**values, "since": seeks.c.since})
        number = self._connection.execute(changed.returning(seeks.c.number)).scalar()
        if number is None:
            inserted = insert(seeks).values(values).returning(seeks.c.number)
            number = self._connection.execute(inserted).scalar_one()
        this_seek = select(seeks).where(seeks.c.number == number)
        return _seek(self._connection.execute(this_seek).one())

    def lock(self, game: str, now: datetime) -> Sequence[Seek]:
        """Returns the seeks of a game, the oldest first, locked until the transaction ends."""
        self._lock()
        return self._found(seeks.c.game == game, seeks.c.until > now)

    def all(self, now: datetime) -> Sequence[Seek]:
        """Returns the seeks of all games, the oldest first."""
        return self._found(seeks.c.until > now)

    def of(self, player: Player) -> Sequence[Seek]:
        return self._found(seeks.c.player_id == player.id)

    def use(self, seek: Seek) -> None:
        """Subtracts one from the number of games of a seek. At zero, the seek ends."""
        this = seeks.c.number == seek.number
        fewer = update(seeks).where(this).values(games=seeks.c.games - 1)
        self._connection.execute(fewer)
        self._connection.execute(delete(seeks).where(this, seeks.c.games <= 0))

    def end(self, player: Player, game: str) -> None:
        """Ends all seeks of a player at a game."""
        self._lock()
        theirs = seeks.c.player_id == player.id, seeks.c.game == game
        self._connection.execute(delete(seeks).where(*theirs))

    def take_expired(self, now: datetime) -> Sequence[Seek]:
        """Deletes and returns the seeks that have expired."""
        self._lock()
        over = delete(seeks).where(seeks.c.until <= now).returning(seeks)
        return sorted(map(_seek, self._connection.execute(over)), key=lambda seek: seek.number)

    def _lock(self) -> None:
        self._locks.take(LockKey(LockKind.SEEKS))

    def _found(self, *which: ColumnElement[bool]) -> Sequence[Seek]:
        query = select(seeks).where(*which).order_by(seeks.c.since, seeks.c.number)
        return [_seek(row) for row in self._connection.execute(query)]


def _seek(row: Row[Any]) -> Seek:
    return Seek(**row._asdict())
