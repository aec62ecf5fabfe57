"""Limits the emails that are sent to the relay in a minute and in a day."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.clock import DAY
from storage.unit_of_work import UnitOfWork

MINUTE = timedelta(minutes=1)
UNLIMITED = 1_000_000
REPLY_SHARE = 10
"""This part (1/n) of a day's emails is reserved for answers and codes that people wait for."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The number of emails that may be sent now."""

    mails: int
    replies_only: bool = False


@dataclass(frozen=True, slots=True)
class SendingLimits:
    """Maximum numbers of emails in a minute and in 24 hours, by all servers together, or 0.

    0 means no limit. Emails are counted in the database, so the limits remain after a restart.
    """

    per_minute: int = 0
    per_day: int = 0

    def allowance(self, work: UnitOfWork, now: datetime, throttle: int | None) -> Allowance:
        """Returns the number of emails that may be leased in this transaction.

        `throttle`: another maximum number of emails in a minute.
        """
        minute = min((each for each in (self.per_minute, throttle) if each), default=0)
        if not (minute or self.per_day):
            return Allowance(UNLIMITED)
        work.outbox.lock_limits()
        mails = minute - work.outbox.sent_since(now - MINUTE, now) if minute else UNLIMITED
        remaining = self.left_of_day(work, now)
        mails = min(mails, remaining if remaining > 0 else remaining + self._reserved)
        return Allowance(max(mails, 0), replies_only=remaining <= 0)

    def left_of_day(self, work: UnitOfWork, now: datetime) -> int:
        """Returns how many emails the daily limit still allows, without the reserved ones."""
        if not self.per_day:
            return UNLIMITED
        return self.per_day - self._reserved - work.outbox.sent_since(now - DAY, now)

    @property
    def _reserved(self) -> int:
        return self.per_day // REPLY_SHARE


NO_LIMITS = SendingLimits()
