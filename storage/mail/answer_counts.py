"""What answers addresses got of late, minute by minute: keyed hashes, for a day."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    String,
    Subquery,
    bindparam,
    case,
    func,
    literal_column,
    select,
)

from storage.sql.upserts import INSERTS, Insert
from storage.tables import answers
from storage.tables.columns import Moment

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def _given() -> Subquery:
    """How many answers an address got within a day, and within an hour."""
    lately = case((answers.c.minute > bindparam("hour", type_=Moment), answers.c.times), else_=0)
    sums = func.sum(answers.c.times).label("day"), func.sum(lately).label("hour")
    given = select(*sums).where(
        answers.c.address.in_(bindparam("addresses", expanding=True)),
        answers.c.minute > bindparam("day", type_=Moment),
        # later than now: before the machine's clock was set back
        answers.c.minute <= bindparam("now", type_=Moment),
    )
    return given.subquery()


def _counting(new: Insert) -> Any:
    """Counts one more where that is within the limits; gives a row if so."""
    given = _given()
    values: Sequence[ColumnElement[Any]] = (
        bindparam("address", type_=String),
        bindparam("minute", type_=Moment),
        literal_column("1"),
        bindparam("refused", type_=String),
    )
    row = select(*values).where(
        func.coalesce(given.c.day, 0) < bindparam("per_day"),
        func.coalesce(given.c.hour, 0) < bindparam("per_hour"),
    )
    kept = new.from_select(["address", "minute", "times", "refused"], row)
    key, more = (
        [answers.c.address, answers.c.minute],
        {"times": answers.c.times + 1, "refused": kept.excluded.refused},
    )
    return kept.on_conflict_do_update(index_elements=key, set_=more).returning(answers.c.times)


_LAST = (
    select(answers.c.refused)
    .where(
        answers.c.address.in_(bindparam("addresses", expanding=True)),
        answers.c.minute > bindparam("since", type_=Moment),
    )
    .order_by(answers.c.minute.desc())
    .limit(1)
)
COUNTED = {dialect: _counting(insert(answers)) for dialect, insert in INSERTS.items()}
"""By dialect; made once, as making a statement costs as much as carrying it out."""


class AnswerCountRepository:
    """Answers given, by address."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def last_refusal(self, addresses: Sequence[str], since: datetime) -> str:
        """What the last answer to an address, by all its keys, refused; empty if nothing."""
        these = {"addresses": addresses, "since": since}
        return self._connection.execute(_LAST, these).scalar() or ""

    def one_more(
        self,
        addresses: Sequence[str],
        at: datetime,
        per_hour: int,
        per_day: int,
        refused: str = "",
    ) -> bool:
        """Whether an address, by all its keys, may get one more answer; counts it if so.

        Each counts until the minute in which it was given is an hour, or a day, ago. `refused`:
        by what it will be known if this one is a refusal.
        """
        limits = {"per_hour": per_hour, "per_day": per_day, "refused": refused}
        begins = at.replace(second=0, microsecond=0)
        moments = {
            "now": at,
            "minute": begins,
            "hour": at - HOUR - MINUTE,
            "day": at - DAY - MINUTE,
        }
        values = {"address": addresses[0], "addresses": addresses, **moments, **limits}
        counting = COUNTED[self._connection.dialect.name]
        return self._connection.execute(counting, values).first() is not None
