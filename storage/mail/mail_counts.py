"""The repository of counts of mails to addresses, by moment: keyed hashes, for a day.

Each mail has a row of its own, so that nobody waits for another's transaction.
"""

from collections.abc import Sequence
from datetime import datetime
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

from pbm.clock import DAY, HOUR, MINUTE
from storage.sql.upserts import INSERTS, Insert
from storage.tables import answers
from storage.tables.columns import Moment


def _answers_given() -> Subquery:
    """Returns a query of the number of answers to an address within a day, and within an hour."""
    last_hour = case((answers.c.minute > bindparam("hour", type_=Moment), answers.c.times), else_=0)
    sums = func.sum(answers.c.times).label("day"), func.sum(last_hour).label("hour")
    counts = select(*sums).where(
        answers.c.address.in_(bindparam("addresses", expanding=True)),
        answers.c.minute > bindparam("day", type_=Moment),
        # later than now: before the machine's clock was set back
        answers.c.minute <= bindparam("now", type_=Moment),
    )
    return counts.subquery()


def _count_statement(new: Insert) -> Any:
    """Returns a statement that counts an answer within the limits; it returns a row if so."""
    counts = _answers_given()
    values: Sequence[ColumnElement[Any]] = (
        bindparam("address", type_=String),
        bindparam("minute", type_=Moment),
        literal_column("1"),
        bindparam("refused", type_=String),
    )
    row = select(*values).where(
        func.coalesce(counts.c.day, 0) < bindparam("per_day"),
        func.coalesce(counts.c.hour, 0) < bindparam("per_hour"),
    )
    kept = new.from_select(["address", "minute", "times", "refused"], row)
    key, more = (
        [answers.c.address, answers.c.minute],
        {"times": answers.c.times + 1, "refused": kept.excluded.refused},
    )
    return kept.on_conflict_do_update(index_elements=key, set_=more).returning(answers.c.times)


_LAST_REFUSAL = (
    select(answers.c.refused)
    .where(
        answers.c.address.in_(bindparam("addresses", expanding=True)),
        answers.c.minute > bindparam("since", type_=Moment),
        answers.c.minute <= bindparam("now", type_=Moment),
    )
    .order_by(answers.c.minute.desc())
    .limit(1)
)
COUNT_STATEMENTS = {
    dialect: _count_statement(insert(answers)) for dialect, insert in INSERTS.items()
}
"""The statements by dialect; made once, as making one costs as much as executing it."""


class MailCountRepository:
    """The repository of answers counts, by address."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def last_refusal(self, addresses: Sequence[str], since: datetime, now: datetime) -> str:
        """Returns the key of the error in an address's last answer; empty if there was none.

        `addresses`: all keys of the address.
        """
        values = {"addresses": addresses, "since": since, "now": now}
        return self._connection.execute(_LAST_REFUSAL, values).scalar() or ""

    def by_minute(
        self, addresses: Sequence[str], since: datetime, now: datetime
    ) -> Sequence[tuple[datetime, int]]:
        """Returns the minutes between these with answers to an address, and the number in each."""
        query = (
            select(answers.c.minute, answers.c.times)
            .where(
                answers.c.address.in_(addresses), answers.c.minute > since, answers.c.minute <= now
            )
            .order_by(answers.c.minute)
        )
        return [(row.minute, row.times) for row in self._connection.execute(query)]

    def one_more(
        self,
        addresses: Sequence[str],
        at: datetime,
        per_hour: int,
        per_day: int,
        refused: str = "",
    ) -> bool:
        """Counts an answer to an address if the limits allow it; returns True if so.

        Each counts until the minute in which it was given is an hour, or a day, ago. `addresses`:
        all keys of the address. `refused`: the key of the error if the answer is one.
        """
        limits = {"per_hour": per_hour, "per_day": per_day, "refused": refused}
        moments = {
            "now": at,
            "minute": at,
            "hour": at - HOUR - MINUTE,
            "day": at - DAY - MINUTE,
        }
        values = {"address": addresses[0], "addresses": addresses, **moments, **limits}
        statement = COUNT_STATEMENTS[self._connection.dialect.name]
        return self._connection.execute(statement, values).first() is not None
