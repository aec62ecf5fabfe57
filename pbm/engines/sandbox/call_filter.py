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
from collections.abc import Iterator

from pbm.engines.sandbox.system_calls import set_call_filter

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
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
        set_call_filter([*filter_program(machine)])


def filter_program(machine: str) -> Iterator[Instruction]:
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
