"""The list of all lists of a game's boards."""

from collections.abc import Iterator
from typing import NamedTuple

from commands.site.lists.game_parts import ARCHIVE, part_links, part_page
from commands.site.page import Page
from commands.site.paths import PER_ARCHIVE, archive_path, link, part_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.site.templating import render
from pbm import games

KIND = Kind.RESULTS


class ArchiveLink(NamedTuple):
    """A link to a list of boards."""

    words: str
    href: str
    boards: int


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the list of lists, that of the newest boards first."""
    game = games.find(subject.game)
    path = part_path(game.name, ARCHIVE)
    blocks = source.work.public_listings.blocks(game.name, PER_ARCHIVE)
    body = render(
        "archives",
        game=game,
        parts=part_links(game, path),
        archives=[
            ArchiveLink(
                f"{first} to {first + PER_ARCHIVE - 1}",
                link(archive_path(game.name, first), path),
                count,
            )
            for first, count in reversed(blocks)
        ],
    )
    yield part_page(source.site, game, ARCHIVE, path, body)
