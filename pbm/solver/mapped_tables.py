"""Large tablebases in the data folder. Admins make them, and pbm maps them into memory.

A file is a header (one line of JSON), followed by the entries. Only `pbm tables check` verifies the
checksum in the header, because reading a whole table takes a long time. If a file is truncated, or
was made for another version of the rules, it is treated as missing.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pbm.process.files import write_atomically
from pbm.process.lazy_logger import get_logger
from pbm.proofs.knowledge import Numbering, StoredNumbering
from pbm.proofs.proving import NewTables
from pbm.proofs.tables.retrograde import Scores
from pbm.proofs.tables.stored_tables import Content, StoredTable, open_table
from pbm.search.budget import MAX_ENTRIES

log = get_logger()
SUFFIX = ".table"
"""Suffix of the names of table files."""
FORMAT = 1
"""Version of the file format."""
MAX_HEADER = 4096


@dataclass(frozen=True)
class TableFile:
    """A file with a table, small or large."""

    path: Path
    header: dict[str, Any]
    begin: int
    """Offset of the first byte after the header."""

    @property
    def key(self) -> str:
        return self.path.name.removesuffix(SUFFIX)

    @property
    def bits(self) -> int:
        """Number of bits of an entry of a mapped table.

        It is 0 for a small table in numpy's format.
        """
        bits = self.header.get("bits", 0)
        return bits if isinstance(bits, int) else 0

    def is_whole(self) -> bool:
        """Whether the content has the checksum that the header names."""
        with self.path.open("rb") as file:
            file.seek(self.begin)
            return hashlib.file_digest(file, "sha256").hexdigest() == self.header.get("sha256")


class MappedTables:
    """The mapped tables of a folder. Each file is opened once."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._tables: dict[str, StoredTable | None] = {}

    def table(self, numbering: StoredNumbering) -> StoredTable | None:
        """Returns the table, or None if its file is missing or can't be used."""
        if numbering.key not in self._tables and self._folder:
            path = self._folder / f"{numbering.key}{SUFFIX}"
            try:
                self._tables[numbering.key] = map_table(open_file(path), numbering)
            except (
                FileNotFoundError
            ):  # Don't cache this result, because the table may be made later.
                return None
            except (OSError, ValueError) as error:
                log.warning("failed to read a table", table=path.name, error=error)
                self._tables[numbering.key] = None
        return self._tables.get(numbering.key)


class NewAndMappedTables:
    """The mapped tables of a folder, and small tables that are made for each request."""

    def __init__(self, folder: Path) -> None:
        self._mapped, self._new = MappedTables(folder), NewTables(MAX_ENTRIES)

    def stored(self, numbering: StoredNumbering) -> StoredTable | None:
        return self._mapped.table(numbering)

    def scores(self, numbering: Numbering) -> Scores | None:
        """Returns a new table, or None if it would have more than MAX_ENTRIES."""
        return self._new.scores(numbering)


def open_file(path: Path) -> TableFile:
    """Reads the header of a table file.

    Raises OSError if the file can't be read, and ValueError if it has no header.
    """
    with path.open("rb") as file:
        line = file.readline(MAX_HEADER)
    header = json.loads(line)
    if not isinstance(header, dict):
        raise ValueError("the file has no header")  # noqa: TRY004 - as of all damaged files
    return TableFile(path, header, len(line))


def map_table(file: TableFile, numbering: StoredNumbering) -> StoredTable:
    """Returns the table in a file, mapped into memory.

    Raises ValueError if the file is truncated, or is the table of another numbering.
    """
    expected = _stored_header(numbering, file.bits)
    size = -(-expected["entries"] * file.bits // 8)
    is_full = file.path.stat().st_size == file.begin + size > file.begin
    if not is_full or file.header | {"sha256": ""} != expected | {"sha256": ""}:
        raise ValueError("the table is damaged, or was made for a different version of the rules")
    content = np.memmap(file.path, np.uint8, "r", file.begin, (size,))
    return open_table(np.asarray(content), file.bits)


def write_table(path: Path, numbering: StoredNumbering, bits: int, content: Content) -> None:
    """Writes a table file atomically. `bits`: the number of bits of an entry."""
    header = _stored_header(numbering, bits) | {"sha256": hashlib.sha256(content.data).hexdigest()}
    write_atomically(path, json.dumps(header).encode() + b"\n" + content.tobytes())


def _stored_header(numbering: StoredNumbering, bits: int) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "key": numbering.key,
        "rules": numbering.version,
        "placements": numbering.placements,
        "entries": numbering.entries(),
        "bits": bits,
    }
