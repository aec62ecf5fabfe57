"""The pages that belong to a game: their names, and the links between them."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from markupsafe import Markup, escape

from commands.messages.snapshot import EXAMPLE_SEED
from commands.site import paths
from commands.site.source import Page, Site
from commands.site.templating import document
from commands.views.board_view import highlights_of
from commands.views.spoken import spoken_lines
from commands.views.svg.drawing import Drawing
from pbm.diagram import Diagram
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.wording import listing

RULES, STANDINGS, OPENINGS, RECORDS, ARCHIVE = PARTS = (
    "rules",
    "standings",
    "openings",
    "records",
    "boards",
)

EXPLORE = "Explore"
"""The title of the pages about positions, which have a folder of their own."""


class PartLink(NamedTuple):
    """A link to a part, or the part that is shown."""

    words: str
    href: str
    """Empty on the part itself."""


TITLES = {
    RULES: "Rules",
    STANDINGS: "Standings",
    OPENINGS: "Openings",
    RECORDS: "Records",
    ARCHIVE: "All boards",
}


def part_links(game: AnyGame, page: str) -> Sequence[PartLink]:
    """Returns the links to a game's pages, as they stand on one of them."""
    targets = {"Overview": paths.game(game.name)}
    targets |= {TITLES[part]: paths.part(game.name, part) for part in PARTS}
    targets |= {EXPLORE: paths.explore(game.name)}
    return [
        PartLink(words, "" if path == page else paths.link(path, page))
        for words, path in targets.items()
    ]


def part_page(site: Site, game: AnyGame, part: str, path: str, body: Markup) -> Page:
    """Returns a part with this body; `path`: where it, or this page of it, stands."""
    title = f"{game.title}: {TITLES[part].lower()}"
    return document(site, path, title, body, crumbs=[(game.title, paths.game(game.name))])


# Long lists in several pages.

Row = TypeVar("Row")

PER_PAGE = 500
"""The most rows of a page."""


class ListPage(NamedTuple, Generic[Row]):
    """A page of a list."""

    path: str
    rows: Sequence[Row]
    number: int
    """Counted from 1."""
    links: Sequence[PartLink]
    """The links to all pages; none if there is only one."""


def list_pages(
    rows: Sequence[Row], path_of: Callable[[int], str], per_page: int = PER_PAGE
) -> Iterator[ListPage[Row]]:
    """Yields the pages of a list, at least one; `path_of` returns the path of one by its number."""
    count = max(1, -(-len(rows) // per_page))
    for number in range(1, count + 1):
        path = path_of(number)
        shown = rows[(number - 1) * per_page : number * per_page]
        yield ListPage(path, shown, number, _links(path_of, number, count) if count > 1 else ())


def _links(path_of: Callable[[int], str], current: int, count: int) -> Sequence[PartLink]:
    page = path_of(current)
    return [
        PartLink(str(number), "" if number == current else paths.link(path_of(number), page))
        for number in range(1, count + 1)
    ]


# The worked examples of the games, as positions to look at.


@dataclass(frozen=True, slots=True)
class Example:
    """The end of a game's worked example."""

    picture: Markup
    caption: str


@cache
def example_match(game: AnyGame) -> Match:
    """Returns the worked example at its end."""
    words, moves = game.example
    options = game.resolve(game.read_options(words.split()), EXAMPLE_SEED)
    return Match.replay_texts(game, options, [f"move {move}" for move in moves])


def drawing_of(games: Iterable[AnyGame], boards: Iterable[Diagram] = ()) -> Drawing:
    """Returns the drawing of the examples of these games, and of boards, on one page."""
    return Drawing((*(example_match(game).diagram for game in games), *boards))


def example_of(game: AnyGame, drawing: Drawing) -> Example:
    """Returns the picture of a game's example; `drawing` has all examples of the page."""
    match = example_match(game)
    picture = drawing.picture(
        match.diagram,
        highlights_of(match),
        key=game.name,
        title=f"{game.title}, the end of a game",
        description=" ".join(spoken_lines(match, [seat.name for seat in game.seats])),
    )
    return Example(picture, _caption(match))


def _caption(match: Match) -> str:
    """Returns a sentence on the end, such as `White has won by c1-e5, move #10: ...`."""
    outcome = match.outcome
    if outcome is None:
        return f"After {match.last_move}, move #{match.ply}."
    winners = listing([match.game.seats[seat].name for seat in outcome.winners])
    return f"{winners} has won by {match.last_move}, move #{match.ply}: {outcome.reason}."


# The rules of a game as paragraphs of a page.

NEW_LINE = re.compile(r"\n(?=-[a-z]+\b[^\n]*:|Moves:|Boards:)")
"""The line breaks within a paragraph that stay: before an option, or a kind of notation."""
OPTION = re.compile(r"(?<![\w-])-[a-z][\w=]*")


def paragraphs(rules: str) -> Sequence[Sequence[Markup]]:
    """Returns the paragraphs of the rules, each as lines of any length."""
    found = rules.strip().split("\n\n")
    return [[_line(line) for line in NEW_LINE.split(each)] for each in found]


def _line(text: str) -> Markup:
    """Returns a line whose options aren't broken after their dash."""
    filled = str(escape(" ".join(text.split())))
    return Markup(OPTION.sub(r'<span class="option">\g<0></span>', filled))  # noqa: S704 - escaped
