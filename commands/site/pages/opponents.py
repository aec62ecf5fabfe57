"""All opponents of a player."""

from collections.abc import Iterator
from functools import partial

from commands.site.lists.board_rows import FIRST_OPPONENTS, opponent_rows
from commands.site.lists.game_parts import list_pages
from commands.site.page import Page
from commands.site.paths import PLAYERS, opponents_path, player_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.site.templating import document, render

KIND = Kind.PLAYER


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the list of opponents, unless the player's own page has all."""
    found = source.work.public_players.find(subject.number)
    opponents = source.work.public_results.opponents(subject.number) if found else ()
    if found is None or len(opponents) <= FIRST_OPPONENTS:
        return
    userid = found.player.userid
    for page in list_pages(opponents, partial(opponents_path, userid)):
        rows = opponent_rows(page.rows, page.path)
        body = render("opponents", player=found.player, opponents=rows, links=page.links)
        crumbs = [("Players", PLAYERS), (userid, player_path(userid))]
        yield document(source.site, page.path, f"Opponents of {userid}", body, crumbs=crumbs)
