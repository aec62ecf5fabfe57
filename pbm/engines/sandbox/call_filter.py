"""A filter of system calls (seccomp) against sockets, and against memory that `watch` can't count.

`watch` counts memory while a process maps it or a file contains it. The filter refuses calls that
create any other memory: objects of System V and of the kernel, namespaces (a network takes half a
megabyte), locks, files without a file system or a name, memory that remains after its pages were
dropped, and pages that only a pipe holds.

Sockets could connect to servers of this machine, such as a database that trusts local users. Pairs
of sockets are allowed, because they are only connected to each other.
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
"""Operations of the kernel's filter language. They read a word at an offset or use a constant."""
NUMBER, ARCHITECTURE, ARGUMENTS, ARGUMENT_BYTES = 0, 4, 16, 8
"""Offsets, and the size of an argument, in the kernel's description of a call."""
OTHER_CONVENTION = 0x40000000
"""Lowest number of a call in x32, an alternative calling convention of x86_64."""
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The kernel's numbers for the supported machine types."""
MISSING = 0xFFFFFFFF
"""Placeholder for the number of a call that a machine type doesn't have."""
REFUSED = {
    "socket": (41, 198),
    "setsockopt": (54, 208),
    "io_uring_setup": (425, 425),  # io_uring opens sockets without passing the filter.
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
    "openat2": (437, 437),  # The filter can't see its flags.
    "fanotify_init": (300, 262),
    "sendfile": (40, 71),
    "splice": (275, 76),
    "tee": (276, 77),
    "vmsplice": (278, 75),
    "unshare": (272, 97),
    "setns": (308, 268),
    "clone3": (435, 435),  # The filter can't see its flags.
}
"""The numbers of refused calls on each machine type, by name."""
ERRORS = {"sendfile": errno.EINVAL, "splice": errno.EINVAL, "clone3": errno.ENOSYS}
"""Errors for refused calls that libraries can replace by other calls.

After these errors, libraries copy files by reading and writing, and start threads with `clone`.
`sendfile` and `splice` are refused because a pipe could hold pages of deleted files, and the filter
can't see whether a call uses a pipe.
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
"""Calls that are refused for some arguments.

Each has the call's numbers, the index of the argument, a mask, and the refused value under the
mask.
"""


class Instruction(ctypes.Structure):
    """An instruction of the filter.

    `if_true` and `if_false` are numbers of instructions to skip.
    """

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


def filter_calls() -> None:
    """Filters the system calls of this process and of its children. Raises OSError.

    PR_SET_NO_NEW_PRIVS must be set before. Other machine types have no filter.
    """
    machine = os.uname().machine
    if machine in ARCHITECTURES:
        set_call_filter([*filter_program(machine)])


def filter_program(machine: str) -> Iterator[Instruction]:
    """Yields the filter's instructions. Programs for another machine type can't make any call."""
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
