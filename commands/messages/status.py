"""How a command went."""

from enum import IntEnum


class Status(IntEnum):
    """How a command went; the program's exit status."""

    DONE = 0
    REFUSED = 1
    WRONG_USAGE = 2
