"""Tablebases in the data folder: made once, checked whenever they are read.

A file is a header, a line of JSON, and the table in numpy's format. One that is damaged,
truncated, or made by another version of the rules counts as missing, and is made again.
"""

import hashlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from commands.system.files import write_atomically
from pbm.process.lazy_logger import get_logger
from pbm.proofs.knowledge import Numbering, StoredNumbering
from pbm.proofs.proving import NewTables
from pbm.proofs.tables.retrograde import Progress, Scores, analyse
from pbm.proofs.tables.stored_tables import Content, StoredTable, open_table
from pbm.search_budget import MAX_ENTRIES

# Large tablebases in the data folder: made on demand, mapped into memory, never read as a whole.
#
# A file is a header, a line of JSON, and the entries. The checksum in the header is compared by
# `pbm tables check` alone; a file that is truncated, or was made by other rules, counts as
# missing.


SUFFIX = ".table"
"""The end of the names of files with a table."""
FORMAT = 1
"""The version of the file format."""
MAX_HEADER = 4096

log = get_logger()


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


# Tablebases in the data folder: made once, checked whenever they are read.

"""The version of the file format."""
MAX_IN_MEMORY = 4
"""Tablebases kept in memory, each of at most a few megabytes."""


class TablebaseCache:
    """Makes tablebases when they are asked for, and stores the ones that are worth it."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.mapped = MappedTables(folder)
        """The tables that are too large for this."""
        self._in_memory: dict[str, Scores] = {}

    def scores(
        self, numbering: Numbering, largest: int, progress: Progress = lambda _: None
    ) -> Scores | None:
        """Returns the table; None if it isn't stored and has more entries than `largest`."""
        scores = self._in_memory.get(numbering.key)
        if scores is None:
            scores = self._load(numbering)
        if scores is None and numbering.entries <= largest:
            scores = analyse(numbering.graph(), progress)
            self._save(numbering, scores)
        if scores is not None:
            self._cache(numbering.key, scores)
        return scores

    def _cache(self, key: str, scores: Scores) -> None:
        self._in_memory[key] = scores
        while len(self._in_memory) > MAX_IN_MEMORY:
            del self._in_memory[next(iter(self._in_memory))]

    def _load(self, numbering: Numbering) -> Scores | None:
        path = self._path(numbering)
        if path is None:
            return None
        try:
            return read_tablebase(path.read_bytes(), numbering)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            log.warning("table can't be used", table=path.name, error=error)
            return None

    def _save(self, numbering: Numbering, scores: Scores) -> None:
        path = self._path(numbering)
        if path is None:
            return
        try:
            write_atomically(path, write_tablebase(numbering, scores))
        except OSError as error:  # the table can be used, and will be made again next time
            log.warning("table not saved", table=path.name, error=error)

    def _path(self, numbering: Numbering) -> Path | None:
        if self._folder is None or not numbering.kept:
            return None
        return self._folder / f"{numbering.key}{SUFFIX}"


def write_tablebase(numbering: Numbering, scores: Scores) -> bytes:
    """Returns a tablebase as the content of its file; the inverse of `read_tablebase`."""
    content = io.BytesIO()
    np.save(content, scores, allow_pickle=False)
    header = _header(numbering) | {"sha256": hashlib.sha256(content.getvalue()).hexdigest()}
    return json.dumps(header).encode() + b"\n" + content.getvalue()


def read_tablebase(file: bytes, numbering: Numbering) -> Scores:
    """Returns the table in a file; raises ValueError if it isn't this one, complete."""
    line, _, content = file.partition(b"\n")
    expected = _header(numbering) | {"sha256": hashlib.sha256(content).hexdigest()}
    if json.loads(line) != expected:
        raise ValueError("it is damaged, or was made by other rules")
    scores: Scores = np.load(io.BytesIO(content), allow_pickle=False)
    return scores


def _header(numbering: Numbering) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "key": numbering.key,
        "rules": numbering.version,
        "placements": numbering.placements,
        "entries": numbering.entries,
    }
