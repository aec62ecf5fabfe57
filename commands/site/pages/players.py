"""The index of players."""

from collections.abc import Iterator
from typing import NamedTuple

from commands.site.lists.board_rows import Name, name_of
from commands.site.lists.game_parts import list_pages
from commands.site.page import Page
from commands.site.paths import PLAYERS, players_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.site.templating import document, render
from pbm.wording import counted

KIND = Kind.PLAYERS


class PlayerRow(NamedTuple):
    """A player as a row of the index."""

    name: Name
    running: int
    finished: int


def pages(source: Source, _: Subject) -> Iterator[Page]:
    """Yields the index of all players whom everybody may see."""
    everybody = source.work.public_players.all()
    for page in list_pages(everybody, players_path):
        rows = [
            PlayerRow(name_of(each.player, page.path), each.running, each.finished)
            for each in page.rows
        ]
        body = render(
            "players", number=counted(len(everybody), "player"), rows=rows, links=page.links
        )
        crumbs = [("Players", PLAYERS)] if page.number > 1 else []
        yield document(source.site, page.path, "Players", body, crumbs=crumbs)
