"""A filter of system calls (seccomp): no sockets, and no memory that outlives its process.

Memory, messages and semaphores of System V are counted by no limit on a process. Sockets would
reach servers of this machine, such as a database that trusts its own users; pairs of sockets don't.
"""

import ctypes
import errno
import os
from collections.abc import Sequence

from commands.engines.sandbox.system_calls import set_call_filter

LOAD, AND, EQUAL, RETURN = 0x20, 0x54, 0x15, 0x06
"""Operations of the kernel's filter language: on the word at an offset, or on a constant."""
NUMBER, ARCHITECTURE = 0, 4
"""Offsets in the description of a call."""
WITHOUT_X32 = 0x3FFFFFFF
"""A mask for the numbers of calls, which may bear a mark of another calling convention."""
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
IO_URING_SETUP = 425
"""It would open sockets past the filter."""

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The kernel's numbers for kinds of machines."""
REFUSED = {
    "x86_64": (41, 29, 64, 68, IO_URING_SETUP),
    "aarch64": (198, 194, 190, 186, IO_URING_SETUP),
}
"""The numbers of socket, shmget, semget, msgget and io_uring_setup."""


class Instruction(ctypes.Structure):
    """An instruction, with how many to skip if it holds, and if it doesn't."""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


def filter_calls() -> None:
    """Filters the calls of this process and those that it starts; raises OSError.

    It needs PR_SET_NO_NEW_PRIVS before. Machines of other kinds have no filter.
    """
    machine = os.uname().machine
    if machine in ARCHITECTURES:
        set_call_filter(_program(ARCHITECTURES[machine], REFUSED[machine]))


def _program(architecture: int, refused: Sequence[int]) -> Sequence[Instruction]:
    """Returns the filter; programs for another kind of machine can call nothing."""
    return [
        Instruction(LOAD, 0, 0, ARCHITECTURE),
        Instruction(EQUAL, 1, 0, architecture),
        Instruction(RETURN, 0, 0, REFUSE | errno.ENOSYS),
        Instruction(LOAD, 0, 0, NUMBER),
        Instruction(AND, 0, 0, WITHOUT_X32),
        *(each for number in refused for each in _refusal(number)),
        Instruction(RETURN, 0, 0, ALLOW),
    ]


def _refusal(number: int) -> Sequence[Instruction]:
    """Returns instructions that refuse a call if the loaded number is its."""
    return [Instruction(EQUAL, 0, 1, number), Instruction(RETURN, 0, 0, REFUSE | errno.EACCES)]
