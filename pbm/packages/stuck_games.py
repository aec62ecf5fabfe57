"""Games that have ended processes, by a crash, an exit, or a call that never returned.

Each process notes its current calls in a file, and locks the file. If the file is unlocked, the
process has ended, and the calls noted in the file ended it. pbm then adds these calls to the file
`stuck-games` of the data folder.
"""

import fcntl
import os
import secrets
import stat
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

FILE = "stuck-games"
"""The list in the data folder. If an admin deletes it, the games are enabled again."""
NOTES_FOLDER = "game-calls"
"""The folder in the data folder with one file for each process."""
NOTES_SIZE = 1024
"""Number of bytes at the start of a file that are reserved for notes. The stack traces of a call
that didn't return follow them.
"""
BOOT = Path("/proc/sys/kernel/random/boot_id")
"""A random id that Linux makes at each start of the machine."""
MAX_ENDS = 2
"""Number of processes that a version of a game may end before it is disabled."""

Key = tuple[str, str]
"""A game's name, and its package with the version."""


def write_note(game: str, package: str, method: str) -> str:
    return f"{game}\t{package}\t{method}"


def open_notes(data: Path) -> int:
    """Returns the descriptor of a new, locked file for this process's notes. Raises OSError."""
    with suppress(FileExistsError):
        (data / NOTES_FOLDER).mkdir(mode=0o700)
    with _locked(data) as folder:
        _give_to_owner(folder, data)
        file = _open(
            f"{_boot()}-{secrets.token_hex(8)}", os.O_RDWR | os.O_CREAT | os.O_EXCL, folder
        )
        fcntl.flock(file, fcntl.LOCK_EX)
    _give_to_owner(file, data)
    # Reserve the space now, so that notes can be written even on a full disk.
    os.write(file, bytes(NOTES_SIZE))
    return file


def read_stuck_games(data: Path) -> frozenset[Key]:
    """Returns the versions of games that have ended MAX_ENDS processes.

    Before that, moves the notes of ended processes to the list.
    """
    with suppress(OSError):  # no games were called yet, or the folder belongs to another user
        _collect(data)
    ends = Counter(_read_list(data / FILE))
    return frozenset(key for key, count in ends.items() if count >= MAX_ENDS)


def _collect(data: Path) -> None:
    with _locked(data) as folder:
        for name in os.listdir(folder):  # noqa: PTH208 - pathlib knows no descriptors
            if (notes := _notes_of_ended(name, folder)) is not None:
                if name.startswith(_boot()):  # after a restart of the machine, no game is to blame
                    _add_to_list(data, notes)
                os.unlink(name, dir_fd=folder)


def _boot() -> str:
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""


@contextmanager
def _locked(data: Path) -> Iterator[int]:
    """Locks the folder with the notes against other processes, and yields its descriptor."""
    folder = _open(data / NOTES_FOLDER, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield folder
    finally:
        os.close(folder)


def _open(path: str | Path, flags: int, folder: int | None = None) -> int:
    """Returns the descriptor of a file in the data folder, or in `folder`. Raises OSError.

    Doesn't follow links, because root may run this, and the owner of the data folder may have made
    the links. Doesn't wait for the other end of a pipe either.
    """
    # Don't follow links: root may run this, and the owner of the data folder may have made them.
    file = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600, dir_fd=folder)
    status = os.fstat(file)
    if stat.S_ISREG(status.st_mode) and status.st_nlink > 1:
        os.close(file)
        raise PermissionError(f"{path} has several hard links")
    return file


def _notes_of_ended(name: str, folder: int) -> bytes | None:
    """Returns the content of a process's file, or None if the process is alive."""
    with os.fdopen(_open(name, os.O_RDONLY, folder), "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        return file.read()


def _add_to_list(data: Path, content: bytes) -> None:
    notes = content[:NOTES_SIZE].rstrip(b"\0").decode(errors="replace").splitlines()
    if not notes:
        return
    stacks = content[NOTES_SIZE:].decode(errors="replace").splitlines()
    # If there are stacks, the first call didn't return. Others may just have waited for it.
    blamed = notes[:1] if stacks else notes
    at = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    lines = [*(f"{at}\t{note}" for note in blamed), *(f"  {line}" for line in stacks)]
    listed = _open(data / FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    with os.fdopen(listed, "a", encoding="utf-8") as file:
        _give_to_owner(listed, data)
        file.writelines(f"{line}\n" for line in lines)


def _read_list(path: Path) -> Iterable[Key]:
    """Yields the game and its package once for each process that the game has ended."""
    try:
        listed = _open(path, os.O_RDONLY)
    except OSError:  # there is no list, or the file isn't one
        return
    with os.fdopen(listed, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    for line in lines:
        match line.split("\t"):
            case [_, game, package, _]:
                yield game, package


def _give_to_owner(file: int, data: Path) -> None:
    """Gives a file made by root to the owner of the data folder."""
    if os.geteuid() == 0:
        owner = data.stat()
        os.fchown(file, owner.st_uid, owner.st_gid)
