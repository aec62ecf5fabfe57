"""The words of a challenge: options of the game, and the board's terms."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbm.board.terms import Terms
from pbm.games import AnyGame
from pbm.options import check_new, kinds, read_options


def split_options(words: Sequence[str], declared: type[Any]) -> tuple[list[str], list[str]]:
    """Returns the words that a class of options declares, and the others.

    Terms of a challenge have two dashes even if they are misspelt.
    """
    names = {word for name, kind in kinds(declared).items() for word in kind.words(name)}
    own = [
        word
        for word in words
        if word.lstrip("-").partition("=")[0].lower() in names
        or (declared is Terms and word.startswith("--"))
    ]
    return own, [word for word in words if word not in own]


def read_challenge(game: AnyGame, words: Sequence[str]) -> tuple[Any, Terms]:
    """Returns the options of the game, not drawn yet, and the terms; raises UserError."""
    own, others = split_options(words, Terms)
    terms = read_options(Terms, own, "A challenge")
    check_new(terms)
    terms.check()
    options = game.read_options(others)
    if terms.hints or game.by_hand(options):
        terms = replace(terms, unrated=True)
    return options, terms
