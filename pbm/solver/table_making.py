"""Makes a large tablebase in waves, and can be interrupted at any time.

A separate file contains the scores and is mapped into memory. Another file records the number of
finished waves. After an interruption of any kind, pbm continues after the last finished wave.
"""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from pbm.errors import NotAllowedError
from pbm.process.files import write_atomically
from pbm.proofs.knowledge import StoredNumbering
from pbm.proofs.tables.retrograde_waves import TableCounts, WaveAnalysis
from pbm.proofs.tables.stored_tables import RESULT_BITS, SCORE_BITS, pack_results
from pbm.solver.mapped_tables import SUFFIX, write_table

SCORES, WAVES = ".scores", ".waves"
"""Suffixes of the names of an unfinished table's files."""
Mapped = np.memmap[tuple[int], np.dtype[np.int8]]
"""Scores in a file that is mapped into memory."""


class MakingProgress(Protocol):
    """Shows the progress while a table is made."""

    def begin(self, stage: str, rows: int) -> None:
        """Called when a stage with this number of rows begins."""
        ...

    def row_done(self) -> None:
        """Called after each row."""
        ...


@dataclass(frozen=True)
class FinishedWaves:
    """The finished waves of a table that is still being made."""

    rules: int
    """The version of the game's rules."""
    count: int = 0
    decided: int = 0
    """The number of entries whose score these waves have found."""

    def with_another(self, decided: int) -> "FinishedWaves":
        """Returns the finished waves after another wave found the scores of `decided` entries."""
        return FinishedWaves(self.rules, self.count + 1, self.decided + decided)


class TableMaking:
    """Makes one table."""

    def __init__(self, folder: Path, numbering: StoredNumbering) -> None:
        self._numbering = numbering
        self._scores = folder / f"{numbering.key}{SCORES}"
        self._waves = self._scores.with_suffix(WAVES)
        self._path = folder / f"{numbering.key}{SUFFIX}"

    def run(self, progress: MakingProgress, *, distances: bool) -> TableCounts:
        """Makes the table, or continues after an interruption. Returns the counts of its values."""
        with _opened(self._scores, self._numbering.entries()) as scores:
            analysis = self._numbering.analysis(scores)
            self._run_waves(analysis, progress, scores)
            content = scores.view(np.uint8) if distances else pack_results(scores)
            bits = SCORE_BITS if distances else RESULT_BITS
            write_table(self._path, self._numbering, bits, content)
            _unlink(self._scores)
            return analysis.counts()

    def waves(self) -> int:
        return finished_waves(self._waves).count

    def _run_waves(
        self, analysis: WaveAnalysis, progress: MakingProgress, scores: "Mapped"
    ) -> None:
        finished, decided = self._resume(analysis, progress), 1
        while decided:
            progress.begin(f"Wave {finished.count}", 2 * analysis.rows)
            decided = analysis.wave(finished.count, progress.row_done)
            finished = finished.with_another(decided)
            # Flush the scores first: the other file must never count a wave that isn't on disk.
            scores.flush()
            write_atomically(self._waves, json.dumps(asdict(finished)).encode())

    def _resume(self, analysis: WaveAnalysis, progress: MakingProgress) -> FinishedWaves:
        """Returns the waves to continue after.

        Starts from the beginning if the scores were made by other rules, or don't have the number
        of entries that the waves decided.
        """
        none, finished = FinishedWaves(self._numbering.version), finished_waves(self._waves)
        progress.begin("Preparing", analysis.rows)
        entries_kept = analysis.resume(finished.count, progress.row_done)
        if finished.rules == none.rules and finished.decided == entries_kept:
            return finished
        analysis.resume(0)
        return none


def discard(folder: Path, key: str) -> None:
    """Removes an unfinished table. Raises NotAllowedError while a process makes it."""
    path = folder / f"{key}{SCORES}"
    with _opened(path, 1):
        _unlink(path)


def finished_waves(path: Path) -> FinishedWaves:
    """Returns the finished waves that a file records, or none if it is missing or damaged."""
    try:
        return FinishedWaves(**json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        return FinishedWaves(0)


def _unlink(scores: Path) -> None:
    scores.with_suffix(WAVES).unlink(missing_ok=True)
    scores.unlink(missing_ok=True)


@contextmanager
def _opened(path: Path, entries: int) -> Iterator[Mapped]:
    """Yields the scores in a file that is created, locked and mapped into memory.

    Raises NotAllowedError if another process has locked the file, or if it can't be written.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _unwritable(path, error) from error
    with os.fdopen(descriptor, "r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Without reserved space, a full disk would kill the process that writes to the mapping.
            os.posix_fallocate(file.fileno(), 0, entries)
        except BlockingIOError:
            raise NotAllowedError(
                f"Another process is already making the table {path.stem}."
            ) from None
        except OSError as error:
            raise _unwritable(path, error) from error
        yield np.memmap(file, np.int8, "r+", shape=(entries,))


def _unwritable(path: Path, error: OSError) -> NotAllowedError:
    return NotAllowedError(f"{path} can't be written: {error.strerror}.")
