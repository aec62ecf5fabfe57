"""The feed of a player's boards that begin and end."""

from collections.abc import Iterator

from commands.site.feeds.atom import MOST_ENTRIES, Feed, write_feed
from commands.site.feeds.news import entries_of
from commands.site.page import Page
from commands.site.paths import feed_path, player_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject

KIND = Kind.PLAYER


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the feed; nothing for a player whom not everybody may see."""
    found = source.work.public_players.find(subject.number)
    if found is None:
        return
    player, listings, site = found.player, source.work.public_listings, source.site
    begun = listings.of_player(player.id, MOST_ENTRIES)
    ended = listings.of_player(player.id, MOST_ENTRIES, over=True)
    page = player_path(player.userid)
    title = f"Games of {player.userid} on {site.name}"
    yield write_feed(site, Feed(feed_path(page), page, title, [*entries_of(begun, ended)]))
