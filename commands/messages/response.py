"""What a command gives back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from commands.messages.content import Plain, Said
from commands.messages.status import Status
from pbm.errors import Refusal, Usage


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a player is told without having asked."""

    addresses: tuple[str, ...]
    said: Said
    at_once: bool = False
    """Whether it is never held back for a digest."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to whoever gave the command, what programs read, and who else is told."""

    said: Said
    data: dict[str, Any] | None = None
    notices: tuple[Notice, ...] = ()
    status: Status = Status.DONE
    later: "Callable[[], Answer] | None" = None
    """Gives the answer proper; it takes long, and so comes after the work has ended."""

    @property
    def ok(self) -> bool:
        """Whether it was carried out."""
        return self.status is Status.DONE

    def finished(self) -> "Answer":
        """The answer proper."""
        return self.later() if self.later else self


def plain(subject: str, text: str, data: dict[str, Any] | None = None) -> Answer:
    """An answer of text."""
    return Answer(Plain(subject=subject, text=text), data)


def refused(refusal: Refusal, subject: str = "Error", board: str = "") -> Answer:
    """The answer to a command that can't be carried out."""
    status = Status.WRONG_USAGE if isinstance(refusal, Usage) else Status.REFUSED
    return Answer(Plain(subject=subject, text=refusal.text, board=board), status=status)
