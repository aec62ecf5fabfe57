"""Forgetting what has become old, a little at each tick, so that nobody waits for it."""

from datetime import datetime, timedelta

import structlog

from pbm.ports import Store

BITE = 1000
"""Rows of each kind at a tick."""
MAILS = timedelta(days=90)
"""So long can be seen what became of a mail, and a bounce can find it."""
LETTERS = timedelta(days=30)
"""Servers give up sending a letter again after a few days."""
LATELY = timedelta(days=1, hours=1)
"""Answers count for a day."""

log = structlog.get_logger()


def forget(store: Store, now: datetime) -> None:
    """Takes away what is older than it needs to be."""
    try:
        with store.work() as work:
            mails = work.past.forget_mails(now - MAILS, BITE)
            letters = work.past.forget_letters(now - LETTERS, BITE)
            work.past.forget_answers(now - LATELY, BITE)
    except Exception:  # it can be done at the next tick
        log.exception("nothing forgotten")
        return
    if mails or letters:
        log.info("forgotten", mails=mails, letters=letters)
