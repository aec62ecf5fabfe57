"""Responses with the exact values of positions."""

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.views.analysis.proofs import proof_text, unproved_text, value_sentence
from commands.views.board_paragraphs import verdict
from commands.views.json.data import match_data, proof_data
from pbm.errors import NotAllowedError
from pbm.match.match import Match
from pbm.proofs.value import Proof
from pbm.solver.prover import Unproved
from pbm.solver.withholding_prover import WithholdingProver
from pbm.wording import filled

UNTIL_OVER = (
    "because that could help a player in a rated, ladder or tournament game that is still in "
    "progress. Ask again when that game is over."
)
WITHHELD = f"We can't show the value of this position yet, {UNTIL_OVER}"
WITHHELD_MOVES = f"We can't show the results of the moves yet, {UNTIL_OVER}"


def check_open(context: Context, match: Match) -> None:
    """Raises NotAllowedError if the value of the position is withheld."""
    if context.prover.withholds(match):
        raise withheld_error(context.prover, match)


def withheld_error(prover: WithholdingProver, match: Match) -> NotAllowedError:
    """Returns the error for a withheld value, or for withheld moves if the value is public."""
    start = None if match.ply else prover.prove_start(match)
    if start is None:
        return NotAllowedError(filled(WITHHELD))
    return NotAllowedError(f"{filled(WITHHELD_MOVES)}\n{value_sentence(match, start.value)}")


def value_response(match: Match, proof: Proof | Unproved, seconds: float = 0) -> Response:
    """Returns the value of a position, or the reason why none was found.

    `seconds`: the time limit of the search, for the reason.
    """
    subject, data = f"{match.game.title}: solve", match_data(match)
    if match.outcome:
        seats = [seat.name for seat in match.game.seats]
        return text_response(subject, "\n".join(verdict(match.outcome, seats)), data)
    if isinstance(proof, Unproved):
        text = unproved_text(proof.limit, seconds, untried=proof.untried)
        return text_response(subject, text, data | {"value": None, "limit": proof.limit})
    return text_response(subject, proof_text(match, proof), data | proof_data(proof))
