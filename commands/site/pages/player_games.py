"""All boards of a player at a game."""

from collections.abc import Iterator
from functools import partial

from commands.site.lists.board_rows import lasting_row
from commands.site.lists.game_parts import list_pages
from commands.site.page import Page
from commands.site.paths import PLAYERS, games_path, player_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.site.templating import document, render
from pbm import games
from pbm.wording import counted

KIND = Kind.GAMES
PER_PAGE = 200
"""The boards of a page: those with the lowest numbers first, so that full pages stay."""


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the list of the boards; nothing if there are none that everybody may see."""
    game = games.find(subject.game)
    found = source.work.public_players.find(subject.number)
    boards = source.work.public_listings.all_of_player(subject.number, game.name) if found else ()
    if found is None or not boards:
        return
    userid = found.player.userid
    for page in list_pages(boards, partial(games_path, userid, game.name), PER_PAGE):
        body = render(
            "player_games",
            title=f"{game.title}: {userid}",
            number=counted(len(boards), "game"),
            rows=[lasting_row(board, page.path) for board in page.rows],
            links=page.links,
        )
        crumbs = [("Players", PLAYERS), (userid, player_path(userid))]
        title = f"{userid} at {game.title}"
        yield document(source.site, page.path, title, body, crumbs=crumbs)
