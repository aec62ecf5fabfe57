"""The outbox as admins see and change it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, func, or_, select, update

from pbm.ports import OutboxMail
from storage.mail.outbox import WAITING, outgoing
from storage.tables import outbox


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """A mail, and how it stands with it."""

    id: int
    mail: OutboxMail
    state: str
    tries: int
    due: datetime
    error: str
    in_hand: bool
    """Whether a worker is sending it just now."""


class OutboxAdminRepository:
    """Mails by their states. What a worker has in hand is its own: no act touches it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, states: Sequence[str], most: int, now: datetime) -> Sequence[OutboxEntry]:
        """The latest mails in these states, the oldest of them first."""
        query = select(outbox).where(outbox.c.state.in_(states))
        rows = self._connection.execute(query.order_by(outbox.c.id.desc()).limit(most)).all()
        return [_queued(row, now) for row in reversed(rows)]

    def count(self, states: Sequence[str]) -> int:
        """How many mails are in these states."""
        query = select(func.count()).where(outbox.c.state.in_(states))
        return int(self._connection.execute(query).scalar_one())

    def find(self, id: int, now: datetime) -> OutboxEntry | None:
        """The mail of this number."""
        row = self._connection.execute(select(outbox).where(outbox.c.id == id)).first()
        return _queued(row, now) if row else None

    def retry(self, id: int, now: datetime) -> bool:
        """Whether the mail, which wasn't sent, is due now, as if it were new."""
        unsent = outbox.c.state.in_(["waiting", "paused", "failed"])
        return self._change(now, outbox.c.id == id, unsent, **_anew(now)) > 0

    def retry_all(self, now: datetime) -> int:
        """The same for all that failed or wait for their retry; how many those are."""
        troubled = or_(outbox.c.state == "failed", and_(WAITING, outbox.c.trouble != ""))
        return self._change(now, troubled, **_anew(now))

    def pause(self, id: int, now: datetime) -> bool:
        """Whether the mail, which waited, is kept back from now on."""
        return self._change(now, outbox.c.id == id, WAITING, state="paused") > 0

    def drop(self, id: int, now: datetime) -> bool:
        """Whether the mail, which wasn't sent, never will be: what it said is forgotten."""
        unsent = outbox.c.state.in_(["waiting", "paused", "failed"])
        return self._change(now, outbox.c.id == id, unsent, state="dropped", said="") > 0

    def _change(self, now: datetime, *which: ColumnElement[bool], **values: Any) -> int:
        changed = update(outbox).where(*which, ~_in_hand(now)).values(values)
        return self._connection.execute(changed).rowcount


def _anew(now: datetime) -> dict[str, Any]:
    return {"state": "waiting", "due": now, "tries": 0, "trouble": ""}


def _in_hand(now: datetime) -> ColumnElement[bool]:
    return and_(WAITING, outbox.c.holder != "", outbox.c.due > now)


def _queued(row: Row[Any], now: datetime) -> OutboxEntry:
    in_hand = row.state == "waiting" and bool(row.holder) and row.due > now
    return OutboxEntry(row.id, outgoing(row), row.state, row.tries, row.due, row.trouble, in_hand)
