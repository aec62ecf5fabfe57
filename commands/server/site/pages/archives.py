"""Lists of a game's boards by number, the list of these lists, and files of their records."""

import zlib
from collections.abc import Iterator
from typing import NamedTuple

from commands.server.site import paths
from commands.server.site.lists.board_rows import lasting_row
from commands.server.site.lists.game_navigation import ARCHIVE, TITLES, part_links, part_page
from commands.server.site.lists.searched_rows import board_rows_file
from commands.server.site.page_data import Page, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.public_records import public_lines
from commands.server.site.templating import document, render
from pbm import games

GZIP = 31
"""The `wbits` value with which zlib writes the gzip format."""


class ArchiveLink(NamedTuple):
    """A link to a list of boards."""

    words: str
    href: str
    boards: int


def _archives(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the page that links to all lists of boards, the newest first."""
    game = games.stored(subject.game)
    path = paths.part(game.name, ARCHIVE)
    blocks = source.work.public_listings.blocks(game.name, paths.PER_ARCHIVE)
    body = render(
        "archives",
        game=game,
        parts=() if game.name in games.absent() else part_links(game, path),
        search=f"{paths.link(paths.SEARCH, path)}?game={game.name}",
        records=paths.link(paths.ALL_RECORDS, path),
        schema=paths.link(paths.RECORD_SCHEMA, path),
        archives=[
            ArchiveLink(
                f"{first} to {first + paths.PER_ARCHIVE - 1}",
                paths.link(paths.archive(game.name, first), path),
                count,
            )
            for first, count in reversed(blocks)
        ],
    )
    yield part_page(source.site, game, ARCHIVE, path, body)


def _archive(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the list of the boards with numbers in one range, or nothing if there are none."""
    game, first = games.stored(subject.game), subject.number
    boards = source.work.public_listings.numbered(game.name, first, first + paths.PER_ARCHIVE - 1)
    if not boards:
        return
    path = paths.archive(game.name, first)
    yield board_rows_file(path, boards)
    over = any(board.over for board in boards)
    body = render(
        "archive",
        game=game,
        first=boards[0].line.number,
        last=boards[-1].line.number,
        rows=[lasting_row(board, path) for board in boards],
        records=paths.link(paths.export(game.name, first), path) if over else "",
    )
    title = f"{game.title}: boards from {first}"
    archive = paths.part(game.name, ARCHIVE)
    crumbs = [(game.title, paths.game(game.name)), (TITLES[ARCHIVE], archive)]
    yield document(source.site, path, title, body, crumbs=crumbs)


def _records(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields one file with the records of many finished games, in the format of `pbm export`."""
    game, first = subject.game, subject.number
    numbers = source.work.public_boards.finished(
        game, first=first, last=first + paths.PER_EXPORT - 1
    )
    lines = public_lines(source.work, game, numbers, source.site.address, source.signer)
    if content := "".join(lines):
        yield Page(paths.export(game, first), content.encode())


def _all_records(source: Source, _subject: Subject) -> Iterator[Page]:
    """Yields a file with the records of all games.

    It reads them from the files of `_records`, because signing them again would be slow.
    """
    packer, packed = zlib.compressobj(wbits=GZIP), bytearray()
    for game in games.games():
        for first, _ in source.work.public_listings.blocks(game, paths.PER_EXPORT):
            packed += packer.compress(source.read(paths.export(game, first)) or b"")
    yield Page(paths.ALL_RECORDS, bytes(packed + packer.flush()))


MAKERS = {
    Kind.RESULTS: _archives,
    Kind.ARCHIVE: _archive,
    Kind.EXPORT: _records,
    Kind.RECORDS: _all_records,
}
WITHOUT_RULES = {Kind.RESULTS: _archives, Kind.ARCHIVE: _archive}
