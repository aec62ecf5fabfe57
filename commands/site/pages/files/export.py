"""The records of many finished games in one file, as `pbm export` writes them."""

from collections.abc import Iterator

from commands.play.public_record import public_lines
from commands.site.page import Page
from commands.site.paths import PER_EXPORT, export_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject

KIND = Kind.EXPORT


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the file; none if no game of these numbers has ended."""
    game, first = subject.game, subject.number
    numbers = source.work.finished_games.numbers(game, first=first, last=first + PER_EXPORT - 1)
    lines = public_lines(source.work, game, numbers, source.site.address, source.signer)
    if content := "".join(lines):
        yield Page(export_path(game, first), content.encode())
