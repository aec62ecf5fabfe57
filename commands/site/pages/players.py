"""The index of players, and the feed of all boards that begin and end."""

from collections.abc import Iterator
from typing import NamedTuple

from commands.site.feeds import MOST_ENTRIES, Feed, entries_of, write_feed
from commands.site.lists.board_rows import Name, name_of
from commands.site.lists.game_parts import list_pages
from commands.site.subject import (
    FRONT,
    FRONT_FEED,
    PLAYERS,
    Kind,
    Page,
    Source,
    Subject,
    players_path,
)
from commands.site.templating import document, render
from pbm.wording import counted


class PlayerRow(NamedTuple):
    """A player as a row of the index."""

    name: Name
    running: int
    finished: int


def _pages(source: Source, _: Subject) -> Iterator[Page]:
    """Yields the index of all players whom everybody may see, and the feed."""
    everybody = source.work.public_players.all()
    for page in list_pages(everybody, players_path):
        rows = [
            PlayerRow(name_of(each.player, page.path), each.running, each.finished)
            for each in page.rows
        ]
        body = render(
            "players", number=counted(len(everybody), "player"), rows=rows, links=page.links
        )
        crumbs = [("Players", PLAYERS)] if page.number > 1 else []
        yield document(source.site, page.path, "Players", body, crumbs=crumbs)
    yield _feed(source)


def _feed(source: Source) -> Page:
    listings, site = source.work.public_listings, source.site
    begun, ended = listings.begun(MOST_ENTRIES), listings.latest(MOST_ENTRIES, over=True)
    title = f"Games on {site.name}"
    return write_feed(site, Feed(FRONT_FEED, FRONT, title, [*entries_of(begun, ended)]))


MAKERS = {Kind.PLAYERS: _pages}
