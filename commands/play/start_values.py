"""Sentences on starts whose value is proved, for players who are about to agree on one."""

import textwrap
from typing import TYPE_CHECKING

from commands.context.context import Context
from commands.views.analysis.proofs import is_decided_early, start_text
from pbm.board.board import Terms
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.options import read_options
from pbm.wording import WIDTH

if TYPE_CHECKING:
    from pbm.proofs.value import Proof

BOTH_SIDES = "To play both sides, challenge with -pair: two boards, each player first on one."
RATED = "This game is rated. If you don't want that, {}, or challenge with -unrated."
DECLINE = "decline it (see below)"
DONT_CONFIRM = "reply no"
FAIRER = "Challenge with -pair or -unrated where that wouldn't be fair."


def prove_start(context: Context, match: Match) -> "Proof | None":
    """Returns the value of the match's start if it is shipped as proved, or found at once."""
    with context.search() as budget:
        return context.prover.prove_start(match, budget)


def start_note(context: Context, match: Match, terms: Terms, decline: str) -> str:
    """Returns what is proved about a start, and the fairer terms; empty if nothing is.

    `decline`: how to decline a rated game that is decided early.
    """
    proof = prove_start(context, match)
    if proof is None:
        return ""
    text = start_text(match, proof)
    if terms.pair or proof.value.result.value == "drawn":
        return text
    warning = "" if terms.unrated or not is_decided_early(proof) else f" {RATED.format(decline)}"
    return f"{text}{warning} {BOTH_SIDES}"


def usual_start_note(context: Context, game: AnyGame) -> str:
    """Returns what is proved about the usual start of a game, on a paragraph of its own."""
    options = game.resolve(read_options(game.options, (), game.title), context.seed())
    match = Match.begin(game, options)
    proof = prove_start(context, match)
    if proof is None:
        return ""
    early = f" {FAIRER}" if is_decided_early(proof) else ""
    text = textwrap.fill(start_text(match, proof, "the usual start") + early, WIDTH)
    return f"\n\n{text}"
