"""Forgetting what has become old, a little at each tick, so that nobody waits for it."""

from datetime import datetime, timedelta

import structlog

from pbm.ports import UnitOfWorkFactory

BATCH_SIZE = 1000
"""Rows of each kind at a tick."""
KEEP_MAILS = timedelta(days=90)
"""So long can be seen what became of a mail, and a bounce can find it."""
KEEP_SEEN = timedelta(days=30)
"""Servers give up sending a letter again after a few days."""
KEEP_ANSWERS = timedelta(days=1, hours=1)
"""Answers count for a day."""

log = structlog.get_logger()


def delete_expired(store: UnitOfWorkFactory, now: datetime) -> None:
    """Takes away what is older than it needs to be."""
    try:
        with store.work() as work:
            mails = work.retention.forget_mails(now - KEEP_MAILS, BATCH_SIZE)
            letters = work.retention.forget_letters(now - KEEP_SEEN, BATCH_SIZE)
            work.retention.forget_answers(now - KEEP_ANSWERS, BATCH_SIZE)
    except Exception:  # it can be done at the next tick
        log.exception("nothing forgotten")
        return
    if mails or letters:
        log.info("forgotten", mails=mails, letters=letters)
