"""The feed of a game's boards that begin and end."""

from collections.abc import Iterator

from commands.site.feeds.atom import MOST_ENTRIES, Feed, write_feed
from commands.site.feeds.news import entries_of
from commands.site.page import Page
from commands.site.paths import feed_path, game_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from pbm import games

KIND = Kind.RESULTS


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the feed."""
    game, listings, site = games.find(subject.game), source.work.public_listings, source.site
    begun = listings.begun(MOST_ENTRIES, game.name)
    ended = listings.latest(MOST_ENTRIES, game.name, over=True)
    page = game_path(game.name)
    title = f"{game.title} on {site.name}"
    yield write_feed(site, Feed(feed_path(page), page, title, [*entries_of(begun, ended)]))
