"""Atom feeds (RFC 4287): what is new about boards, games, players, and the whole site."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import attrgetter
from urllib.parse import quote

from commands.site import paths
from commands.site.lists.board_rows import options_of
from commands.site.subject import Page, Site
from commands.site.templating import render_feed
from commands.views.board_parts import verdict
from commands.views.json.data import names, status
from pbm import games
from pbm.board.board import Board
from pbm.match.authors import author_words
from pbm.match.decisions import closed_by
from pbm.match.match import Event
from storage.boards.public.boards import PublicBoard
from storage.boards.public.listings import ListedBoard

MOST_ENTRIES = 50
"""The number of entries of a feed: the latest."""
NAMED_IN = "2026"
"""The year in the identifiers of feeds and entries, in which they were first given (RFC 4151)."""
NOTHING_NEW = datetime(2026, 1, 1, tzinfo=UTC)
"""The time of a feed without entries."""
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece of news."""

    name: str
    """Its identifier within the site, which never changes: `knightpanic/101/begun`."""
    title: str
    text: str
    at: datetime
    path: str
    """The page that it is about."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A file with the latest news about the subject of a page."""

    path: str
    page: str
    """The path of the page."""
    title: str
    entries: Sequence[Entry]
    """Of entries with the same time, the later ones last."""


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
            for entry in entries[:MOST_ENTRIES]
        ],
    )
    return Page(feed.path, content.encode())


def _identifier(site: Site, name: str) -> str:
    """Returns an identifier that stays the same wherever the site is."""
    return f"tag:{site.name.lower()},{NAMED_IN}:{quote(name)}"


def _url(site: Site, path: str, feed: str) -> str:
    return site.absolute(path) or paths.link(path, feed)


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _printable(text: str) -> str:
    """Returns text without the characters that XML can't have."""
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


# News of boards: that they begin and end.


def entries_of(begun: Sequence[ListedBoard], ended: Sequence[ListedBoard]) -> Iterator[Entry]:
    """Yields an entry for the start of each of these boards, and one for the end of each.

    Both lists begin with the latest board.
    """
    for board in reversed(begun):
        yield _entry(board, "begun", "has begun")
    for board in reversed(ended):
        yield _entry(board, "ended", status(board.line))


def _entry(board: ListedBoard, what: str, words: str) -> Entry:
    line = board.line
    title = f"{games.stored(line.game).title} {line.number}"
    ended = what == "ended"
    return Entry(
        name=f"{line.game}/{line.number}/{what}",
        title=f"{title}: {words}" if ended else f"{title} {words}: {names(line)}",
        text=f"{names(line)}. {options_of(board)}.",
        at=line.changed if ended else board.begun,
        path=paths.board(line.game, line.number),
    )


# News of a board: the events of its log.

PLAYED, LEFT = "move ", "leave "
SAID = {
    "undo": "The last move was taken back",
    "draw": "The players agreed on a draw",
    "draw repetition": "The game was drawn, as the position repeated itself",
    "draw length": "The game was drawn for its length",
}
DECIDED, CLOSED = "The admin has decided", "The round of the tournament is over"


def events_of(public: PublicBoard, page: str) -> Iterator[Entry]:
    """Yields an entry for the latest events, and for the start of a board without many.

    `page`: the path of the board's page.
    """
    board = public.board
    name = f"{board.game.name}/{board.number}"
    userids = [player.userid for player in board.players]
    plies = _plies(board.match.events)
    if len(plies) < MOST_ENTRIES:
        words = f"The game has begun: {' - '.join(userids)}"
        yield Entry(f"{name}/begun", words, f"{words}.", board.begun, page)
    for number in range(max(0, len(plies) - MOST_ENTRIES), len(plies)):
        event = board.match.events[number]
        words = _words(event, plies[number], userids)
        last = number == len(plies) - 1
        text = "\n\n".join([f"{words}.", *(_ending(board, userids) if last else [])])
        yield Entry(f"{name}/{number}", words, text, event.at, page)


def _plies(events: Sequence[Event]) -> list[int]:
    """Returns the number of moves in force after each event."""
    found, ply = [], 0
    for event in events:
        word, _, rest = event.text.partition(" ")
        ply += {"move": 1, "undo": -1}.get(word, 0)
        ply = int(rest.split()[0]) if word == "rollback" else ply
        found.append(ply)
    return found


def _words(event: Event, ply: int, userids: Sequence[str]) -> str:
    if event.text.startswith(PLAYED):
        return f"#{ply} {author_words(event.author)}: {event.text.removeprefix(PLAYED)}"
    if event.text.startswith(LEFT):
        seat, why = event.text.removeprefix(LEFT).split(" ", 1)
        return f"{userids[int(seat)]} {why}"
    return CLOSED if closed_by(event.text) else SAID.get(event.text, DECIDED)


def _ending(board: Board, userids: Sequence[str]) -> list[str]:
    """Returns the result of a finished game."""
    return verdict(board.match.outcome, userids) if board.match.outcome else []
