"""Tables of proofs in the data folder: made once, checked whenever they are read.

A file is a line of JSON that says what it is, and the table as numpy writes it. One that is
damaged, cut off, or made by other rules than today's counts as missing, and is made anew.
"""

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import structlog

from commands.system.files import write_atomically
from pbm.proofs import Numbering, Progress, Scores, analyse

FORMAT = 1
"""Raised when what the files hold changes."""
MAX_IN_MEMORY = 4
"""How many tables are kept in memory, of at most a few megabytes each."""

log = structlog.get_logger()


class TablebaseCache:
    """Tables up to a size are made when they are asked for, and kept where that is worth it."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._remembered: dict[str, Scores] = {}

    def scores(
        self, numbering: Numbering, largest: int, progress: Progress = lambda _: None
    ) -> Scores | None:
        """The table; None where it isn't kept and has more placements than `largest`."""
        scores = self._remembered.get(numbering.key)
        if scores is None:
            scores = self._kept(numbering)
        if scores is None and numbering.placements <= largest:
            scores = analyse(numbering.graph(), progress)
            self._keep(numbering, scores)
        if scores is not None:
            self._remember(numbering.key, scores)
        return scores

    def _remember(self, key: str, scores: Scores) -> None:
        self._remembered[key] = scores
        while len(self._remembered) > MAX_IN_MEMORY:
            del self._remembered[next(iter(self._remembered))]

    def _kept(self, numbering: Numbering) -> Scores | None:
        path = self._path(numbering)
        if path is None:
            return None
        try:
            return read_tablebase(path.read_bytes(), numbering)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            log.warning("table can't be used", table=path.name, error=str(error))
            return None

    def _keep(self, numbering: Numbering, scores: Scores) -> None:
        path = self._path(numbering)
        if path is None:
            return
        try:
            write_atomically(path, write_tablebase(numbering, scores))
        except OSError as error:  # the table is good all the same, and will be made again
            log.warning("table not kept", table=path.name, error=str(error))

    def _path(self, numbering: Numbering) -> Path | None:
        if self._folder is None or not numbering.kept:
            return None
        return self._folder / f"{numbering.key}.table"


def write_tablebase(numbering: Numbering, scores: Scores) -> bytes:
    """A table as it is kept; the inverse of `read_table`."""
    content = io.BytesIO()
    np.save(content, scores, allow_pickle=False)
    head = _header(numbering) | {"sha256": hashlib.sha256(content.getvalue()).hexdigest()}
    return json.dumps(head).encode() + b"\n" + content.getvalue()


def read_tablebase(kept: bytes, numbering: Numbering) -> Scores:
    """The table in a file; raises ValueError for any other than this one, whole."""
    line, _, content = kept.partition(b"\n")
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
    }
