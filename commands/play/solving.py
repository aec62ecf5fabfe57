"""Responses with the exact values of positions, and jobs for those that take long."""

from typing import TYPE_CHECKING

from commands.context.confirmation_mail import limit_mails_to_stranger
from commands.context.evidence import is_senders_own
from commands.messages.response import Response, text_response
from commands.views.board_parts import verdict
from commands.views.data import match_data, proof_data
from commands.views.proofs import proof_text
from pbm.errors import NotAllowedError
from pbm.match import Match
from pbm.options import write_options
from pbm.ports import Job

if TYPE_CHECKING:
    from commands.context.context import Context
    from pbm.proofs.value import Proof


def value_response(match: Match, proof: "Proof | None", seconds: float = 0) -> Response:
    """Returns the response with the value, or one that says that none was found."""
    subject = f"{match.game.title}: solve"
    if match.outcome:
        seats = [seat.name for seat in match.game.seats]
        return text_response(subject, "\n".join(verdict(match.outcome, seats)), match_data(match))
    if proof is None:
        return text_response(subject, unproved_text(seconds), match_data(match) | {"value": None})
    return text_response(subject, proof_text(match, proof), match_data(match) | proof_data(proof))


def enqueue(context: "Context", match: Match) -> Response:
    """Queues a job to solve the position; raises NotAllowedError beyond the limits."""
    jobs, policy = context.work.solve_jobs, context.policy
    options = write_options(match.options)
    job = Job(
        asker=context.caller.address,
        letter=context.caller.letter,
        game=match.game.name,
        options=tuple(options),
        moves=match.moves,
        at=context.now(),
    )
    if jobs.asked(job):
        raise NotAllowedError("This is being worked on already: the answer will be mailed to you.")
    if jobs.waiting() >= policy.solves_waiting:
        raise NotAllowedError(
            "Too many positions wait to be solved just now; please ask again later."
        )
    context.rate_limits.limit_solving(proved=is_senders_own(context))
    limit_mails_to_stranger(context, job.asker)
    jobs.add(job)
    text = "This takes a while. What can be proved will be mailed to you."
    return text_response(f"{match.game.title}: solve", text, match_data(match) | {"taken_on": True})


def unproved_text(seconds: float) -> str:
    """Returns the text for a position whose value couldn't be proved."""
    return (
        "No value could be proved for this position: it takes more than what may be spent on it, "
        f"which is\n{seconds:g} seconds and a limited memory."
    )
