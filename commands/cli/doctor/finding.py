"""The finding of a check."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """The state of what was checked."""

    GOOD = "good"
    WARNING = "warning"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of what was checked, a sentence on it, and the way to mend it."""

    state: State
    text: str
    mend: Callable[[], None] | None = None
    """Mends what is wrong; None if only the admin can."""


def good(text: str) -> Finding:
    """Returns a finding that needs nothing."""
    return Finding(State.GOOD, text)


def warning(text: str) -> Finding:
    """Returns a finding that the admin should know."""
    return Finding(State.WARNING, text)


def wrong(text: str, mend: Callable[[], None] | None = None) -> Finding:
    """Returns a finding that must be mended; the lines of an error become one."""
    return Finding(State.WRONG, " ".join(text.split()), mend)
