"""The names of the pages of a game, and the links between them."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from commands.server.site import paths
from commands.server.site.page_data import Page, Site
from commands.server.site.templating import document
from pbm.games import AnyGame

RULES, STANDINGS, OPENINGS, RECORDS, ARCHIVE = PARTS = (
    "rules",
    "standings",
    "openings",
    "records",
    "boards",
)
EXPLORE = "Explore"
"""The title of the pages about positions, which are in a separate folder."""
TITLES = {
    RULES: "Rules",
    STANDINGS: "Standings",
    OPENINGS: "Openings",
    RECORDS: "Records",
    ARCHIVE: "All boards",
}


class PartLink(NamedTuple):
    """A link to a page of the game, or the current page."""

    words: str
    href: str
    """Empty for the current page."""


def part_links(game: AnyGame, page: str) -> Sequence[PartLink]:
    """Returns links to all parts of a game's pages, for use on one of these pages."""
    targets = {"Overview": paths.game(game.name)}
    targets |= {TITLES[part]: paths.part(game.name, part) for part in PARTS}
    targets |= {EXPLORE: paths.explore(game.name)}
    return [
        PartLink(words, "" if path == page else paths.link(path, page))
        for words, path in targets.items()
    ]


def part_page(site: Site, game: AnyGame, part: str, path: str, body: Markup) -> Page:
    """Returns a page about a part of a game.

    `path`: the path of the page's file. Some parts have several pages.
    """
    title = f"{game.title}: {TITLES[part].lower()}"
    return document(site, path, title, body, crumbs=[(game.title, paths.game(game.name))])
