"""Reads files of game records.

A file contains one record in JSON or text, one record per line, or games in a standard format.
"""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from commands.cli.output_files import GZIP_MAGIC
from commands.security.record_signing import errors_of_line
from pbm.board.records.record import Record
from pbm.board.records.record_text import read_any
from pbm.errors import ParseError

MAX_FILE_BYTES = 4 * 1024 * 1024
"""Maximum size in bytes of a record, and of a file in a standard format."""
BEGINNING_BYTES = 4096


def read_file(path: Path) -> Record:
    """Returns the record in a file after replaying it.

    Raises UserError for a wrong record.
    """
    return read_any(read_bytes(path).decode(errors="replace"))


def read_bytes(path: Path) -> bytes:
    """Returns the content of a file.

    Raises ParseError if it is too large for a record.
    """
    with _opened_record(path) as file:
        return _checked_size(file.read(MAX_FILE_BYTES + 1), str(path))


def has_record_lines(path: Path) -> bool:
    """Whether each line of a file is a record.

    Only the first line is checked: it must begin and end like a JSON object.
    """
    with _opened_record(path) as file:
        first = file.readline(MAX_FILE_BYTES + 1)
    return first.startswith(b"{") and first.rstrip().endswith(b"}")


def read_beginning(path: Path) -> bytes:
    """Returns the first bytes of a file, by which its format is recognized."""
    with _opened_record(path) as file:
        return file.read(BEGINNING_BYTES)


@contextmanager
def opened_lines(path: Path) -> Iterator[Iterator[bytes]]:
    """Yields an iterator over the lines of a file.

    Iterating raises ParseError for a line that is too large for a record.
    """
    with _opened_record(path) as file:
        yield _record_lines(file)


def read_records(lines: Iterable[bytes]) -> Iterator[Record]:
    """Yields the replayed records in the lines of a file.

    Raises UserError for a wrong record.
    """
    for number, line in enumerate(lines, 1):
        with errors_of_line(number):
            record = read_any(line.decode(errors="replace"))
        yield record


def _record_lines(file: BinaryIO | gzip.GzipFile) -> Iterator[bytes]:
    number = 1
    while line := file.readline(MAX_FILE_BYTES + 1):
        yield _checked_size(line, f"Line {number}")
        number += 1


@contextmanager
def _opened_record(path: Path) -> Iterator[BinaryIO | gzip.GzipFile]:
    """Opens a file and decompresses it if necessary."""
    try:
        with path.open("rb") as file:
            is_compressed = file.peek(len(GZIP_MAGIC)).startswith(GZIP_MAGIC)
            yield gzip.GzipFile(fileobj=file) if is_compressed else file
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ParseError(f"{path} is damaged: {error}.") from None
    except OSError as error:
        raise ParseError(f"{path} can't be read: {error.strerror}.") from None


def _checked_size(content: bytes, name: str) -> bytes:
    if len(content) > MAX_FILE_BYTES:
        raise ParseError(f"{name} is too large. The maximum is 4 MB.")
    return content
