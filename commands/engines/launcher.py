"""Starts an engine in its sandbox, with an environment that reveals nothing."""

import json
import os
import secrets
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from commands.engines.command_line import Argv, shebang
from commands.engines.resource_limits import EngineLimits

# The files that an engine may read: the system's, and those around its program.

SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt"),
    *("/nix/store", "/gnu/store", "/etc/alternatives", "/etc/localtime"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"),
)
"""Programs and libraries; of /etc only what these need, as the rest may hold secrets."""
SYSTEM_PATTERNS = ("java-*", "python3*", "perl", "mono", "dotnet", "php", "R")
"""The configuration of interpreters, in /etc."""
PROGRAM_FOLDERS = ("bin", "sbin", "shims")
"""Names of folders with programs, whose libraries lie beside them."""
OUR_PACKAGES = ("commands", "pbm")
"""The packages that `pbm bot` needs, which a development version has outside of any library."""
SOURCE = Path(__file__).parents[2]
ALL_MAY_ENTER = stat.S_IROTH | stat.S_IXOTH


def visible_files(command: Argv, hidden: Sequence[Path], *, as_other_user: bool) -> tuple[str, ...]:
    """Returns the absolute paths of the files and folders that an engine may read.

    `hidden`: files and folders of the server; no visible folder is around one of them.
    `as_other_user`: the engine's user isn't the server's, who may read more.
    """
    etc = [path for pattern in SYSTEM_PATTERNS for path in Path("/etc").glob(pattern)]
    found = [*map(Path, SYSTEM), *etc, *(SOURCE / name for name in OUR_PACKAGES)]
    for path in _named_files(command):
        for folder in _around(path, [*hidden, *_private_folders()], as_other_user=as_other_user):
            found += _links(folder)
    return _outermost(path for path in found if os.path.lexists(path))


def _private_folders() -> tuple[Path, ...]:
    """Returns folders of the server's user that are more than a program's own."""
    home = Path.home()
    return home, home / ".local" / "share"


def _named_files(command: Argv) -> Iterator[Path]:
    """Yields the program, its interpreters, and the files in its command, by all their names."""
    for word in (*command, *_interpreters(command[0])):
        with suppress(OSError):  # a word may be too long for a path
            path = Path(word)
            if path.is_absolute() and path.is_file():
                yield from _links(path)


def _interpreters(program: str) -> Iterator[str]:
    """Yields the programs named in the first line of a script."""
    for word in shebang(program):
        yield shutil.which(word) or word


def _links(path: Path) -> Iterator[Path]:
    """Yields a file or folder and, if it is a link, those to which it leads in turn."""
    for _ in range(40):
        yield path
        if not path.is_symlink():
            return
        path = Path(os.path.normpath(path.parent / path.readlink()))


def _around(path: Path, hidden: Sequence[Path], *, as_other_user: bool) -> Iterator[Path]:
    """Yields the largest folder around a file that is its program's alone, or else the file.

    Of a folder that only the server's own user may enter, it is the file.
    """
    folder = path.parent
    library = folder.parent if folder.name in PROGRAM_FOLDERS else folder
    for each in (library, folder):
        entered = not as_other_user or each.stat().st_mode & ALL_MAY_ENTER == ALL_MAY_ENTER
        if entered and not _is_around(each, hidden):
            yield each
            return
    yield path


def _is_around(folder: Path, hidden: Sequence[Path]) -> bool:
    real = folder.resolve()
    return any(each.is_relative_to(real) or each.is_relative_to(folder) for each in hidden)


def _outermost(paths: Iterator[Path]) -> tuple[str, ...]:
    """Returns the paths without those that lie in another of them."""
    found: list[Path] = []
    for path in sorted(set(paths), key=lambda path: len(path.parts)):
        if not any(path.is_relative_to(other) for other in found):
            found.append(path)
    return tuple(map(str, found))


RUN_SANDBOX = (
    "import sys; sys.path.append(sys.argv.pop(1)); "
    "from commands.engines.sandbox.main import main; main()"
)
"""Python code, so that the sandbox loads nothing that isn't the standard library's or ours."""


def new_folder() -> Path:
    """Returns a path for an engine's folder.

    The sandbox makes the folder itself, so that none stays when the server is killed before. So
    might the file with which `tempfile.gettempdir` tries whether it can write.
    """
    scratch = Path(os.environ.get("TMPDIR") or "/tmp").absolute()  # noqa: S108
    return scratch / f"pbm-bot-{secrets.token_hex(8)}"


def launch_sandbox(
    command: Argv, limits: EngineLimits, folder: Path, control: int, isolation: str
) -> "subprocess.Popen[bytes]":
    """Returns the sandbox's process, with the engine's pipes.

    `folder`: made by the sandbox, and removed at its end.
    `control`: the file descriptor of the socket on which the sandbox reports.
    """
    as_other_user = os.geteuid() == 0 and (limits.user or (1, 1))[0] != 0
    config = asdict(limits) | {
        "control": control,
        "folder": str(folder),
        "isolation": isolation,
        "visible": visible_files(command, [*map(Path, limits.hidden)], as_other_user=as_other_user),
    }
    return subprocess.Popen(  # noqa: S603 - the admin chose the command
        [sys.executable, "-I", "-S", "-c", RUN_SANDBOX, SOURCE, json.dumps(config), *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"},
        pass_fds=[control],
        start_new_session=True,
    )
