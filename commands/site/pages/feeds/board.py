"""The feed of a board: each move, and whatever else happens."""

from collections.abc import Iterator

from commands.site.feeds.atom import Feed, write_feed
from commands.site.feeds.news import events_of
from commands.site.page import Page
from commands.site.paths import board_path, feed_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.views.board_text import thread_subject

KIND = Kind.BOARD


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the feed; nothing if not everybody may see the board."""
    public = source.board(subject.game, subject.number)
    if public is None:
        return
    board = public.board
    page = board_path(board.game.name, board.number)
    userids = [player.userid for player in board.players]
    title = thread_subject(board.game.name, board.number, userids)
    yield write_feed(source.site, Feed(feed_path(page), page, title, [*events_of(public, page)]))
