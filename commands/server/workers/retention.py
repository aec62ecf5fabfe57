"""Delete expired rows, a few at each tick, so that no other work has to wait."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from commands.system.stored_types import Database, UnitOfWork
from pbm.clock import DAY
from pbm.process.lazy_logger import get_logger

log = get_logger()
BATCH_SIZE = 1000
"""Maximum number of rows of each kind that a tick deletes."""
KEEP_SEEN_MAILS = timedelta(days=30)
"""Time for which a repeated email is recognized. Mail servers stop retrying after some days."""
KEEP_HEALTH = timedelta(days=30)
"""Time for which `pbm status` shows past problems."""


@dataclass(frozen=True, slots=True)
class Retention:
    """How long each kind of row is kept."""

    mails: timedelta = timedelta(days=90)
    """Time for which the status of a sent email is known, and a bounce can be matched to it."""
    audit: timedelta | None = None
    """Time for which records of admins' actions are kept. None keeps them forever."""


def delete_expired(database: Database, now: datetime, retention: Retention | None = None) -> None:
    """Deletes up to BATCH_SIZE expired rows of each kind."""
    try:
        with database.work() as work:
            mails, seen_mails = _delete(work, now, retention or Retention())
    except Exception:  # the next tick tries again
        log.exception("failed to delete expired rows")
        return
    if mails or seen_mails:
        log.info("expired rows deleted", mails=mails, seen_mails=seen_mails)


def _delete(work: UnitOfWork, now: datetime, keep: Retention) -> tuple[int, int]:
    """Returns the number of deleted emails, and of deleted keys of incoming emails."""
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
