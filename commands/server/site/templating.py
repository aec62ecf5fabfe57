"""Fill the templates of the site's pages."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from commands.server.site import paths
from commands.server.site.html_times import cell, dated, day, moment
from commands.server.site.page_data import Page, Site
from commands.views.template_environment import template_environment
from pbm.games import families, games

TEMPLATES = Path(__file__).parent / "templates"


class MenuEntry(NamedTuple):
    """A link in the menu, which is the same on all pages."""

    words: str
    href: str
    current: str
    """The value of `aria-current`: `page`, `true` for a page below the link's, or empty."""


def render(template: str, **values: Any) -> Markup:
    """Returns a filled template. Every value that isn't markup is escaped."""
    return Markup(_environment().get_template(f"{template}.html").render(values))  # noqa: S704


def render_feed(**values: Any) -> str:
    """Returns the filled template of Atom feeds."""
    return _environment().get_template("feed.xml").render(values)


def document(
    site: Site,
    path: str,
    title: str,
    body: Markup,
    *,
    description: str = "",
    picture: str = "",
    feed: str = "",
    crumbs: Sequence[tuple[str, str]] = (),
) -> Page:
    """Returns a whole page with this body.

    `path`: the path of the page.
    `description`: a sentence about the page, for search engines and previews of links.
    `picture`: the path of a picture for previews. If empty, the picture of the game is used.
    `feed`: the path of the Atom feed with news of the page, if any.
    `crumbs`: title and path of each page above this one, beginning with the highest.
    """
    values = {
        "site": site,
        "name": site.name,
        "title": title,
        "description": description or f"{title}: board games by email on {site.name}.",
        "url": site.absolute(path),
        "picture": site.absolute(picture or paths.game_picture(_game_of(path))),
        "body": body,
        "style": paths.link(paths.STYLE, path),
        "script": paths.link(paths.SCRIPT, path),
        "icon": paths.link(paths.ICON, path),
        "front": paths.link(paths.FRONT, path),
        "join": paths.link(paths.FRONT, path) + paths.JOIN,
        "feed": paths.link(feed, path) if feed else "",
        "families": _families(path),
        "menu": _menu(path),
        "crumbs": [(words, paths.link(target, path)) for words, target in crumbs],
    }
    return Page(path, render("document", **values).encode())


def _game_of(path: str) -> str:
    """Returns the game whose folder contains this path, or the first game for other paths."""
    folder = path.partition("/")[0]
    return folder if folder in games() else next(iter(games()))


def _families(path: str) -> Mapping[str, Sequence[MenuEntry]]:
    """Returns the links to the games by family, or none if all games are of one family."""
    by_family = families() if len(families()) > 1 else {}
    return {
        family: _entries({game.title: paths.game(game.name) for game in kinds}, path)
        for family, kinds in by_family.items()
    }


def _menu(path: str) -> list[MenuEntry]:
    """Returns the links in the menu on a page: one for each game, and one for each general page.

    If there are several families of games, links to games are in a menu of their own.
    """
    few = games().values() if len(families()) == 1 else ()
    targets = {game.title: paths.game(game.name) for game in few}
    targets |= {"Players": paths.PLAYERS, "Tournaments": paths.TOURNAMENTS, "Search": paths.SEARCH}
    return _entries(targets, path)


def _entries(targets: Mapping[str, str], path: str) -> list[MenuEntry]:
    """Returns links on the page `path`. `targets`: paths by the words of the links."""
    return [
        MenuEntry(words, paths.link(target, path), _current(target, path))
        for words, target in targets.items()
    ]


def _current(target: str, path: str) -> str:
    is_below = path.partition("/")[0] == target.removesuffix(".html").partition("/")[0]
    return "page" if path == target else "true" if is_below else ""


@cache
def _environment() -> Environment:
    environment = template_environment(TEMPLATES)
    environment.globals |= {"link": paths.link, "moment": moment, "day": day, "cell": cell}
    environment.filters["dated"] = dated
    return environment
