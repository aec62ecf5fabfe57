"""The limits of a relay on the mails that it takes in a minute and in a day."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.clock import DAY
from storage.unit_of_work import SqlUnitOfWork

MINUTE = timedelta(minutes=1)
UNLIMITED = 1_000_000
REPLY_SHARE = 10
"""Of a day's mails the last tenth is for replies: answers, and codes that somebody waits for."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The mails that may be sent now."""

    mails: int
    replies_only: bool = False


@dataclass(frozen=True, slots=True)
class SendingLimits:
    """The most mails in a minute and in 24 hours, by all servers together; 0: any number.

    They are counted in the database, so they also hold after a restart.
    """

    per_minute: int = 0
    per_day: int = 0

    def allowance(self, work: SqlUnitOfWork, now: datetime, pace: int | None) -> Allowance:
        """Returns what may be leased in this transaction; `pace`: another limit for a minute."""
        minute = min((each for each in (self.per_minute, pace) if each), default=0)
        mails = UNLIMITED
        if minute:
            mails = minute - work.outbox.sent_since(now - MINUTE, now)
        if not self.per_day:
            return Allowance(max(mails, 0))
        of_day = self.per_day - work.outbox.sent_since(now - DAY, now)
        reserved = self.per_day // REPLY_SHARE
        if of_day > reserved:
            return Allowance(max(min(mails, of_day - reserved), 0))
        return Allowance(max(min(mails, of_day), 0), replies_only=True)


NO_LIMITS = SendingLimits()
