"""Games in whose calls processes ended: by a crash, an exit, or a call that never returned.

Each process has a file with notes of the calls that it is making, which it locks. The file of a
process that has ended is unlocked, and the calls that are still noted there ended it. They are
listed in the file `stuck-games` of the data folder.
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
"""The list in the data folder. An admin who deletes it enables the games again."""
NOTES_FOLDER = "game-calls"
"""The folder in the data folder with a file for each process."""
NOTES_SIZE = 1024
"""Bytes of a file for notes; the stacks of a call that didn't return follow."""
BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Linux's number of the time since the machine was started."""
MAX_ENDS = 2
"""Processes that a version of a game may end until it is disabled."""

Key = tuple[str, str]
"""A game's name, and its package with the version."""


def write_note(game: str, package: str, method: str) -> str:
    """Returns the note of a call."""
    return f"{game}\t{package}\t{method}"


def open_notes(data: Path) -> int:
    """Returns the descriptor of a new locked file for this process's notes. Raises OSError."""
    with suppress(FileExistsError):
        (data / NOTES_FOLDER).mkdir(mode=0o700)
    with _locked(data) as folder:
        _give_to_owner(folder, data)
        file = _open(
            f"{_boot()}-{secrets.token_hex(8)}", os.O_RDWR | os.O_CREAT | os.O_EXCL, folder
        )
        fcntl.flock(file, fcntl.LOCK_EX)
    _give_to_owner(file, data)
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
    with _locked(data) as folder:
        for name in os.listdir(folder):  # noqa: PTH208 - pathlib knows no descriptors
            if (notes := _notes_of_ended(name, folder)) is not None:
                if name.startswith(_boot()):  # no game is to blame if the machine went off
                    _add_to_list(data, notes)
                os.unlink(name, dir_fd=folder)


def _boot() -> str:
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""


@contextmanager
def _locked(data: Path) -> Iterator[int]:
    """Yields the descriptor of the folder. Other processes neither add files to it nor read any."""
    folder = _open(data / NOTES_FOLDER, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield folder
    finally:
        os.close(folder)


def _open(path: str | Path, flags: int, folder: int | None = None) -> int:
    """Returns the descriptor of a file in the data folder or in this folder. Raises OSError.

    Links aren't followed: root may be working here, and the data's owner may have made them. Nor
    does anybody wait for a pipe.
    """
    file = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600, dir_fd=folder)
    status = os.fstat(file)
    if stat.S_ISREG(status.st_mode) and status.st_nlink > 1:
        os.close(file)
        raise PermissionError(f"{path} has another name elsewhere")
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
    # of a call that didn't return; others, which may have waited for it, are noted after it
    blamed = notes[:1] if stacks else notes
    at = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    lines = [*(f"{at}\t{note}" for note in blamed), *(f"  {line}" for line in stacks)]
    listed = _open(data / FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    with os.fdopen(listed, "a", encoding="utf-8") as file:
        _give_to_owner(listed, data)
        file.writelines(f"{line}\n" for line in lines)


def _read_list(path: Path) -> Iterable[Key]:
    """Yields the version of a game for each process that ended in its calls."""
    try:
        listed = _open(path, os.O_RDONLY)
    except OSError:  # there is none, or it is no list
        return
    with os.fdopen(listed, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    for line in lines:
        match line.split("\t"):
            case [_, game, package, _]:
                yield game, package


def _give_to_owner(file: int, data: Path) -> None:
    """Gives what root made to the owner of the data folder."""
    if os.geteuid() == 0:
        owner = data.stat()
        os.fchown(file, owner.st_uid, owner.st_gid)
