"""Reads the file `pbm.toml`, if no other user can change it.

It names commands, files and servers, so a user who can write it acts with the rights of the user
who runs pbm. This module imports hardly anything, because every start of the program needs it.
"""

import os
import pwd
import stat

from commands.system.users import ROOT, environment_of, groups_of, user_name
from pbm.errors import NotAllowedError, UsageError

SETTINGS_FILE = "pbm.toml"
MAX_BYTES = 32 * 1024
"""Maximum size of the file in bytes. The parser's time and memory are quadratic in a line's length.
"""


def read_settings_file(name: str = SETTINGS_FILE) -> bytes:
    """Returns the content of a file with settings.

    Raises OSError, UsageError if another user can change the file, and ValueError if it is too
    large or isn't a file.
    """
    check_trust(name)
    return _read(name, is_trusted=True)


def peek_settings_file() -> bytes:
    """Returns the content of the file, even if another user can change it.

    Raises OSError and ValueError.
    """
    return _read(SETTINGS_FILE, is_trusted=False)


def _read(name: str, *, is_trusted: bool) -> bytes:
    if not stat.S_ISREG(os.stat(name).st_mode):  # noqa: PTH116 - pathlib takes longer to load
        # opening a pipe could block, and opening a device could have effects
        raise ValueError("it isn't a file")
    with open(name, "rb", opener=_open_without_waiting) as file:
        if is_trusted:  # the name may refer to another file than when it was checked
            _check_status(name, name, os.fstat(file.fileno()))
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ValueError(f"it is larger than {MAX_BYTES} bytes")
    return content


def _open_without_waiting(path: str, flags: int) -> int:
    # The name may have become a pipe since it was checked, and opening one would wait.
    return os.open(path, flags | os.O_NONBLOCK)


def parse_settings(content: bytes) -> dict[str, object]:
    """Returns the settings in the file's content. Raises ValueError."""
    import tomllib  # noqa: PLC0415 - takes longer to load than all the rest

    try:
        return tomllib.loads(content.decode())
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def check_trust(name: str = SETTINGS_FILE) -> None:
    """Raises UsageError if a user other than the caller or root can change the file."""
    if os.path.lexists(name):
        for path in _paths(name):
            try:
                status = os.lstat(path)
            except OSError:  # reading the file reports a broken link
                continue
            _check_status(name, path, status)


def _check_status(name: str, path: str, status: os.stat_result) -> None:
    """Raises UsageError if another user owns or may change a path that leads to the file."""
    if status.st_uid not in (ROOT, os.geteuid()):
        owner = user_name(status.st_uid)
        raise UsageError(
            f"pbm won't use {name}, because {path} belongs to {owner}. Run pbm as {owner}. "
            f"Or, if you trust the file, make root its owner. To do that, run: chown root {path}"
        )
    if _is_open(status):
        raise UsageError(
            f"pbm won't use {name}, because other users can change {path}. "
            f"To prevent that, run: chmod go-w {path}"
        )


def work_as_owner(data: str | None) -> None:
    """If pbm runs as root, but another user controls the settings, changes to this user for good.

    Then nothing that the settings name is read, written or run with root's rights. Raises
    NotAllowedError if this user can't read pbm itself.
    """
    if os.geteuid() != ROOT or data is None:
        return
    try:
        owner = os.stat(data)  # noqa: PTH116 - as above
        if os.path.lexists(SETTINGS_FILE):
            deciders = {os.lstat(path).st_uid for path in _paths(SETTINGS_FILE)}
        else:  # then the owner of a relative data folder decides
            deciders = set() if os.path.isabs(data) else {owner.st_uid}  # noqa: PTH117 - as above
    except OSError:
        return
    if owner.st_uid == ROOT or owner.st_uid not in deciders:
        return
    # The user is set last, because only root may change groups.
    os.setgroups(groups_of(owner.st_uid, owner.st_gid))
    os.setgid(owner.st_gid)
    os.setuid(owner.st_uid)
    environment = environment_of(owner.st_uid)
    os.environ.clear()
    os.environ.update(environment)
    if not all(os.access(path, os.R_OK) for path in (os.__file__, __file__)):
        raise NotAllowedError(
            f"{data} belongs to {user_name(owner.st_uid)}, who can't read the files of pbm or "
            "Python. Install both where every user can read them."
        )


def _paths(name: str) -> dict[str, None]:
    """Returns the paths whose owners control the content of the file."""
    files = os.path.abspath(name), os.path.realpath(name)  # noqa: PTH100
    return dict.fromkeys([*files, *map(os.path.dirname, files)])


def _is_open(status: os.stat_result) -> bool:
    """Whether users other than the owner may change a file, or replace one in a folder."""
    if stat.S_ISLNK(status.st_mode) or (
        stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX
    ):
        return False
    shared = status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_uid, status.st_gid)
    return bool(shared or status.st_mode & stat.S_IWOTH)


def _is_own_group(user: int, group: int) -> bool:
    """Whether the group has only this user, because many systems create a group for each user."""
    import grp  # noqa: PLC0415 - seldom needed

    try:
        name, entry = pwd.getpwuid(user).pw_name, grp.getgrgid(group)
    except KeyError:
        return False
    return entry.gr_name == name and set(entry.gr_mem) <= {name}
