"""Write Atom feeds with news of boards."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import attrgetter
from urllib.parse import quote

from commands.server.site import paths
from commands.server.site.page_data import Page, Site
from commands.server.site.templating import render_feed

MAX_ENTRIES = 50
"""Maximum number of entries in a feed. Older ones are left out."""
NAMED_IN = "2026"
"""The year in the tag URIs that identify entries (RFC 4151). It must never change."""
NOTHING_NEW = datetime(2026, 1, 1, tzinfo=UTC)
"""The time of a feed without entries."""
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
PLAYED, LEFT = "move ", "leave "
DECIDED, CLOSED = "An admin has decided this game", "The tournament round is over"


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece of news in a feed."""

    name: str
    """The identifier within the site, which never changes, such as `knightpanic/101/begun`."""
    title: str
    text: str
    at: datetime
    path: str
    """The path of the page that it is about."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A file with the latest news about the subject of a page."""

    path: str
    page: str
    title: str
    entries: Sequence[Entry]
    """The entries. Entries with the same time are in the order in which they happened."""


def write_feed(site: Site, feed: Feed) -> Page:
    """Returns the file of a feed, with its latest entries first."""
    entries = sorted(feed.entries, key=attrgetter("at"))[::-1]
    content = render_feed(
        id=_identifier(site, feed.path),
        title=_printable(feed.title),
        author=site.name,
        updated=_moment(entries[0].at if entries else NOTHING_NEW),
        own=_url(site, feed.path, feed.path),
        page=_url(site, feed.page, feed.path),
        entries=[
            {
                "id": _identifier(site, entry.name),
                "title": _printable(entry.title),
                "text": _printable(entry.text),
                "updated": _moment(entry.at),
                "href": _url(site, entry.path, feed.path),
            }
            for entry in entries[:MAX_ENTRIES]
        ],
    )
    return Page(feed.path, content.encode())


def _identifier(site: Site, name: str) -> str:
    """Returns an identifier that stays the same if the site moves to another address."""
    return f"tag:{site.name.lower()},{NAMED_IN}:{quote(name)}"


def _url(site: Site, path: str, feed: str) -> str:
    return site.absolute(path) or paths.link(path, feed)


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _printable(text: str) -> str:
    """Returns the text with characters that XML forbids replaced."""
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
