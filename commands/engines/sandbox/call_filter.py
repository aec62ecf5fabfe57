"""A filter of system calls (seccomp): no sockets, and no memory that is counted nowhere.

Memory counts while it is mapped by a process, or is in a file (see `watch`). Calls are refused
that make any other: objects of System V and of the kernel, namespaces (a network is half a
megabyte), locks, files without a file system or a name, memory that stays after its pages were
dropped, and pages that only a pipe holds. Sockets would reach servers of this machine, such as a
database that trusts its own users; pairs of sockets don't.
"""

import ctypes
import errno
import os
from collections.abc import Iterator, Sequence

# The kernel's calls that Python 3.11 lacks.


CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
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
    """Changes an attribute of this process; raises OSError."""
    _check(_libc.prctl(option, value, 0, 0, 0), "prctl")


def unshare(flags: int) -> None:
    """Moves this process, or its children to come, into new namespaces; raises OSError."""
    _check(_libc.unshare(flags), "unshare")


def mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Mounts a file system, or with MS_BIND a folder or file; raises OSError."""
    words = (os.fsencode(word) or None for word in (source, target, kind))
    result = _libc.mount(*words, ctypes.c_ulong(flags), options.encode() or None)
    _check(result, f"mount {target}")


def change_mounts(path: str, *, add: int = 0, remove: int = 0, below: bool = False) -> None:
    """Changes the attributes of a mount, or also of all mounts below it; raises OSError."""
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
    """Filters the system calls of this process by these instructions; raises OSError."""
    instructions = (type(program[0]) * len(program))(*program)
    described = _Filter(len(program), ctypes.addressof(instructions))
    words = (PR_SET_SECCOMP, SECCOMP_MODE_FILTER)
    result = _libc.prctl(*map(ctypes.c_ulong, words), ctypes.byref(described), 0, 0)
    _check(result, "seccomp")


def system_call(number: int, *arguments: object) -> int:
    """Returns the result of a call that the C library may lack; raises OSError."""
    return _check(_libc.syscall(ctypes.c_long(number), *arguments), f"system call {number}")


def _check(result: int, call: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{os.strerror(number)} ({call})")
    return result


# A filter of system calls (seccomp): no sockets, and no memory that is counted nowhere.

LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
"""Operations of the kernel's filter language: on the word at an offset, or on a constant."""
NUMBER, ARCHITECTURE, ARGUMENTS, ARGUMENT_BYTES = 0, 4, 16, 8
"""Offsets in the description of a call."""
OTHER_CONVENTION = 0x40000000
"""The first number of the calls of another calling convention, x32."""
ALLOW, REFUSE = 0x7FFF0000, 0x00050000

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The kernel's numbers for kinds of machines."""
MISSING = 0xFFFFFFFF
"""In place of the number of a call that a kind of machine lacks."""
REFUSED = {
    "socket": (41, 198),
    "setsockopt": (54, 208),
    "io_uring_setup": (425, 425),  # it would open sockets past the filter
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "seccomp": (317, 277),
    "landlock_create_ruleset": (444, 444),
    "inotify_init": (253, MISSING),
    "inotify_init1": (294, 26),
    "openat2": (437, 437),  # its flags can't be seen
    "fanotify_init": (300, 262),
    "sendfile": (40, 71),
    "splice": (275, 76),
    "tee": (276, 77),
    "vmsplice": (278, 75),
    "unshare": (272, 97),
    "setns": (308, 268),
    "clone3": (435, 435),  # its flags can't be seen
}
"""By name, the numbers of calls on each kind of machine."""
ERRORS = {"sendfile": errno.EINVAL, "splice": errno.EINVAL, "clone3": errno.ENOSYS}
"""The errors at which libraries do the same by other calls: they copy files by reading and writing,
and start threads by `clone`. A pipe would hold pages of files that are gone, and what is the other
end of a call isn't seen.
"""
REFUSED_ARGUMENTS = {
    "fcntl with F_SETPIPE_SZ": ((72, 25), 1, 0xFFFFFFFF, 1031),
    "fcntl with F_SETLK or F_SETLKW": ((72, 25), 1, 0xFFFFFFFE, 6),
    "fcntl with F_OFD_SETLK": ((72, 25), 1, 0xFFFFFFFF, 37),
    "fcntl with F_OFD_SETLKW": ((72, 25), 1, 0xFFFFFFFF, 38),
    "mmap with MAP_SHARED and MAP_ANONYMOUS": ((9, 222), 3, 0x2F, 0x21),
    "open with O_TMPFILE": ((2, MISSING), 1, 0x400000, 0x400000),
    "openat with O_TMPFILE": ((257, 56), 2, 0x400000, 0x400000),
    "clone with CLONE_NEWUSER": ((56, 220), 0, 0x10000000, 0x10000000),
    "prctl with PR_SET_SECCOMP": ((157, 167), 0, 0xFFFFFFFF, 22),
}
"""Calls that are refused if an argument, under a mask, has a value."""


class Instruction(ctypes.Structure):
    """An instruction, with how many to skip if it holds, and if it doesn't."""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


def filter_calls() -> None:
    """Filters the calls of this process and of its children; raises OSError.

    It needs PR_SET_NO_NEW_PRIVS before. Machines of other kinds have no filter.
    """
    machine = os.uname().machine
    if machine in ARCHITECTURES:
        set_call_filter([*_program(machine)])


def _program(machine: str) -> Iterator[Instruction]:
    """Yields the filter; programs for another kind of machine can call nothing."""
    kind = [*ARCHITECTURES].index(machine)
    yield Instruction(LOAD, 0, 0, ARCHITECTURE)
    yield Instruction(EQUAL, 1, 0, ARCHITECTURES[machine])
    yield Instruction(RETURN, 0, 0, REFUSE | errno.ENOSYS)
    yield Instruction(LOAD, 0, 0, NUMBER)
    yield Instruction(AT_LEAST, 0, 1, OTHER_CONVENTION)
    yield Instruction(RETURN, 0, 0, REFUSE | errno.ENOSYS)
    for name, numbers in REFUSED.items():
        yield Instruction(EQUAL, 0, 1, numbers[kind])
        yield Instruction(RETURN, 0, 0, REFUSE | ERRORS.get(name, errno.EACCES))
    for numbers, place, mask, value in REFUSED_ARGUMENTS.values():
        yield Instruction(EQUAL, 0, 5, numbers[kind])
        yield Instruction(LOAD, 0, 0, ARGUMENTS + ARGUMENT_BYTES * place)
        yield Instruction(AND, 0, 0, mask)
        yield Instruction(EQUAL, 0, 1, value)
        yield Instruction(RETURN, 0, 0, REFUSE | errno.EACCES)
        yield Instruction(LOAD, 0, 0, NUMBER)
    yield Instruction(RETURN, 0, 0, ALLOW)
