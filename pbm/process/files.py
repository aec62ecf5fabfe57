"""Writing files atomically."""

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
    """Writes a file that only its owner may read, so that it exists completely or not at all.

    `new`: a file that exists already is not replaced. Returns False if that is so.
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
    """Yields a new file that only its owner may read; it takes its place once it is whole.

    A link stays, and the file that it names is replaced: /dev/stderr is a link, too. Raises
    ParseError if it can't be written.
    """
    if path.exists() and not path.is_file():
        raise ParseError(f"{path} is no file that could be replaced.")
    try:
        with whole_file(real_path(path), mode) as file:
            yield file
    except OSError as error:
        raise ParseError(f"{path} can't be written: {error.strerror}.") from error


def real_path(path: Path) -> Path:
    """Returns the path without links, also for a loop of links, where Path.resolve() raises."""
    return Path(os.path.realpath(path))


@contextmanager
def whole_file(path: Path, mode: str, *, new: bool = False) -> Iterator[IO[Any]]:
    """Yields a file that only its owner may read; it gets its name once all of it is on disk.

    `new`: raises FileExistsError if there is a file of that name, which is replaced otherwise.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with new_file(temporary, mode) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _name_new(temporary, path) if new else temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


def new_file(path: Path, mode: str) -> IO[Any]:
    """Opens a new file that only its owner may read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), mode)


def _name_new(temporary: Path, path: Path) -> None:
    """Gives a file its name by a link, as another process may have made one in the meantime."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # this file system has no links
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        temporary.replace(path)


def is_open_to_others(path: Path) -> bool:
    """Returns True if users other than the owner may read or change a file or folder."""
    return path.exists() and bool(path.stat().st_mode & NOT_THE_OWNERS)


def is_open_to_all(path: Path) -> bool:
    """Returns True if users beyond the owner and the group may read or change a file."""
    return path.exists() and bool(path.stat().st_mode & stat.S_IRWXO)


def close_to_others(path: Path) -> None:
    """Takes all rights on a file or folder from users other than the owner."""
    path.chmod(path.stat().st_mode & ~NOT_THE_OWNERS)


def give_to_owner(path: Path) -> None:
    """Gives what root makes to the owner of the folder that it is in, as whom the server runs."""
    if os.geteuid() == 0:
        owner = path.absolute().parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def sync_folder(folder: Path) -> None:
    """Makes the names of the files in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
