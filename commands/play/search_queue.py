"""The queue of long searches that are asked for by mail."""

import math
import textwrap
from typing import TYPE_CHECKING

from commands.context.address_confirmation import limit_mails_to_stranger
from commands.context.authentication import is_senders_own
from commands.messages.response import Response, text_response
from commands.solver.prover import Unproved
from commands.views.analysis.proofs import proof_text, unproved_text
from commands.views.board_parts import verdict
from commands.views.data import match_data, proof_data
from pbm.errors import NotAllowedError
from pbm.match.match import Match
from pbm.options import write_options
from pbm.stored import Job, JobKind
from pbm.wording import WIDTH, counted

if TYPE_CHECKING:
    from commands.context.context import Context
    from pbm.proofs.value import Proof


OVERHEAD_SECONDS = 30
"""The time for starting a search, making its tablebase and writing its answer."""


def enqueue_position(context: "Context", match: Match, kind: JobKind, what: str) -> str:
    """Queues a search about a position, as `enqueue` does."""
    options, caller = write_options(match.options), context.caller
    asked = {"game": match.game.name, "options": options, "moves": match.moves}
    job = Job(kind, caller.address, caller.letter, asked, context.now())
    if context.work.jobs.asked(job):
        raise NotAllowedError("This is being worked on already: the answer will be mailed to you.")
    return enqueue(context, job, what)


def enqueue(context: "Context", job: Job, what: str) -> str:
    """Queues a search, and returns when its answer comes; raises NotAllowedError beyond the limits.

    `what`: what the answer tells.
    """
    if context.work.jobs.waiting() >= context.policy.solves_waiting:
        raise NotAllowedError("Too many searches wait just now; please ask again later.")
    context.rate_limits.limit_searches(proved=is_senders_own(context))
    limit_mails_to_stranger(context, job.asker)
    context.work.jobs.add(job)
    text = f"This takes a while. {what} will be mailed to you, {_longest_wait(context)}."
    return textwrap.fill(text, WIDTH)


def _longest_wait(context: "Context") -> str:
    """Returns the time that it may take at most, as searches run one after the other."""
    waiting = context.work.jobs.waiting()
    seconds = waiting * (context.prover.seconds + OVERHEAD_SECONDS)
    before = f": {counted(waiting - 1, 'search', 'searches')} before it" if waiting > 1 else ""
    return f"within {counted(math.ceil(seconds / 60), 'minute')} at most{before}"


# Responses with the exact values of positions.


def value_response(match: Match, proof: "Proof | Unproved", seconds: float = 0) -> Response:
    """Returns the response with the value, or one that says why none was found."""
    subject, data = f"{match.game.title}: solve", match_data(match)
    if match.outcome:
        seats = [seat.name for seat in match.game.seats]
        return text_response(subject, "\n".join(verdict(match.outcome, seats)), data)
    if isinstance(proof, Unproved):
        text = unproved_text(proof.limit, seconds, untried=proof.untried)
        return text_response(subject, text, data | {"value": None, "limit": proof.limit})
    return text_response(subject, proof_text(match, proof), data | proof_data(proof))
