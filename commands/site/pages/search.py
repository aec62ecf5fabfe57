"""The search page, and the names of all players that it looks among."""

from collections.abc import Iterator

from commands.site.lists.game_parts import PER_PAGE, list_pages
from commands.site.lists.searched_rows import player_rows_file
from commands.site.subject import (
    PER_ARCHIVE,
    PLAYERS,
    SEARCH,
    SEARCH_SCRIPT,
    Kind,
    Page,
    Source,
    Subject,
    link,
    players_path,
)
from commands.site.templating import document, render
from pbm.games import games


def _search(source: Source, _: Subject) -> Iterator[Page]:
    """Yields the page, and the files beside the lists of players."""
    everybody, counts = source.work.public_players.all(), source.work.public_players.all_games()
    ranges = []
    for page in list_pages(everybody, players_path, PER_PAGE):
        yield player_rows_file(page.path, page.rows, counts)
        names = [each.player.userid.lower() for each in page.rows]
        ranges += [(min(names), max(names))] if names else []
    blocks = {
        name: [first for first, _ in source.work.public_listings.blocks(name, PER_ARCHIVE)]
        for name in games()
    }
    table = {
        "players": ranges,
        "games": {game.name: [game.title, blocks[game.name]] for game in games().values()},
    }
    body = render(
        "search",
        games=games().values(),
        table=table,
        players=link(PLAYERS, SEARCH),
        script=link(SEARCH_SCRIPT, SEARCH),
    )
    yield document(source.site, SEARCH, "Search", body)


MAKERS = {Kind.PLAYERS: _search}
