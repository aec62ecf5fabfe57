"""The limits of a relay on the emails that it takes in a minute and in a day."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.clock import DAY
from storage.unit_of_work import UnitOfWork

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

    def allowance(self, work: UnitOfWork, now: datetime, throttle: int | None) -> Allowance:
        """Returns what may be leased in this transaction; `throttle`: another for a minute."""
        minute = min((each for each in (self.per_minute, throttle) if each), default=0)
        if not (minute or self.per_day):
            return Allowance(UNLIMITED)
        work.outbox.lock_limits()
        mails = minute - work.outbox.sent_since(now - MINUTE, now) if minute else UNLIMITED
        left = self.left_of_day(work, now)
        mails = min(mails, left if left > 0 else left + self._reserved)
        return Allowance(max(mails, 0), replies_only=left <= 0)

    def left_of_day(self, work: UnitOfWork, now: datetime) -> int:
        """Returns the mails that may be sent now by the limit of a day, without its last tenth."""
        if not self.per_day:
            return UNLIMITED
        return self.per_day - self._reserved - work.outbox.sent_since(now - DAY, now)

    @property
    def _reserved(self) -> int:
        return self.per_day // REPLY_SHARE


NO_LIMITS = SendingLimits()
