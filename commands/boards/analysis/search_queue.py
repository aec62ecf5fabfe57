"""Queue long searches that are requested by email."""

import math

from commands.context.context import Context
from commands.players.confirmation_limits import limit_mails_to_stranger
from commands.players.judging_evidence import is_senders_own
from commands.security.rate_limits import LimitKind, claimed
from pbm.errors import NotAllowedError
from pbm.match.match import Match
from pbm.options import write_options
from pbm.stored_values import Job, JobKind
from pbm.wording import counted, filled

OVERHEAD_SECONDS = 30
"""Seconds to start a search, make its tablebase and write its answer."""


def enqueue_position(context: Context, match: Match, kind: JobKind, what: str) -> str:
    """Queues a search about a position. `what` and the errors are explained at `enqueue`."""
    options, caller = write_options(match.options), context.caller
    asked = {"game": match.game.name, "options": options, "moves": match.moves}
    job = Job(kind, caller.address, caller.message_id, asked, context.now())
    if context.work.jobs.asked(job):
        raise NotAllowedError("We're already working on this request. We'll email you the result.")
    return enqueue(context, job, what)


def enqueue(context: Context, job: Job, what: str) -> str:
    """Queues a search, and returns a sentence on when the answer will be sent.

    Raises NotAllowedError if a limit is exceeded.

    `what`: subject of that sentence, such as "The review".
    """
    if context.work.jobs.waiting() >= context.policy.solves_waiting:
        raise NotAllowedError("Too many searches are waiting. Please ask again later.")
    whose = claimed(context.caller.address, proved=is_senders_own(context))
    context.limiter.require(LimitKind.SEARCH, whose)
    # The sender may be forged, so the answer may go to somebody who never asked for it.
    limit_mails_to_stranger(context, job.asker)
    context.work.jobs.add(job)
    text = f"We're working on your request. {what} will arrive {_longest_wait(context)}."
    return filled(text)


def _longest_wait(context: Context) -> str:
    """Returns the maximum waiting time as text. Searches run one after another."""
    waiting = context.work.jobs.waiting()
    seconds = waiting * (context.prover.seconds + OVERHEAD_SECONDS)
    count = counted(waiting - 1, "earlier search", "earlier searches")
    before = f", after {count}" if waiting > 1 else ""
    return f"within {counted(math.ceil(seconds / 60), 'minute')}{before}"
