"""Responses with the exact values of positions, and jobs for those that take long."""

from typing import TYPE_CHECKING

from commands.context.confirmation_mail import limit_mails_to_stranger
from commands.context.evidence import is_senders_own
from commands.messages.response import Response, text_response
from commands.play.search_queue import taken_on_text
from commands.solver.prover import Unproved
from commands.views.analysis.proofs import proof_text, unproved_text
from commands.views.board_parts import verdict
from commands.views.data import match_data, proof_data
from pbm.errors import NotAllowedError
from pbm.match.match import Match
from pbm.options import write_options
from pbm.stored import Job

if TYPE_CHECKING:
    from commands.context.context import Context
    from pbm.proofs.value import Proof


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


def enqueue(context: "Context", match: Match, verb: str, what: str) -> str:
    """Queues a job about the position, and returns when its answer comes.

    Raises NotAllowedError beyond the limits. `what`: what the answer tells.
    """
    jobs, policy = context.work.solve_jobs, context.policy
    options = write_options(match.options)
    job = Job(
        asker=context.caller.address,
        letter=context.caller.letter,
        game=match.game.name,
        options=tuple(options),
        moves=match.moves,
        at=context.now(),
        verb=verb,
    )
    if jobs.asked(job):
        raise NotAllowedError("This is being worked on already: the answer will be mailed to you.")
    if jobs.waiting() >= policy.solves_waiting:
        raise NotAllowedError(
            "Too many positions wait to be solved just now; please ask again later."
        )
    context.rate_limits.limit_searches(proved=is_senders_own(context))
    limit_mails_to_stranger(context, job.asker)
    jobs.add(job)
    return taken_on_text(what, context)
