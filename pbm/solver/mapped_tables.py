"""Large tablebases in the data folder: made on demand and mapped into memory.

A file is a header, a line of JSON, and the entries. Only `pbm tables check` verifies the checksum
in the header. A file that is truncated, or was made by other rules, is treated as missing.
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
from pbm.search_budget import MAX_ENTRIES

log = get_logger()
SUFFIX = ".table"
"""The end of the names of files with a table."""
FORMAT = 1
"""The version of the file format."""
MAX_HEADER = 4096


@dataclass(frozen=True)
class TableFile:
    """A file with a table, of whatever size."""

    path: Path
    header: dict[str, Any]
    begin: int
    """The place of the first byte below the header."""

    @property
    def key(self) -> str:
        """The table's key."""
        return self.path.name.removesuffix(SUFFIX)

    @property
    def bits(self) -> int:
        """The bits of an entry of a mapped table; 0 for one that is made when it is needed."""
        bits = self.header.get("bits", 0)
        return bits if isinstance(bits, int) else 0

    def is_whole(self) -> bool:
        """Returns True if the content has the checksum of the header."""
        with self.path.open("rb") as file:
            file.seek(self.begin)
            return hashlib.file_digest(file, "sha256").hexdigest() == self.header.get("sha256")


class MappedTables:
    """The mapped tables of a folder."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._tables: dict[str, StoredTable | None] = {}

    def table(self, numbering: StoredNumbering) -> StoredTable | None:
        """Returns a table; None if it isn't stored, or its file can't be used."""
        if numbering.key not in self._tables and self._folder:
            path = self._folder / f"{numbering.key}{SUFFIX}"
            try:
                self._tables[numbering.key] = map_table(open_file(path), numbering)
            except FileNotFoundError:  # it may be made later
                return None
            except (OSError, ValueError) as error:
                log.warning("table can't be used", table=path.name, error=error)
                self._tables[numbering.key] = None
        return self._tables.get(numbering.key)


class NewAndMappedTables:
    """The mapped tables of a folder, and small ones, which are made on each request."""

    def __init__(self, folder: Path) -> None:
        self._mapped, self._new = MappedTables(folder), NewTables(MAX_ENTRIES)

    def stored(self, numbering: StoredNumbering) -> StoredTable | None:
        """Returns a mapped table."""
        return self._mapped.table(numbering)

    def scores(self, numbering: Numbering) -> Scores | None:
        """Returns a new table, or None if it would be too large."""
        return self._new.scores(numbering)


def open_file(path: Path) -> TableFile:
    """Returns the file; raises OSError if it can't be read, ValueError if it has no header."""
    with path.open("rb") as file:
        line = file.readline(MAX_HEADER)
    header = json.loads(line)
    if not isinstance(header, dict):
        raise ValueError("it has no header")  # noqa: TRY004 - as of all damaged files
    return TableFile(path, header, len(line))


def map_table(file: TableFile, numbering: StoredNumbering) -> StoredTable:
    """Returns the table in a file; raises ValueError if it isn't this one, of its full size."""
    expected = _stored_header(numbering, file.bits)
    size = -(-expected["entries"] * file.bits // 8)
    is_full = file.path.stat().st_size == file.begin + size > file.begin
    if not is_full or file.header | {"sha256": ""} != expected | {"sha256": ""}:
        raise ValueError("it is damaged, or was made by other rules")
    content = np.memmap(file.path, np.uint8, "r", file.begin, (size,))
    return open_table(np.asarray(content), file.bits)


def write_table(path: Path, numbering: StoredNumbering, bits: int, content: Content) -> None:
    """Writes a table with entries of this number of bits; replaces an older one."""
    header = _stored_header(numbering, bits) | {"sha256": hashlib.sha256(content.data).hexdigest()}
    write_atomically(path, json.dumps(header).encode() + b"\n" + content.tobytes())


def _stored_header(numbering: StoredNumbering, bits: int) -> dict[str, Any]:
    """Returns the header, without the checksum."""
    return {
        "format": FORMAT,
        "key": numbering.key,
        "rules": numbering.version,
        "placements": numbering.placements,
        "entries": numbering.entries(),
        "bits": bits,
    }
