"""Responses with the exact values of positions."""

from typing import TYPE_CHECKING

from commands.messages.response import Response, text_response
from commands.solver.prover import Unproved
from commands.views.analysis.proofs import proof_text, unproved_text
from commands.views.board_parts import verdict
from commands.views.data import match_data, proof_data
from pbm.match.match import Match

if TYPE_CHECKING:
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
