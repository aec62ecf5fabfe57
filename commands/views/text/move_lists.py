"""Lists legal moves in plain text, by piece or in a sentence if there are many."""

from collections.abc import Callable, Sequence

from commands.views.move_choices import (
    MAX_MOVES,
    Groups,
    Placements,
    group_kind,
    grouped_moves,
    moves_from,
    placements_of,
)
from pbm.match.match import Match
from pbm.wording import filled, listing

LEGAL_MOVES = "Legal moves"
MAX_LINES = 24
"""Maximum number of lines of a list by piece."""
MAX_EXCEPTIONS = 12
"""Maximum number of empty squares that are named because they can't be played on."""
MORE = "..."

Ask = Callable[[str], str]
"""Returns how to ask for the moves of a group, given its name."""


def legal_moves(moves: Sequence[str], most: int | None = None, whose: str = "") -> str:
    """Returns the legal moves, wrapped to the width of an email.

    `most`: the maximum number of moves to list.
    `whose`: the player to move, if the reader is another person.
    """
    listed = [*moves[:most], *([MORE] if most and len(moves) > most else [])]
    return f"{_heading(len(moves), whose)}:\n{filled(' '.join(listed))}"


def moves_in_short(match: Match) -> str:
    """Returns the legal moves, for an error message. Many moves are shortened."""
    if len(match.legal) <= MAX_MOVES:
        return legal_moves(match.legal)
    sentence = _placement_sentence(placements_of(match, match.diagram))
    return sentence or legal_moves(match.legal, MAX_MOVES)


def moves_to_choose(
    match: Match, placements: Placements | None, beginning: str, ask: Ask, whose: str = ""
) -> str:
    """Returns the legal moves for their player, or for a reader who asked for some of them.

    Many moves are listed by piece. If this list is too long as well, returns only their numbers,
    and how to ask for the moves of a piece.

    `beginning`: the piece, or the first words of the moves, that the reader asked about.
    `whose`: the player to move, if the reader is another person.
    """
    moves = moves_from(match, beginning)
    sentence = "" if beginning else _placement_sentence(placements)
    if len(moves) <= MAX_MOVES or sentence:
        return legal_moves(moves, whose=whose) if len(moves) <= MAX_MOVES else sentence
    groups = grouped_moves(match, beginning)
    lines = "\n".join(filled(" ".join(group)) for group in groups.values())
    if lines.count("\n") < MAX_LINES or len(groups) == 1:
        return f"{_heading(len(moves), whose)}:\n{lines}"
    kind = group_kind(match, beginning, groups)
    return _numbers(_heading(len(moves), whose), groups, ask, kind)


def _heading(count: int, whose: str = "") -> str:
    return f"{LEGAL_MOVES}{f' for {whose}' if whose else ''} ({count})"


def _numbers(heading: str, groups: Groups, ask: Ask, kind: str) -> str:
    """Returns the number of moves in each group. Moves that aren't in a group are listed."""
    numbers = [f"{name} ({len(group)})" for name, group in groups.items() if name]
    loose = [f"Other moves: {', '.join(groups[''])}."] if "" in groups else []
    example = max(groups, key=lambda name: (bool(name), len(groups[name])))
    listed = "\n".join(filled(text) for text in (", ".join(numbers), *loose))
    return f"{heading}, by {kind}:\n{listed}\n{ask(example)}"


def _placement_sentence(placements: Placements | None) -> str:
    """Returns a sentence instead of a list, if the player can put a piece almost anywhere."""
    if placements is None or not placements.are_usual:
        return ""
    if len(placements.exceptions) > MAX_EXCEPTIONS or len(placements.rest) > MAX_MOVES:
        return ""
    count = len(placements.squares) + len(placements.rest)
    but = f" except {listing(placements.exceptions)}" if placements.exceptions else ""
    also = f", or {listing(placements.rest, 'or')}" if placements.rest else ""
    where = f"any empty square{but}, such as {placements.squares[0]}{also}."
    return filled(f"{_heading(count)}: {where}")
