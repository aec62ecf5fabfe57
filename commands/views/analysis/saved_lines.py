"""Renders the lines of moves that a player saved on a board, as a tree of text and as JSON data."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from commands.views.html.prose import BRANCH
from pbm.board.saved_lines import Branch, LineState, line_tree
from pbm.wording import WIDTH, counted

CONTINUED = "|  "


def lines_text(states: Sequence[LineState], ply: int) -> str:
    """Returns the tree of playable lines.

    Below the tree, it lists the lines that were partly played, and the lines that no longer fit the
    board.
    """
    tree, begun = _tree(states), [state for state in states if state.after and state.played]
    drawn = "\n".join(_drawn(tree))
    parts = [f"Starting at move {ply + 1}:\n\n{drawn}"] if tree else []
    if begun:
        played = (f"{each.line.name}, {_played(each)}" for each in begun)
        parts.append("Partly played:\n" + _listed(played))
    if misfits := [f"{each.line.name}: {each.reason}" for each in states if not each.after]:
        parts.append("No longer possible:\n" + _listed(misfits))
    return "\n\n".join(parts)


def line_sentence(state: LineState) -> str:
    """Returns a sentence on a saved line.

    It contains the moves, and how many of them were played or why the line no longer fits.
    """
    line = state.line
    moves = f"{line.name}, starting at move {line.start + 1}: {' '.join(line.moves)}."
    if state.reason:
        return f"{moves} It's no longer possible: {state.reason}."
    return f"{moves} {_played(state)}." if state.played else moves


def lines_data(states: Sequence[LineState]) -> dict[str, Any]:
    return {"lines": [line_data(each) for each in states], "tree": _branches(_tree(states))}


def line_data(state: LineState) -> dict[str, Any]:
    return {
        "name": state.line.name,
        "ply": state.line.start,
        "moves": list(state.line.moves),
        "played": state.played,
        "fits": state.after is not None,
        "reason": state.reason,
    }


def _tree(states: Sequence[LineState]) -> tuple[Branch, ...]:
    return line_tree([(each.line.name, each.left) for each in states if each.after])


def _played(state: LineState) -> str:
    count = len(state.line.moves)
    return f"{state.played} of its {counted(count, 'move')} {'was' if count == 1 else 'were'} made"


def _listed(lines: Iterator[str] | Sequence[str]) -> str:
    return "\n".join(
        textwrap.fill(each, WIDTH, initial_indent="  - ", subsequent_indent="    ")
        for each in lines
    )


def _drawn(tree: Sequence[Branch], indent: str = "") -> Iterator[str]:
    """Yields the text lines that draw a tree, wrapped to the width of an email."""
    for branch in tree:
        below = indent + CONTINUED
        names = f" [{', '.join(branch.names)}]" if branch.names else ""
        yield from textwrap.wrap(
            " ".join(branch.moves) + names,
            WIDTH,
            initial_indent=indent + BRANCH,
            subsequent_indent=f"{below} ",
            break_on_hyphens=False,
        )
        yield from _drawn(branch.branches, below)


def _branches(tree: Sequence[Branch]) -> list[dict[str, Any]]:
    return [
        {
            "moves": list(each.moves),
            "names": list(each.names),
            "branches": _branches(each.branches),
        }
        for each in tree
    ]
