"""The repository of counts of mails to addresses, by moment: keyed hashes, for a day.

Each mail has a row of its own, so that nobody waits for another's transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    bindparam,
    case,
    func,
    literal_column,
    select,
)

from pbm.clock import DAY, HOUR, MINUTE
from storage.sql.connection import WorkConnection
from storage.sql.prepared import INSERTS, Insert, Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables import answers
from storage.tables.columns import Moment


def _given(*columns: ColumnElement[Any]) -> Select[Any]:
    """Returns a query of the number of answers to addresses within a day, and within an hour."""
    last_hour = case((answers.c.minute > bindparam("hour", type_=Moment), answers.c.times), else_=0)
    sums = func.sum(answers.c.times).label("day"), func.sum(last_hour).label("hour")
    return select(*columns, *sums).where(
        answers.c.address.in_(bindparam("addresses", expanding=True)),
        answers.c.minute > bindparam("day", type_=Moment),
        # later than now: before the machine's clock was set back
        answers.c.minute <= bindparam("now", type_=Moment),
    )


def _count_statement(new: Insert) -> Any:
    """Returns a statement that counts an answer within the limits; it returns a row if so."""
    counts = _given().subquery()
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


_LAST_REFUSAL = Prepared(
    select(answers.c.refused)
    .where(
        answers.c.address.in_(bindparam("addresses", expanding=True)),
        answers.c.minute > bindparam("since", type_=Moment),
        answers.c.minute <= bindparam("now", type_=Moment),
    )
    .order_by(answers.c.minute.desc())
    .limit(1)
)
COUNT = Prepared(
    _count_statement(INSERTS["sqlite"](answers)),
    postgresql=lambda: _count_statement(INSERTS["postgresql"](answers)),
)

_LATER = answers.alias("later")
_LATEST = (
    select(_LATER.c.refused)
    .where(_LATER.c.address == answers.c.address, _LATER.c.minute <= bindparam("now", type_=Moment))
    .order_by(_LATER.c.minute.desc())
    .limit(1)
    .scalar_subquery()
)
GIVEN = Prepared(
    _given(
        answers.c.address, func.max(answers.c.minute).label("at"), _LATEST.label("refused")
    ).group_by(answers.c.address)
)
"""The counts of several addresses, and the last errors that were told there."""


def _record_statement(new: Insert) -> Any:
    """Returns a statement that counts an answer that the limits allow."""
    kept = new.values(
        address=bindparam("address"),
        minute=bindparam("minute"),
        times=1,
        refused=bindparam("refused"),
    )
    more = {"times": answers.c.times + 1, "refused": kept.excluded.refused}
    return kept.on_conflict_do_update(
        index_elements=[answers.c.address, answers.c.minute], set_=more
    )


RECORD = Prepared(
    _record_statement(INSERTS["sqlite"](answers)),
    postgresql=lambda: _record_statement(INSERTS["postgresql"](answers)),
)


@dataclass(frozen=True, slots=True)
class Given:
    """The answers that were given to an address."""

    day: int = 0
    hour: int = 0
    at: datetime | None = None
    """The moment of the last one; None if there was none within a day."""
    refused: str = ""
    """The key of the error in that."""

    def with_one(self, at: datetime, refused: str) -> "Given":
        """Returns the count with one more."""
        return Given(self.day + 1, self.hour + 1, at, refused)


class MailCountRepository:
    """The repository of answers counts, by address."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection
        self._prefetched: Prefetched[str, Given] = connection.prefetched(GIVEN)
        """The answers given, by key of an address, at the moment when they were read."""
        self._read_at = datetime.max.replace(tzinfo=UTC)

    def prefetch(self, addresses: Sequence[Sequence[str]], now: datetime) -> None:
        """Reads the counts and last errors of these addresses as of now, each by all its keys."""
        keys = list(dict.fromkeys(key for each in addresses for key in each))
        rows = self._connection.rows(GIVEN, {"addresses": keys, **_moments(now)}) if keys else ()
        found = {row.address: Given(row.day, row.hour, row.at, row.refused) for row in rows}
        self._prefetched.clear()
        self._prefetched.add(dict.fromkeys(keys, Given()) | found)
        self._read_at = now

    def last_refusal(self, addresses: Sequence[str], since: datetime, now: datetime) -> str:
        """Returns the key of the error in an address's last answer; empty if there was none.

        `addresses`: all keys of the address.
        """
        if (known := self._known(addresses, now)) is not None:
            recent = [each for each in known if each.at and each.at > since]
            return max(recent, key=attrgetter("at")).refused if recent else ""
        values = {"addresses": addresses, "since": since, "now": now}
        return self._connection.value(_LAST_REFUSAL, values) or ""

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
        row = {"address": addresses[0], "minute": at, "refused": refused}
        if (known := self._known(addresses, at)) is not None:
            allowed = (
                sum(each.day for each in known) < per_day
                and sum(each.hour for each in known) < per_hour
            )
            if allowed:
                self._connection.queue(RECORD, row, kept=[self._prefetched])
                self._prefetched.change(addresses[0], known[0].with_one(at, refused))
            return allowed
        values = {"addresses": addresses, "per_hour": per_hour, "per_day": per_day}
        return self._connection.first(COUNT, values | row | _moments(at)) is not None

    def _known(self, addresses: Sequence[str], now: datetime) -> Sequence[Given] | None:
        """Returns what was read ahead for each key of an address; None if it isn't known as of now.

        Within a minute hardly anything that counted ceases to.
        """
        if not self._read_at <= now < self._read_at + MINUTE:
            return None
        found = [self._prefetched.get(key) for key in addresses]
        return None if None in found else [each for each in found if each]


def _moments(now: datetime) -> dict[str, datetime]:
    return {"now": now, "hour": now - HOUR - MINUTE, "day": now - DAY - MINUTE}
