"""The templates of the pages."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from commands.server.site import paths
from commands.server.site.source import Page, Site
from commands.server.site.times import dated, day, moment
from commands.views.template_environment import template_environment
from pbm.games import games

TEMPLATES = Path(__file__).parent / "templates"


class MenuEntry(NamedTuple):
    """A link of the menu that stands on every page."""

    words: str
    href: str
    current: str
    """The value of `aria-current`: `page`, `true` for a page below it, else empty."""


def render(template: str, **values: Any) -> Markup:
    """Returns the filled template of this name; every value that isn't markup is escaped."""
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

    `path`: where it stands. `description`: a sentence on it, for search engines and previews of
    links. `picture`: the path of a picture for these, if it isn't that of the game. `feed`: the
    path of the Atom feed that tells what is new on it.
    `crumbs`: the words and paths of the pages above it, the highest first.
    """
    values = {
        "site": site,
        "name": site.name,
        "title": title,
        "description": description or f"{title}: board games by mail on {site.name}.",
        "url": site.absolute(path),
        "picture": site.absolute(picture or paths.game_picture(_game_of(path))),
        "body": body,
        "style": paths.link(paths.STYLE, path),
        "script": paths.link(paths.SCRIPT, path),
        "icon": paths.link(paths.ICON, path),
        "front": paths.link(paths.FRONT, path),
        "join": paths.link(paths.FRONT, path) + paths.JOIN,
        "feed": paths.link(feed, path) if feed else "",
        "menu": _menu(path),
        "crumbs": [(words, paths.link(target, path)) for words, target in crumbs],
    }
    return Page(path, render("document", **values).encode())


def _game_of(path: str) -> str:
    """Returns the game whose folder has this path; the first one for pages about all games."""
    folder = path.partition("/")[0]
    return folder if folder in games() else next(iter(games()))


def _menu(path: str) -> list[MenuEntry]:
    """Returns the links to the games and to what is about all of them, as they stand on a page."""
    targets = {game.title: paths.game(game.name) for game in games().values()}
    targets |= {"Players": paths.PLAYERS, "Tournaments": paths.TOURNAMENTS, "Search": paths.SEARCH}
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
    environment.globals |= {"link": paths.link, "moment": moment, "day": day}
    environment.filters["dated"] = dated
    return environment
