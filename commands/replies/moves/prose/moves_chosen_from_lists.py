"""Finds the move that a reply chooses from a numbered list: "I'll have the second one, thanks"."""

import re
from collections.abc import Sequence

from commands.replies.moves.notation.written_moves import denies, is_legal, mentioned_moves
from commands.replies.sentences.accents import folded
from commands.replies.vocabulary.ordinal_words import ORDINALS
from pbm.match.match import Match

MIN_OPTIONS = 2
_OPTION = re.compile(r"\s*(\d)[.):]\s*(\S+)")
"""A line of a list: "2. d3   +0.28"."""
_WORD = re.compile(r"\w+")


def chosen_move(match: Match, lines: Sequence[str]) -> str:
    """Returns the move of the line of a list that the other lines name by an ordinal, or ""."""
    options = [found for line in lines if (found := _OPTION.match(line))]
    moves = [found[2].rstrip(".,;:") for found in options]
    numbers = [int(found[1]) for found in options]
    if len(options) < MIN_OPTIONS or numbers != [*range(1, len(options) + 1)]:
        return ""
    rest = " ".join(line for line in lines if not _OPTION.match(line))
    if "?" in rest or denies(rest) or mentioned_moves(match, rest):
        return ""
    places = _places(rest)
    chosen = moves[places[0]] if len(places) == 1 and places[0] < len(moves) else ""
    return chosen if chosen and is_legal(match, chosen) else ""


def _places(text: str) -> list[int]:
    """Returns the places, from 0, that the ordinals of a text name."""
    words = {*_WORD.findall(folded(text).lower())}
    return [place for place, table in enumerate(ORDINALS) if not words.isdisjoint(table.split())]
