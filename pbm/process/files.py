"""Files that are written atomically, and their permissions."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from pbm.errors import ParseError

NOT_THE_OWNERS = stat.S_IRWXG | stat.S_IRWXO


def write_atomically(path: Path, content: bytes, *, new: bool = False) -> bool:
    """Writes a file that only its owner may read. After a crash it is complete or missing.

    `new`: don't replace an existing file. Returns False if there is one.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with whole_file(path, "wb", new=new) as file:
            file.write(content)
    except FileExistsError:
        return False
    return True


@contextmanager
def replaced_file(path: Path, mode: str = "w") -> Iterator[IO[Any]]:
    """Yields a new private file. It replaces `path` when the block ends without an error.

    If `path` is a link, such as /dev/stderr, the file that it points to is replaced. Raises
    ParseError if the file can't be written.
    """
    if path.exists() and not path.is_file():
        raise ParseError(f"{path} isn't a regular file, so pbm can't replace it.")
    try:
        with whole_file(real_path(path), mode) as file:
            yield file
    except OSError as error:
        raise ParseError(f"{path} can't be written: {error.strerror}.") from error


def real_path(path: Path) -> Path:
    """Returns the path with links resolved. Unlike Path.resolve(), it accepts a loop of links."""
    return Path(os.path.realpath(path))


@contextmanager
def whole_file(path: Path, mode: str, *, new: bool = False) -> Iterator[IO[Any]]:
    """Yields a file that only its owner may read. It gets its name once it is completely on disk.

    `new`: raise FileExistsError if a file of that name exists. Otherwise, the file is replaced.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with new_file(temporary, mode) as file:
            yield file
            file.flush()
            # A file that is renamed before it is on disk can be empty after a crash.
            os.fsync(file.fileno())
        _name_new(temporary, path) if new else temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


def new_file(path: Path, mode: str) -> IO[Any]:
    """Creates a file that only its owner may read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), mode)


def _name_new(temporary: Path, path: Path) -> None:
    """Names the file with a hard link. This fails if another process has created `path`."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # This file system has no hard links.
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        temporary.replace(path)


def is_open_to_others(path: Path) -> bool:
    """Whether users other than the owner may read or change a file or folder."""
    return path.exists() and bool(path.stat().st_mode & NOT_THE_OWNERS)


def is_open_to_all(path: Path) -> bool:
    """Whether users outside the owner's group may read or change a file."""
    return path.exists() and bool(path.stat().st_mode & stat.S_IRWXO)


def close_to_others(path: Path) -> None:
    """Removes all permissions of users other than the owner from a file or folder."""
    path.chmod(path.stat().st_mode & ~NOT_THE_OWNERS)


def give_to_owner(path: Path) -> None:
    """Makes the owner of the folder the owner of the file.

    The server runs as the owner of the folder, and couldn't read a file that belongs to root.
    """
    if os.geteuid() == 0:
        owner = path.absolute().parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def sync_folder(folder: Path) -> None:
    """Flushes the names of the files in a folder to disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
