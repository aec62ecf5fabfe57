"""The site's folder. Files are replaced atomically, and links out of the folder aren't followed.

All files are readable for a web server, whatever the umask.
"""

import errno
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

MARK = ".pbm-site"
"""The file that marks a folder as a site. It contains the name of the database."""
TEMPORARY = ".pbm-new-"
"""Prefix of the names of files that aren't complete."""
FOLDER_MODE, FILE_MODE = 0o755, 0o644
FULL = (errno.ENOSPC, errno.EDQUOT)
"""Errors of a disk that has no room for a file."""
_NAME = re.compile(r"[A-Za-z0-9~][A-Za-z0-9._~-]*")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Stamp:
    """The size of a file, and the time of its last change in nanoseconds since 1970."""

    size: int
    modified: int


class SiteFolder:
    """An open folder. All paths are relative to it, with `/` between folders."""

    def __init__(self, path: Path) -> None:
        """Opens a folder. Raises OSError if it doesn't exist or can't be read."""
        self.path = path
        self._root = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        os.close(self._root)

    def check_not_replaced(self) -> None:
        """Raises OSError if the folder was moved away or replaced by another one."""
        if not os.path.samestat(self.path.stat(), os.fstat(self._root)):
            raise FileNotFoundError(
                errno.ENOENT, "the folder was moved away or replaced", str(self.path)
            )

    def write(self, path: str, content: bytes) -> Stamp:
        """Writes a file. Readers see either the old content or all of the new one.

        If the disk is full, the old file is removed first. It mustn't stay, because it may show
        something that is hidden now.
        """
        with self._folder_of(path, make=True) as (folder, name):
            try:
                return _replace(name, content, folder)
            except OSError as error:
                if error.errno not in FULL:
                    raise
                with suppress(OSError):
                    os.unlink(name, dir_fd=folder)
                return _replace(name, content, folder)

    def read(self, path: str) -> bytes | None:
        """Returns the content of a file, or None if it doesn't exist or is a link."""
        with suppress(OSError), self._folder_of(path, make=False) as (folder, name):
            # O_NONBLOCK keeps `open` from waiting forever for a writer if the file is a pipe.
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            with open(os.open(name, flags, dir_fd=folder), "rb") as file:  # noqa: PTH123
                return file.read()
        return None

    def stamp(self, path: str) -> Stamp | None:
        """Returns the stamp of a file, or None if it doesn't exist."""
        with suppress(OSError), self._folder_of(path, make=False) as (folder, name):
            return _stamp(name, folder)
        return None

    def remove(self, path: str) -> None:
        """Removes a file if it exists, and any folders that this leaves empty."""
        with suppress(FileNotFoundError, NotADirectoryError):
            with self._folder_of(path, make=False) as (folder, name):
                os.unlink(name, dir_fd=folder)
            while path := path.rpartition("/")[0]:
                with self._folder_of(path, make=False) as (folder, name):
                    try:
                        os.rmdir(name, dir_fd=folder)
                    except OSError:  # the folder isn't empty
                        return

    def files(self) -> Iterator[tuple[str, Stamp]]:
        """Yields the path and stamp of each file, including temporary ones and links."""
        for folder, _, names, descriptor in os.fwalk(".", dir_fd=self._root):
            for name in names:
                if stamp := _stamp(name, descriptor):
                    yield f"{folder}/{name}".removeprefix("./"), stamp

    @staticmethod
    def check_path(path: str) -> None:
        """Raises ValueError if no file of the site can have this path."""
        for name in path.split("/"):
            _checked(name)

    @contextmanager
    def _folder_of(self, path: str, *, make: bool) -> Iterator[tuple[int, str]]:
        """Yields the descriptor of the folder that contains a file, and the file's name."""
        *folders, name = path.split("/")
        here = os.dup(self._root)
        try:
            for folder in folders:
                below = _open_folder(_checked(folder), here, make=make)
                os.close(here)
                here = below
            yield here, _checked(name)
        finally:
            os.close(here)


def _checked(name: str) -> str:
    """Returns the name of a file or folder. Raises ValueError for one that may lead elsewhere."""
    if not _NAME.fullmatch(name) and not name.startswith(TEMPORARY) and name != MARK:
        raise ValueError(f"{name!r} can't be used as a file name on the site")
    return name


def _open_folder(name: str, parent: int, *, make: bool) -> int:
    try:
        return os.open(name, _FOLDER, dir_fd=parent)
    except FileNotFoundError:
        if not make:
            raise
    with suppress(FileExistsError):
        os.mkdir(name, FOLDER_MODE, dir_fd=parent)
    descriptor = os.open(name, _FOLDER, dir_fd=parent)
    # A strict umask may have removed the rights that a web server needs.
    os.fchmod(descriptor, FOLDER_MODE)
    return descriptor


def _replace(name: str, content: bytes, folder: int) -> Stamp:
    """Writes a file under a temporary name, and renames it. A failure leaves no file behind."""
    temporary = f"{TEMPORARY}{secrets.token_hex(6)}"
    try:
        stamp = write_new(temporary, content, folder)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with suppress(OSError):
            os.unlink(temporary, dir_fd=folder)
        raise
    return stamp


def write_new(name: str, content: bytes, folder: int) -> Stamp:
    descriptor = os.open(name, _NEW, FILE_MODE, dir_fd=folder)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        # A strict umask may have removed the rights that a web server needs.
        os.fchmod(descriptor, FILE_MODE)
        status = os.fstat(descriptor)
    return Stamp(status.st_size, status.st_mtime_ns)


def _stamp(name: str, folder: int) -> Stamp | None:
    """Returns the stamp of a file, or None if it doesn't exist. Links and the like have size -1."""
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    return Stamp(status.st_size if stat.S_ISREG(status.st_mode) else -1, status.st_mtime_ns)
