"""The queue of long searches that were requested by mail."""

import math
import textwrap
from typing import TYPE_CHECKING

from pbm.wording import WIDTH, counted

if TYPE_CHECKING:
    from commands.context.context import Context

OVERHEAD_SECONDS = 30
"""The time for starting a search, making its tablebase and writing its answer."""


def taken_on_text(what: str, context: "Context") -> str:
    """Returns the text that tells by when the search that was queued last will be answered."""
    text = f"This takes a while. {what} will be mailed to you, {_longest_wait(context)}."
    return textwrap.fill(text, WIDTH)


def _longest_wait(context: "Context") -> str:
    """Returns the time that it may take at most, as searches run one after the other."""
    waiting = context.work.solve_jobs.waiting() + context.work.reviews.waiting()
    seconds = max(waiting, 1) * (context.prover.seconds + OVERHEAD_SECONDS)
    before = f": {counted(waiting - 1, 'search', 'searches')} before it" if waiting > 1 else ""
    return f"within {counted(math.ceil(seconds / 60), 'minute')} at most{before}"
