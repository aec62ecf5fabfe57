"""System calls that Python 3.11 doesn't provide."""

import ctypes
import os
from collections.abc import Sequence

MNT_DETACH = 2
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 24, 36, 38
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
_MOUNT_SETATTR = 442
_AT_RECURSIVE = 0x8000
_libc = ctypes.CDLL(None, use_errno=True)


class _MountAttributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("user_namespace", ctypes.c_uint64),
    )


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.c_void_p))


def prctl(option: int, value: int) -> None:
    """Changes an attribute of this process. Raises OSError."""
    _check(_libc.prctl(option, value, 0, 0, 0), "prctl")


def unshare(flags: int) -> None:
    """Moves this process, or its future children, to new namespaces. Raises OSError."""
    _check(_libc.unshare(flags), "unshare")


def mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Mounts a file system or, with MS_BIND, a folder or file. Raises OSError."""
    words = (os.fsencode(word) or None for word in (source, target, kind))
    result = _libc.mount(*words, ctypes.c_ulong(flags), options.encode() or None)
    _check(result, f"mount {target}")


def change_mounts(path: str, *, add: int = 0, remove: int = 0, below: bool = False) -> None:
    """Changes the attributes of a mount. Raises OSError.

    `below`: whether to change all mounts below it, too.
    """
    attributes = _MountAttributes(set=add, clear=remove)
    system_call(
        _MOUNT_SETATTR,
        ctypes.c_int(-1),
        os.fsencode(path),
        ctypes.c_uint(_AT_RECURSIVE if below else 0),
        ctypes.byref(attributes),
        ctypes.c_size_t(ctypes.sizeof(attributes)),
    )


def change_root(path: str) -> None:
    """Makes a mount the root of this mount namespace, and detaches the old root."""
    os.chdir(path)
    _check(_libc.pivot_root(b".", b"."), "pivot_root")
    _check(_libc.umount2(b".", MNT_DETACH), "umount")
    os.chdir("/")


def set_call_filter(program: Sequence[ctypes.Structure]) -> None:
    """Filters the system calls of this process with these instructions. Raises OSError."""
    instructions = (type(program[0]) * len(program))(*program)
    described = _Filter(len(program), ctypes.addressof(instructions))
    words = (PR_SET_SECCOMP, SECCOMP_MODE_FILTER)
    result = _libc.prctl(*map(ctypes.c_ulong, words), ctypes.byref(described), 0, 0)
    _check(result, "seccomp")


def system_call(number: int, *arguments: object) -> int:
    """Makes a system call that the C library may not provide. Raises OSError."""
    return _check(_libc.syscall(ctypes.c_long(number), *arguments), f"system call {number}")


def _check(result: int, call: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{os.strerror(number)} ({call})")
    return result
