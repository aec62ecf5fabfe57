"""Finds the files that an engine may read: files of the operating system and of its program."""

import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from pbm.engines.command_line import Argv, shebang

SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt"),
    *("/nix/store", "/gnu/store", "/etc/alternatives", "/etc/localtime"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"),
)
"""Programs and libraries. /etc isn't visible except for the files they need, because it may contain
secrets.
"""
SYSTEM_PATTERNS = ("java-*", "python3*", "perl", "mono", "dotnet", "php", "R")
"""Patterns of the folders in /etc that configure interpreters."""
PROGRAM_FOLDERS = ("bin", "sbin", "shims")
"""Names of folders with programs. Their libraries are in folders next to them."""
OUR_PACKAGES = ("commands", "pbm")
"""The packages that `pbm bot` needs. In a development checkout they aren't in a library folder."""
SOURCE = Path(__file__).parents[2]
ALL_MAY_ENTER = stat.S_IROTH | stat.S_IXOTH


def visible_files(command: Argv, hidden: Sequence[Path], *, as_other_user: bool) -> tuple[str, ...]:
    """Returns the absolute paths of the files and folders that an engine may read.

    `hidden`: files and folders of the server. No folder that contains one of them becomes visible.
    `as_other_user`: whether the engine runs as another user than the server. That user may be able
    to read fewer files.
    """
    etc = [path for pattern in SYSTEM_PATTERNS for path in Path("/etc").glob(pattern)]
    files = [*map(Path, SYSTEM), *etc, *(SOURCE / name for name in OUR_PACKAGES)]
    for path in _named_files(command):
        for folder in _around(path, [*hidden, *_private_folders()], as_other_user=as_other_user):
            files += _links(folder)
    return _outermost(path for path in files if os.path.lexists(path))


def _private_folders() -> tuple[Path, ...]:
    """Returns folders of the server's user that contain more than one program."""
    home = Path.home()
    return home, home / ".local" / "share"


def _named_files(command: Argv) -> Iterator[Path]:
    """Yields the program, its interpreters and the files in its command. Includes links to them."""
    for word in (*command, *_interpreters(command[0])):
        with suppress(OSError):  # The word may be too long for a path.
            path = Path(word)
            if path.is_absolute() and path.is_file():
                yield from _links(path)


def _interpreters(program: str) -> Iterator[str]:
    """Yields the programs that the first line of a script names."""
    for word in shebang(program):
        yield shutil.which(word) or word


def _links(path: Path) -> Iterator[Path]:
    """Yields a file or folder and, if it is a link, each path on the way to its target."""
    # Linux follows at most 40 links, and links can form a loop.
    for _ in range(40):
        yield path
        if not path.is_symlink():
            return
        path = Path(os.path.normpath(path.parent / path.readlink()))


def _around(path: Path, hidden: Sequence[Path], *, as_other_user: bool) -> Iterator[Path]:
    """Yields the largest folder around a file that contains only the file's program.

    If there is none, or if only the server's user may enter the folder, yields the file.
    """
    folder = path.parent
    library = folder.parent if folder.name in PROGRAM_FOLDERS else folder
    for place in (library, folder):
        entered = not as_other_user or place.stat().st_mode & ALL_MAY_ENTER == ALL_MAY_ENTER
        if entered and not _is_around(place, hidden):
            yield place
            return
    yield path


def _is_around(folder: Path, hidden: Sequence[Path]) -> bool:
    real = folder.resolve()
    return any(each.is_relative_to(real) or each.is_relative_to(folder) for each in hidden)


def _outermost(paths: Iterator[Path]) -> tuple[str, ...]:
    """Returns the paths without any path that is inside another of them."""
    outermost: list[Path] = []
    for path in sorted(set(paths), key=lambda path: len(path.parts)):
        if not any(path.is_relative_to(other) for other in outermost):
            outermost.append(path)
    return tuple(map(str, outermost))
