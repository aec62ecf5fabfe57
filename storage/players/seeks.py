"""Seeks: games for which players look for opponents."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, insert, select, update

from pbm.board.players import Player
from pbm.stored_values import Seek
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.repository import LockingRepository
from storage.tables.players import seeks


class SeekRepository(LockingRepository):
    """Seeks by number."""

    def change(self, seek: Seek) -> Seek | None:
        """Changes the player's seek with the same terms. It keeps its number and its place.

        Returns the changed seek, or None if the player has no seek with these terms.
        """
        self._lock()
        same = (seeks.c[name] == getattr(seek, name) for name in ("game", "player_id", "words"))
        changed = update(seeks).where(*same).values({**_values(seek), "since": seeks.c.since})
        number = self._connection.execute(changed.returning(seeks.c.number)).scalar()
        return None if number is None else self._of_number(number)

    def add(self, seek: Seek) -> Seek:
        """Adds a seek, and returns it with its number."""
        self._lock()
        inserted = insert(seeks).values(_values(seek)).returning(seeks.c.number)
        return self._of_number(self._connection.execute(inserted).scalar_one())

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

    def _of_number(self, number: int) -> Seek:
        this = select(seeks).where(seeks.c.number == number)
        return _seek(self._connection.execute(this).one())

    def _found(self, *which: ColumnElement[bool]) -> Sequence[Seek]:
        query = select(seeks).where(*which).order_by(seeks.c.since, seeks.c.number)
        return [_seek(row) for row in self._connection.execute(query)]


def _seek(row: Row[Any]) -> Seek:
    return Seek(**row._asdict())


def _values(seek: Seek) -> dict[str, Any]:
    return {name: value for name, value in asdict(seek).items() if name != "number"}
