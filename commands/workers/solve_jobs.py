"""Solving: what is said of a value, and the jobs of those who asked by mail for what takes long.

A job is carried out in a process of its own, with limits on time and memory. It stays in the
database until its answer is in the outbox; when whoever had it in hand dies, it is taken up again,
but not for ever.
"""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import structlog

from commands.messages.content import Plain, Said
from commands.messages.response import Answer, plain
from commands.outbound.mailer import Post
from commands.play.positions import standing
from commands.security.rate_limits import count_solving
from commands.settings import Settings
from commands.views.board_parts import verdict
from commands.views.proofs import proof_text
from commands.workers.apart import solve_apart
from pbm import games
from pbm.errors import NotAllowed
from pbm.match import Match
from pbm.options import write_options
from pbm.ports import Job, Store, TakenJob

if TYPE_CHECKING:
    from commands.context.context import Session
    from commands.dispatch.dispatcher import Desk
    from commands.solver.prover import Judgement
    from pbm.proofs import Proof, Value

MOST_TRIES = 2
SPARE = timedelta(minutes=2)
"""How much longer than its search a job is in hand before it is taken for lost."""

log = structlog.get_logger()


def solved(match: Match, proof: "Proof | None", seconds: float = 0) -> Answer:
    """The value, or that none was found."""
    subject = f"{match.game.title}: solve"
    if match.outcome:
        seats = [seat.name for seat in match.game.seats]
        return plain(subject, "\n".join(verdict(match.outcome, seats)), standing(match))
    if proof is None:
        return plain(subject, unproved(seconds), standing(match) | {"value": None})
    return plain(subject, proof_text(match, proof), standing(match) | proof_data(proof))


def proof_data(proof: "Proof") -> dict[str, Any]:
    """A proof as programs read it."""
    return {
        **value_data(proof.value),
        "line": list(proof.line),
        "ground": proof.ground,
    }


def value_data(value: "Value") -> dict[str, Any]:
    """A value as programs read it."""
    return {"value": value.result.value, "plies": value.plies}


def judgement_data(judged: "Judgement") -> dict[str, Any]:
    """The values before each move, and the number of the decisive one, as programs read them."""
    values = [value and value_data(value) for value in judged.values]
    mistake = None if judged.mistake is None else judged.mistake + 1
    return {"values": values, "mistake": mistake} if any(values) else {}


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


def work_once(store: Store, desk: "Desk", post: Post, settings: Settings) -> bool:
    """Carries out one job, if there is one; whether there was."""
    now = desk.clock.now()
    with store.work() as work:
        taken = work.jobs.take(now, now + timedelta(seconds=settings.solve_seconds) + SPARE)
    if taken is None:
        return False
    said = carry_out(taken, settings)
    with store.work() as work:
        if work.jobs.done(taken.id):  # else another took it for lost, and has answered it
            job = taken.job
            work.outbox.put([post.later(job.asker, job.letter, said, desk.clock.now())])
    return True


def carry_out(taken: TakenJob, settings: Settings) -> Said:
    """What the asker is told."""
    job = taken.job
    found = solve_apart(job, settings) if taken.tries < MOST_TRIES else ""
    log.info("job done", game=job.game, proved=bool(found), tries=taken.tries)
    text = found or unproved(settings.solve_seconds)
    title = games.find(job.game).title
    return Plain(subject=f"{title}: solve", text=f"{_asked(job)}\n\n{text}")


def unproved(seconds: float) -> str:
    """What is said where nothing is proved."""
    return (
        "No value could be proved for this position: it takes more than what may be spent on it, "
        f"which is\n{seconds:g} seconds and a limited memory."
    )


def _asked(job: Job) -> str:
    """The line as it might have been asked."""
    return f"You asked: {' '.join((job.game, 'solve', *job.options, *job.moves))}"
