"""Deletes expired rows, a few at each tick, so that nothing waits for it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from commands.system.stored_types import Database, UnitOfWork
from pbm.clock import DAY
from pbm.process.lazy_logger import get_logger

log = get_logger()
BATCH_SIZE = 1000
"""Rows of each kind that a tick deletes."""
KEEP_SEEN_MAILS = timedelta(days=30)
"""The time in which a mail that comes again is known: servers give up sending after days."""
KEEP_HEALTH = timedelta(days=30)
"""The time for which `pbm status` tells past problems."""


@dataclass(frozen=True, slots=True)
class Retention:
    """The times for which rows are kept, as the settings have them."""

    mails: timedelta = timedelta(days=90)
    """The time for which a mail's fate can be seen, and a bounce can find it."""
    audit: timedelta | None = None
    """None if the acts of admins are kept for ever."""


def delete_expired(database: Database, now: datetime, retention: Retention | None = None) -> None:
    """Deletes up to BATCH_SIZE expired rows of each kind."""
    try:
        with database.work() as work:
            mails, seen_mails = _delete(work, now, retention or Retention())
    except Exception:  # the next tick tries again
        log.exception("expired rows not deleted")
        return
    if mails or seen_mails:
        log.info("expired rows deleted", mails=mails, seen_mails=seen_mails)


def _delete(work: UnitOfWork, now: datetime, keep: Retention) -> tuple[int, int]:
    """Returns the numbers of deleted mails, and of keys of mails seen."""
    work.retention.forget_counts(now, BATCH_SIZE)
    work.retention.forget_codes(now, BATCH_SIZE)
    work.turn_leases.forget(now - DAY)
    work.retention.forget_health(now - KEEP_HEALTH, BATCH_SIZE)
    work.retention.forget_keys(now)
    if keep.audit:
        work.retention.forget_audit(now - keep.audit, BATCH_SIZE)
    work.retention.forget_mailbox_mails(now - KEEP_SEEN_MAILS, BATCH_SIZE)
    mails = work.retention.forget_mails(now - keep.mails, BATCH_SIZE)
    return mails, work.retention.forget_seen_mails(now - KEEP_SEEN_MAILS, BATCH_SIZE)
