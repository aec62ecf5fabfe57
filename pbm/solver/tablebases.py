"""Small tablebases in the data folder. Each is made once, and checked whenever it is read.

A file is a header (one line of JSON), followed by the table in numpy's format. A file that is
damaged, truncated or of another version of the rules is treated as missing, and the table is made
again.
"""

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from pbm.process.files import write_atomically
from pbm.process.lazy_logger import get_logger
from pbm.proofs.knowledge import Numbering
from pbm.proofs.tables.retrograde import Progress, Scores, analyse
from pbm.solver.mapped_tables import FORMAT, SUFFIX, MappedTables

log = get_logger()
MAX_IN_MEMORY = 4
"""Maximum number of tablebases in memory. Each takes up to a few megabytes."""


class TablebaseCache:
    """Makes tablebases when they are needed, and stores tables that take a long time to make."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.mapped = MappedTables(folder)
        """The tables that are too large for this cache."""
        self._in_memory: dict[str, Scores] = {}

    def scores(
        self, numbering: Numbering, largest: int, progress: Progress = lambda _: None
    ) -> Scores | None:
        """Returns the table. Makes it if it isn't stored and has at most `largest` entries.

        Returns None if it isn't stored and is larger.
        """
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
            log.warning("failed to read a table", table=path.name, error=error)
            return None

    def _save(self, numbering: Numbering, scores: Scores) -> None:
        path = self._path(numbering)
        if path is None:
            return
        try:
            write_atomically(path, write_tablebase(numbering, scores))
        except (
            OSError
        ) as error:  # The table can be used, but must be made again by the next process.
            log.warning("failed to save a table", table=path.name, error=error)

    def _path(self, numbering: Numbering) -> Path | None:
        if self._folder is None or not numbering.kept:
            return None
        return self._folder / f"{numbering.key}{SUFFIX}"


def write_tablebase(numbering: Numbering, scores: Scores) -> bytes:
    """Returns the content of a tablebase's file. The inverse of `read_tablebase`."""
    content = io.BytesIO()
    np.save(content, scores, allow_pickle=False)
    header = _header(numbering) | {"sha256": hashlib.sha256(content.getvalue()).hexdigest()}
    return json.dumps(header).encode() + b"\n" + content.getvalue()


def read_tablebase(file: bytes, numbering: Numbering) -> Scores:
    """Returns the table in a file. Raises ValueError if it is damaged or another table."""
    line, _, content = file.partition(b"\n")
    expected = _header(numbering) | {"sha256": hashlib.sha256(content).hexdigest()}
    if json.loads(line) != expected:
        raise ValueError("the table is damaged, or was made for a different version of the rules")
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
