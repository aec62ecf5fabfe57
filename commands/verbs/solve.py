"""The command `solve`, which asks for the exact value of a position."""

from dataclasses import replace
from functools import partial
from typing import Annotated, ClassVar

from commands.boards.analysis.search_queue import enqueue_position
from commands.boards.analysis.solve_answers import check_open, value_response, withheld_error
from commands.boards.positions_after_moves import play_on, position_at
from commands.content.response import (
    Arrival,
    DeferredResponse,
    Response,
    error_response,
    text_response,
)
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import PositionReference, referred_position
from commands.language.slots import Many, Options
from commands.views.json.data import match_data
from pbm.errors import NotAllowedError
from pbm.match.match import Match
from pbm.proofs.value import Proof
from pbm.solver.prover import Prover, Unproved
from pbm.solver.withholding_prover import WithholdingProver


class Solve(GameCommand):
    """Shows the exact value of a position: who wins with best play, in how many moves, and how.

    Give a board number, or moves from the start. Write each move without spaces. The answer shows
    how we proved the value. We can't prove the value of every position. By email, the result of a
    long search comes in a second email.

    We don't solve positions that are close to those of a game in progress if it is rated, or
    part of the ladder or of a tournament ("help ratings").
    """

    example: ClassVar = "{game} solve {move}"

    reference: PositionReference
    options: Annotated[tuple[str, ...], Options("[-OPTION...]")]
    moves: Annotated[tuple[str, ...], Many("[MOVE+]")]

    def run(self, context: Context) -> Response:
        """Returns the value at once in the shell and for short searches. Otherwise, queues a job.

        Needs no password.
        """
        self._check_players()
        reference = referred_position(self.reference)
        begun = position_at(context, self.game, reference, self.options)
        match = play_on(context, begun, self.moves)
        check_open(context, match)
        if not context.caller.address:
            search = partial(_solve, match, *context.prover.searching(match))
            return DeferredResponse(make=search)
        with context.search() as budget:
            proof = context.prover.prove_quickly(match, budget)
        if match.outcome or (proof and not proof.open):
            return value_response(match, proof or Unproved())
        text = enqueue_position(context, match, "solve", "The result")
        subject = f"{match.game.title}: solve"
        data = match_data(match) | {"taken_on": True}
        return replace(text_response(subject, text, data), arrival=Arrival.QUEUED)

    def _check_players(self) -> None:
        if len(self.game.seats) > 2:
            raise NotAllowedError(
                f"{self.game.title} is for {len(self.game.seats)} players, so its "
                "positions have no exact value:\n"
                "who wins can depend on a player who can no longer win."
            )


def _solve(match: Match, prover: Prover, fair: WithholdingProver) -> Response:
    solution = prover.solve(match)
    if isinstance(solution, Proof) and fair.meets_contest(match, solution.line):
        # Return the error: nothing turns an exception into an answer after the command has run.
        return error_response(withheld_error(fair, match), f"{match.game.title} Error")
    return value_response(match, solution, prover.seconds)
