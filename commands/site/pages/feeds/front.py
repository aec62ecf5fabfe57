"""The feed of all boards that begin and end."""

from collections.abc import Iterator

from commands.site.feeds.atom import MOST_ENTRIES, Feed, write_feed
from commands.site.feeds.news import entries_of
from commands.site.page import Page
from commands.site.paths import FRONT, FRONT_FEED
from commands.site.source import Source
from commands.site.subject import Kind, Subject

KIND = Kind.PLAYERS


def pages(source: Source, _: Subject) -> Iterator[Page]:
    """Yields the feed."""
    listings, site = source.work.public_listings, source.site
    begun, ended = listings.begun(MOST_ENTRIES), listings.latest(MOST_ENTRIES, over=True)
    title = f"Games on {site.name}"
    yield write_feed(site, Feed(FRONT_FEED, FRONT, title, [*entries_of(begun, ended)]))
