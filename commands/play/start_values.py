"""Sentences on starts whose value is proved, for players who are about to agree on one."""

import textwrap

from commands.context.context import Context
from commands.views.proofs import early_note, start_text
from pbm.board import Terms
from pbm.games import AnyGame
from pbm.match import Match
from pbm.options import read_options
from pbm.wording import WIDTH

EITHER_SIDE = "-pair begins two boards, with the seats exchanged"
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
    if terms.unrated or not early_note(proof):
        return f"{text} {EITHER_SIDE}."
    return f"{text} {early_note(proof)}: {decline}. {EITHER_SIDE}; -unrated leaves ratings alone."


def usual_start_note(context: Context, game: AnyGame) -> str:
    """Returns what is proved about the usual start of a game, on a paragraph of its own."""
    options = game.resolve(read_options(game.options, (), game.title), context.seed())
    match = Match.begin(game, options)
    proof = context.prover.prove_start(match)
    if proof is None:
        return ""
    early = early_note(proof)
    text = f"{start_text(match, proof, 'The usual start')}{early and f' {early}: {CHALLENGE}.'}"
    return f"\n\n{textwrap.fill(text, WIDTH)}"
