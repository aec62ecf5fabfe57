"""Sentences about the proved value of a start, for players who are about to agree to it."""

from commands.context.context import Context
from commands.views.analysis.proofs import is_decided_early, sides_text, start_text
from pbm.board.terms import Terms
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.proofs.value import Proof
from pbm.wording import filled

BOTH_SIDES = "To play two games instead, one as {} and one as {}, send:"
EARLY = (
    "If both players play perfectly, the game ends within {} moves, counting both players' moves. "
    "If you don't want such a game to be rated, {}."
)
CALL_OFF = "call it off"
DONT_CONFIRM = 'reply "no", or challenge with -unrated'
UNRATED = "If you don't want such a game to be rated, add -unrated."


def prove_start(context: Context, match: Match) -> Proof | None:
    """Returns the proof of the start's value if pbm ships one or finds one immediately."""
    with context.search() as budget:
        return context.prover.prove_start(match, budget)


def start_note(
    context: Context, match: Match, terms: Terms, decline: str, pair_line: str = ""
) -> str:
    """Returns the proved value of a start and suggests fairer terms, or returns an empty string.

    `decline`: how to decline a rated game that can be decided early. It is empty for tournaments,
    whose games can't be declined.
    `pair_line`: the line that challenges to two games, one in each seat. It is empty for a game
    that has begun.
    """
    proof = prove_start(context, match)
    if proof is None:
        return ""
    text = sides_text(match, proof)
    if not decline or terms.pair or terms.ladder or proof.value.result.value == "drawn":
        return text
    if is_decided_early(proof) and not terms.unrated:
        text += f" {EARLY.format(proof.value.plies, decline)}"
    if not pair_line:
        return text
    seats = (seat.name for seat in match.game.seats)
    return f"{text} {BOTH_SIDES.format(*seats)}\n  {pair_line}"


def usual_start_note(context: Context, game: AnyGame, *, joins: bool = False) -> str:
    """Returns a paragraph on the proved value of a game's default start, or an empty string.

    `joins`: whether the reader can only join a challenge, and not choose its options.
    """
    options = game.resolve(game.read_options(), context.seed())
    match = Match.begin(game, options)
    proof = prove_start(context, match)
    if proof is None:
        return ""
    early = f" {UNRATED}" if is_decided_early(proof) and not joins else ""
    text = filled(start_text(match, proof, "the standard starting position") + early)
    return f"\n\n{text}"
