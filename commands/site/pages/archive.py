"""The boards of a game with numbers near each other."""

from collections.abc import Iterator

from commands.site.lists.board_rows import lasting_row
from commands.site.lists.game_parts import ARCHIVE, TITLES
from commands.site.page import Page
from commands.site.paths import PER_ARCHIVE, archive_path, export_path, game_path, link, part_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.site.templating import document, render
from pbm import games

KIND = Kind.ARCHIVE


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the list of these boards; nothing if there are none."""
    game, first = games.find(subject.game), subject.number
    boards = source.work.public_listings.numbered(game.name, first, first + PER_ARCHIVE - 1)
    if not boards:
        return
    path = archive_path(game.name, first)
    over = any(board.over for board in boards)
    body = render(
        "archive",
        game=game,
        first=boards[0].line.number,
        last=boards[-1].line.number,
        rows=[lasting_row(board, path) for board in boards],
        records=link(export_path(game.name, first), path) if over else "",
    )
    title = f"{game.title}: boards from {first}"
    archive = part_path(game.name, ARCHIVE)
    crumbs = [(game.title, game_path(game.name)), (TITLES[ARCHIVE], archive)]
    yield document(source.site, path, title, body, crumbs=crumbs)
