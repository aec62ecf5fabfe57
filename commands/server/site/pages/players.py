"""The index of players, the search page, and the feed with the starts and ends of all boards."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from commands.server.site import paths
from commands.server.site.board_news import entries_of
from commands.server.site.feeds import MAX_ENTRIES, Feed, write_feed
from commands.server.site.lists.paging import list_pages
from commands.server.site.lists.player_names import Name, name_of
from commands.server.site.lists.searched_rows import player_rows_file
from commands.server.site.page_data import Page, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.templating import document, render
from pbm.games import games
from pbm.wording import counted


class PlayerRow(NamedTuple):
    """A player as a row of the index."""

    name: Name
    running: int
    finished: int


def _pages(source: Source, _: Subject) -> Iterator[Page]:
    """Yields the index of all public players, the search page and the feed."""
    everybody, counts = source.work.public_players.all(), source.work.public_players.all_games()
    names: list[tuple[str, str]] = []
    for page in list_pages(everybody, paths.players):
        rows = [
            PlayerRow(name_of(each.player, page.path), each.running, each.finished)
            for each in page.rows
        ]
        body = render(
            "players", number=counted(len(everybody), "player"), rows=rows, links=page.links
        )
        crumbs = [("Players", paths.PLAYERS)] if page.number > 1 else []
        yield document(source.site, page.path, "Players", body, crumbs=crumbs)
        yield player_rows_file(page.path, page.rows, counts)
        sorted_names = sorted(each.player.userid.lower() for each in page.rows)
        names += [(sorted_names[0], sorted_names[-1])] if sorted_names else []
    yield _search(source, names)
    yield _feed(source)


def _search(source: Source, names: Sequence[tuple[str, str]]) -> Page:
    """Returns the search page. `names`: the first and the last userid in each data file."""
    listings = source.work.public_listings
    blocks = {
        game: [first for first, _ in listings.blocks(game, paths.PER_ARCHIVE)] for game in games()
    }
    body = render(
        "search",
        games=games().values(),
        table={
            "players": names,
            "games": {game.name: (game.title, blocks[game.name]) for game in games().values()},
        },
        players=paths.link(paths.PLAYERS, paths.SEARCH),
        script=paths.link(paths.SEARCH_SCRIPT, paths.SEARCH),
    )
    return document(source.site, paths.SEARCH, "Search", body)


def _feed(source: Source) -> Page:
    listings, site = source.work.public_listings, source.site
    begun, ended = listings.begun(MAX_ENTRIES), listings.latest(MAX_ENTRIES, over=True)
    title = f"Games on {site.name}"
    return write_feed(site, Feed(paths.FRONT_FEED, paths.FRONT, title, [*entries_of(begun, ended)]))


MAKERS = {Kind.PLAYERS: _pages}
