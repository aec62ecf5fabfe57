"""The signed record of a board, to be downloaded."""

from collections.abc import Iterator

from commands.play.public_record import public_record
from commands.security.record_signing import write_signed
from commands.site.page import Page
from commands.site.paths import record_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject

KIND = Kind.BOARD


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the record, which changes with each move."""
    found = source.board(subject.game, subject.number)
    if found:
        record = public_record(found.board, source.site.address, source.signer)
        path = record_path(subject.game, subject.number)
        yield Page(path, write_signed(record).encode())
