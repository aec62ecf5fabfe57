"""Games in whose calls processes ended: by a crash, an exit, or a call that never returned.

Each process has a file with notes of the calls that it is making, which it locks. The file of a
process that has ended is unlocked, and the calls that are still noted there ended it. They are
listed in the file `stuck-games` of the data folder.
"""

import fcntl
import os
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

FILE = "stuck-games"
"""The list in the data folder. An admin who deletes it enables the games again."""
NOTES_FOLDER = "game-calls"
"""The folder in the data folder with a file for each process."""
NOTES_SIZE = 1024
"""Bytes of a file for notes; the stacks of a call that didn't return follow."""
MAX_ENDS = 2
"""Processes that a version of a game may end until it is disabled."""

Key = tuple[str, str]
"""A game's name, and its package with the version."""


def write_note(game: str, package: str, method: str) -> str:
    """Returns the note of a call."""
    return f"{game}\t{package}\t{method}"


def open_notes(data: Path) -> int:
    """Returns the descriptor of a new locked file for this process's notes. Raises OSError."""
    folder = data / NOTES_FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    _give_to_owner(folder, data)
    path = folder / secrets.token_hex(8)
    with _locked(folder):
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        fcntl.flock(file, fcntl.LOCK_EX)
    _give_to_owner(path, data)
    os.write(file, bytes(NOTES_SIZE))  # notes then need no more space, also on a full disk
    return file


def read_stuck_games(data: Path) -> frozenset[Key]:
    """Returns the versions of games that have ended MAX_ENDS processes.

    Moves the notes of processes that have ended to the list before.
    """
    with suppress(OSError):  # nobody has called a game, or the folder belongs to another user
        _collect(data)
    ends = Counter(_read_list(data / FILE))
    return frozenset(key for key, count in ends.items() if count >= MAX_ENDS)


def _collect(data: Path) -> None:
    folder = data / NOTES_FOLDER
    with _locked(folder):
        for path in folder.iterdir():
            if (notes := _notes_of_ended(path)) is not None:
                _add_to_list(data, notes)
                path.unlink()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keeps other processes from adding or reading files of notes."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _notes_of_ended(path: Path) -> bytes | None:
    """Returns the content of a process's file, or None if the process is alive."""
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        return file.read()


def _add_to_list(data: Path, content: bytes) -> None:
    notes = content[:NOTES_SIZE].rstrip(b"\0").decode(errors="replace")
    if not notes:
        return
    stacks = content[NOTES_SIZE:].decode(errors="replace").splitlines()
    at = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    lines = [*(f"{at}\t{note}" for note in notes.splitlines()), *(f"  {line}" for line in stacks)]
    path = data / FILE
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
    _give_to_owner(path, data)


def _read_list(path: Path) -> Iterable[Key]:
    """Yields the version of a game for each process that ended in its calls."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        match line.split("\t"):
            case [_, game, package, _]:
                yield game, package


def _give_to_owner(path: Path, data: Path) -> None:
    """Gives a file that root made to the owner of the data folder."""
    if os.geteuid() == 0:
        owner = data.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
