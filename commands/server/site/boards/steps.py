"""The links from a position to the ones before and after it."""

from typing import NamedTuple

from markupsafe import Markup

from commands.server.site.boards.parts import Division
from commands.server.site.templating import render


class Steps(NamedTuple):
    """Links to other positions; empty where there is none."""

    first: str
    back: str
    next: str
    last: str


def with_steps(division: Division, part: int) -> Markup:
    """Returns the positions of a part, each with links to the ones before and after it."""
    shown = division.parts[part - 1]
    last = division.parts[-1].last
    return Markup("").join(
        above + render("board_steps", steps=_steps(division, part, ply, last)) + below
        for ply, above, below in shown.texts
    )


def _steps(division: Division, part: int, ply: int, last: int) -> Steps:
    back = division.href(ply - 1, part) if ply else ""
    following = division.href(ply + 1, part) if ply < last else ""
    first = division.href(0, part) if ply else ""
    # a page that is full doesn't name the last move, as it never changes again
    whole = len(division.parts)
    now = division.href(last, part) if part == whole else division.page_href(whole, part)
    return Steps(first, back, following, now if following else "")
