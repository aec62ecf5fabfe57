"""Starts an engine in its sandbox, with an environment that reveals nothing."""

import json
import os
import pwd
import secrets
import shutil
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from commands.engines.command_line import Argv, shebang
from commands.engines.sandbox import landlock
from commands.engines.sandbox.processes import FIRST_OWN_USER, LANDLOCK, NAMESPACES, NONE
from pbm.errors import NotAllowedError, UsageError

# Resource limits of engines, and the user as which they run.


MAX_PROCESS_ID = 2**22


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """The limits of one engine; its memory is counted over all its processes."""

    first_ms: int = 1000
    """Time for its first turn."""
    turn_ms: int = 100
    """Time for every other turn."""
    memory: int = 1024
    """In megabytes."""
    processes: int = 64
    """The most processes, threads included, as the kernel counts."""
    cpu: int = 600
    """CPU time of each of its processes for a whole game, in seconds."""
    files: int = 64
    """The most files open at once."""
    file: int = 1
    """Megabytes of each file that it writes."""
    disk: int = 16
    """Megabytes of all files in its folder; each file counts one block more."""
    line: int = 256
    """Bytes of one line of its output."""
    unread: int = 4096
    """Bytes of output beyond its reply."""
    errors: int = 2**20
    """Bytes of its standard error that are saved, if they are saved at all."""
    user: tuple[int, int] | None = None
    """Ids of the user and group as which it runs; None for one of its own, where pbm runs as root,
    and otherwise the server's."""
    hidden: tuple[str, ...] = ()
    """The server's own files and folders, of which it sees none."""


def find_user(name: str) -> tuple[int, int] | None:
    """Returns the ids of this user and its group, or None for no name.

    Raises NotAllowedError unless pbm runs as root, which alone can change its user; and, for root
    without a name, where there are no ids for users of the engines' own.
    """
    if not name:
        _check_own_users()
        return None
    if os.geteuid() != 0:
        raise NotAllowedError("PBM_BOT_USER only works where pbm runs as root.")
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise UsageError(f'PBM_BOT_USER: there is no user "{name}" on this machine.') from None
    return entry.pw_uid, entry.pw_gid


def _check_own_users() -> None:
    """Raises NotAllowedError if engines would have to run as root, without that being said."""
    if os.geteuid() == 0 and not _is_mapped(FIRST_OWN_USER + MAX_PROCESS_ID):
        raise NotAllowedError(
            "pbm runs as root, where it can't give every engine a user of its own. "
            "Set PBM_BOT_USER to a user for all engines, or to root if they shall run as root."
        )


def _is_mapped(user: int) -> bool:
    """Returns True if this user exists in our user namespace; a container has few."""
    with Path("/proc/self/uid_map").open() as file:
        ranges = [tuple(map(int, line.split())) for line in file]
    return any(first <= user < first + count for first, _, count in ranges)


# Starts an engine in its sandbox, with an environment that reveals nothing.

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
    """Yields a file or folder and, if it is a link, each path to which it leads in turn."""
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
    """Returns the paths that don't lie in another of them."""
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


# The isolation of engines from the server and from each other, as this machine permits it.

TRIAL_SECONDS = 60
"""After which a sandbox counts as one that doesn't work: on a busy machine it may take long."""
CHUNK = 4096

SENTENCES = {
    NAMESPACES: (
        "in namespaces of its own: it sees no other process, has no network, and writes into "
        "nothing but a /tmp of its own"
    ),
    LANDLOCK: (
        "confined by Landlock: it can't signal other processes, has no network, and writes into "
        "nothing but a folder of its own"
    ),
    NONE: (
        "without namespaces or Landlock, which this machine doesn't permit: it can write wherever "
        "its user can, and signal that user's processes"
    ),
}


@dataclass(frozen=True, slots=True)
class Isolation:
    """The best way to keep engines apart that works here."""

    kind: str

    @property
    def complete(self) -> bool:
        """True if no engine can harm the server or another engine."""
        return self.kind != NONE

    @property
    def sentence(self) -> str:
        """The end of a sentence that begins with `Each engine runs`."""
        return SENTENCES[self.kind]


@cache
def find_isolation() -> Isolation:
    """Returns the best isolation that works here; found once, by trying."""
    if _works(NAMESPACES):
        return Isolation(NAMESPACES)
    return Isolation(LANDLOCK if landlock.version() >= landlock.SCOPE_VERSION else NONE)


def _works(kind: str) -> bool:
    """Returns True if a sandbox of this kind runs a program that does nothing."""
    program = shutil.which("true")
    if program is None:
        return False
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            limits = EngineLimits(user=(os.getuid(), os.getgid()))
            sandbox = launch_sandbox((program,), limits, new_folder(), theirs.fileno(), kind)
        ours.settimeout(TRIAL_SECONDS)
        report = b""
        try:
            while found := ours.recv(CHUNK):
                report += found
        except TimeoutError:
            return False
        finally:
            ours.close()
            sandbox.communicate()
    return report.endswith(b"exit status 0\n")
