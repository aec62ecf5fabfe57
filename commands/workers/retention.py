"""Deletes expired rows, a few at each tick, so that nothing has to wait for it."""

from datetime import datetime, timedelta

from pbm.lazy_logger import get_logger
from pbm.ports import UnitOfWorkFactory

BATCH_SIZE = 1000
"""Rows of each kind that a tick deletes."""
KEEP_MAILS = timedelta(days=90)
"""The time for which a mail's fate can be seen, and a bounce can find it."""
KEEP_SEEN = timedelta(days=30)
"""Servers give up sending a letter again after a few days."""
KEEP_ANSWERS = timedelta(days=1, hours=1)
"""Answers are counted within a day."""

log = get_logger()


def delete_expired(database: UnitOfWorkFactory, now: datetime) -> None:
    """Deletes up to BATCH_SIZE expired rows of each kind."""
    try:
        with database.work() as work:
            mails = work.retention.forget_mails(now - KEEP_MAILS, BATCH_SIZE)
            letters = work.retention.forget_letters(now - KEEP_SEEN, BATCH_SIZE)
            work.retention.forget_answers(now - KEEP_ANSWERS, BATCH_SIZE)
    except Exception:  # the next tick tries again
        log.exception("expired rows not deleted")
        return
    if mails or letters:
        log.info("expired rows deleted", mails=mails, letters=letters)
