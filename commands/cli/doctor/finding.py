"""The finding of a check: its state, what was found, and what to do."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """The state of what was checked."""

    OK = "ok"
    CONSIDER = "consider"
    """It works, but the admin should know something, or could do better."""
    BROKEN = "broken"
    """It doesn't work, or does harm."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of what was checked, sentences on it, and what to do."""

    state: State
    text: str
    """Sentences on what was found, with the cause in the first. Never a secret."""
    advice: str = ""
    """Sentences on what to do; empty if nothing needs to be done."""
    mend: Callable[[], None] | None = None
    """Mends it; None if only the admin can."""


def ok(text: str) -> Finding:
    """Returns a finding that needs nothing."""
    return Finding(State.OK, _one_line(text))


def consider(text: str, advice: str) -> Finding:
    """Returns a finding that the admin should know."""
    return Finding(State.CONSIDER, _one_line(text), _one_line(advice))


def broken(text: str, advice: str, mend: Callable[[], None] | None = None) -> Finding:
    """Returns a finding that must be mended."""
    return Finding(State.BROKEN, _one_line(text), _one_line(advice), mend)


def sentence(text: str) -> str:
    """Returns an error as a sentence; a name at its beginning, such as a host's, stays as it is."""
    text = text.rstrip(".")
    first = text.partition(" ")[0]
    return f"{text[:1].upper() + text[1:] if first.isalpha() else text}."


def _one_line(text: str) -> str:
    """Returns the lines of a text, such as an error's, as one."""
    return " ".join(text.split())
