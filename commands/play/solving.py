"""Exact values of positions as responses, and jobs for those that take long."""

from typing import TYPE_CHECKING

from commands.messages.response import Answer, plain
from commands.security.rate_limits import count_solving
from commands.views.board_parts import verdict
from commands.views.data import proof_data, standing
from commands.views.proofs import proof_text
from pbm.errors import NotAllowed
from pbm.match import Match
from pbm.options import write_options
from pbm.ports import Job

if TYPE_CHECKING:
    from commands.context.context import Session
    from pbm.proofs import Proof


def solved(match: Match, proof: "Proof | None", seconds: float = 0) -> Answer:
    """The value, or that none was found."""
    subject = f"{match.game.title}: solve"
    if match.outcome:
        seats = [seat.name for seat in match.game.seats]
        return plain(subject, "\n".join(verdict(match.outcome, seats)), standing(match))
    if proof is None:
        return plain(subject, unproved(seconds), standing(match) | {"value": None})
    return plain(subject, proof_text(match, proof), standing(match) | proof_data(proof))


def take_on(session: "Session", match: Match) -> Answer:
    """Makes a job of it, within limits."""
    jobs, policy = session.work.jobs, session.policy
    options = write_options(match.options)
    job = Job(
        asker=session.speaker.address,
        letter=session.speaker.letter,
        game=match.game.name,
        options=tuple(options),
        moves=match.moves,
        at=session.now(),
    )
    if jobs.asked(job):
        raise NotAllowed("This is being worked on already: the answer will be mailed to you.")
    if jobs.waiting() >= policy.solves_waiting:
        raise NotAllowed("Too many positions wait to be solved just now; please ask again later.")
    count_solving(session)
    jobs.add(job)
    text = "This takes a while. What can be proved will be mailed to you."
    return plain(f"{match.game.title}: solve", text, standing(match) | {"taken_on": True})


def unproved(seconds: float) -> str:
    """What is said where nothing is proved."""
    return (
        "No value could be proved for this position: it takes more than what may be spent on it, "
        f"which is\n{seconds:g} seconds and a limited memory."
    )
