"""Landlock: kernel rules that limit what a process may read, write, signal and connect to."""

import ctypes
import os
import stat
from collections.abc import Iterable
from contextlib import suppress

from pbm.engines.sandbox.system_calls import system_call

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG, PATH_BENEATH = 1, 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_FILE = 1, 2, 4, 8, 32
TRUNCATE, IOCTL_DEV = 1 << 14, 1 << 15
READ = EXECUTE | READ_FILE | READ_DIR
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
"""The rights that a rule on a single file may give."""
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
"""The number of rights on files that each version of Landlock has, by the version that added them.
"""
NETWORK_VERSION, TCP = 4, 3
SCOPE_VERSION, SIGNALS_AND_SOCKETS = 6, 3
DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")
"""The devices that an engine may use.

/dev/zero isn't allowed, because mapping it creates memory that belongs to no process.
"""


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """Returns the version of Landlock in this kernel, or 0 if there is none."""
    try:
        return system_call(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint(VERSION_FLAG))
    except OSError:
        return 0


def restrict(readable: Iterable[str], writable: str) -> None:
    """Restricts this process and its children to these files. Raises OSError.

    PR_SET_NO_NEW_PRIVS must be set before. From SCOPE_VERSION on, the processes can only signal one
    another.
    """
    abi = version()
    rights = (1 << max(count for since, count in FILE_RIGHTS.items() if since <= abi)) - 1
    rules = _make_ruleset(abi, rights)
    try:
        for path in (*readable, "/proc"):
            _allow(rules, path, rights & READ)
        for path in DEVICES:
            _allow(rules, path, rights & (READ | WRITE_FILE))
        # Deleting is forbidden, because `watch` couldn't count a deleted file that is still open.
        _allow(rules, writable, rights & ~REMOVE_FILE)
        system_call(RESTRICT_SELF, ctypes.c_int(rules), ctypes.c_uint(0))
    finally:
        os.close(rules)


def _make_ruleset(abi: int, rights: int) -> int:
    """Returns the descriptor of a ruleset that forbids everything that this version can forbid."""
    ruleset, size = _Ruleset(files=rights), _Ruleset.network.offset
    if abi >= NETWORK_VERSION:
        ruleset.network, size = TCP, _Ruleset.scoped.offset
    if abi >= SCOPE_VERSION:
        ruleset.scoped, size = SIGNALS_AND_SOCKETS, ctypes.sizeof(_Ruleset)
    return system_call(
        CREATE_RULESET, ctypes.byref(ruleset), ctypes.c_size_t(size), ctypes.c_uint(0)
    )


def _allow(rules: int, path: str, rights: int) -> None:
    """Grants rights on a file, or on a folder and its content.

    Ignores a path that can't be opened.
    """
    with suppress(FileNotFoundError, PermissionError):
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
                rights &= OF_FILES
            rule = _PathBeneath(rights, descriptor)
            system_call(
                ADD_RULE,
                ctypes.c_int(rules),
                ctypes.c_int(PATH_BENEATH),
                ctypes.byref(rule),
                ctypes.c_uint(0),
            )
        finally:
            os.close(descriptor)
