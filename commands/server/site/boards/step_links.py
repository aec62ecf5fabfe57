"""Links from each position to the previous and next ones, and to the start and the end."""

from typing import NamedTuple

from markupsafe import Markup

from commands.server.site.boards.long_games import Division
from commands.server.site.templating import render


class Steps(NamedTuple):
    """Links to other positions. A link is empty if there is no such position."""

    first: str
    back: str
    next: str
    last: str


def with_steps(division: Division, part: int) -> Markup:
    """Returns the HTML of a part's positions, each with links to the positions around it."""
    current = division.parts[part - 1]
    last = division.parts[-1].last
    return Markup("").join(
        above + render("board_steps", steps=_steps(division, part, ply, last)) + below
        for ply, above, below in current.texts
    )


def _steps(division: Division, part: int, ply: int, last: int) -> Steps:
    back = division.href(ply - 1, part) if ply else ""
    following = division.href(ply + 1, part) if ply < last else ""
    first = division.href(0, part) if ply else ""
    # A full page must never change again, so it links to the last page and not to the last move.
    whole = len(division.parts)
    now = division.href(last, part) if part == whole else division.page_href(whole, part)
    return Steps(first, back, following, now if following else "")
