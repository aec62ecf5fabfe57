"""The outcomes of commands."""

from enum import IntEnum


class Status(IntEnum):
    """The outcome of a command, and the exit status of the program."""

    DONE = 0
    REFUSED = 1
    WRONG_USAGE = 2
