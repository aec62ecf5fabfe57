"""The pages that belong to a game: their names, and the links between them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from markupsafe import Markup

from commands.site.paths import explore_path, game_path, link, part_path
from commands.site.source import Page, Site
from commands.site.templating import document
from pbm.games import AnyGame

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
    targets = {"Overview": game_path(game.name)}
    targets |= {TITLES[part]: part_path(game.name, part) for part in PARTS}
    targets |= {EXPLORE: explore_path(game.name)}
    return [
        PartLink(words, "" if path == page else link(path, page)) for words, path in targets.items()
    ]


def part_page(site: Site, game: AnyGame, part: str, path: str, body: Markup) -> Page:
    """Returns a part with this body; `path`: where it, or this page of it, stands."""
    title = f"{game.title}: {TITLES[part].lower()}"
    return document(site, path, title, body, crumbs=[(game.title, game_path(game.name))])


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
        PartLink(str(number), "" if number == current else link(path_of(number), page))
        for number in range(1, count + 1)
    ]
