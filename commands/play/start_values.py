"""Sentences on starts whose value is proved, for players who are about to agree on one."""

import textwrap

from commands.context.context import Context
from commands.views.proofs import is_decided_early, start_text
from pbm.board import Terms
from pbm.games import AnyGame
from pbm.match import Match
from pbm.options import read_options
from pbm.wording import WIDTH

EARLY = "The game is decided early, and it is rated"
EITHER_SIDE = "A challenge with -pair begins two boards, with the seats exchanged"
UNRATED = "one with -unrated leaves ratings alone"
DECLINE = "a player who doesn't want that resigns before their first move, and no rating changes"
DONT_CONFIRM = "if you don't want that, don't confirm it"
CHALLENGE = "a challenge with -pair or -unrated is fairer"


def start_note(context: Context, match: Match, terms: Terms, decline: str) -> str:
    """Returns what is proved about a start, and the fairer terms; empty if nothing is.

    `decline`: how to decline a rated game that is decided early.
    """
    proof = context.prover.prove_start(match)
    if proof is None:
        return ""
    text = start_text(match, proof)
    if terms.pair or proof.value.result.value == "drawn":
        return text
    if terms.unrated or not is_decided_early(proof):
        return f"{text} {EITHER_SIDE}."
    return f"{text} {EARLY}: {decline}. {EITHER_SIDE}; {UNRATED}."


def usual_start_note(context: Context, game: AnyGame) -> str:
    """Returns what is proved about the usual start of a game, on a paragraph of its own."""
    options = game.resolve(read_options(game.options, (), game.title), context.seed())
    match = Match.begin(game, options)
    proof = context.prover.prove_start(match)
    if proof is None:
        return ""
    early = f" {EARLY}: {CHALLENGE}." if is_decided_early(proof) else ""
    text = textwrap.fill(start_text(match, proof, "The usual start") + early, WIDTH)
    return f"\n\n{text}"
