"""Checks: what they look at, and what they find, in the words in which admins read it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from commands.system.stored_types import UnitOfWork

if TYPE_CHECKING:
    from commands.settings import Settings


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
    subject: str = ""
    """The folder, process or robot concerned; empty if the check's name says it all."""
    mend: Callable[[], None] | None = None
    """Mends it; None if only the admin can."""


def ok(text: str, subject: str = "") -> Finding:
    """Returns a finding that needs nothing."""
    return Finding(State.OK, _one_line(text), subject=subject)


def consider(text: str, advice: str, subject: str = "") -> Finding:
    """Returns a finding that the admin should know."""
    return Finding(State.CONSIDER, _one_line(text), _one_line(advice), subject)


def broken(
    text: str, advice: str, subject: str = "", mend: Callable[[], None] | None = None
) -> Finding:
    """Returns a finding that must be mended."""
    return Finding(State.BROKEN, _one_line(text), _one_line(advice), subject, mend)


def sentence(text: str) -> str:
    """Returns an error as a sentence; a name at its beginning, such as a host's, stays as it is."""
    text = text.rstrip(".")
    first = text.partition(" ")[0]
    return f"{text[:1].upper() + text[1:] if first.isalpha() else text}."


def _one_line(text: str) -> str:
    """Returns the lines of a text, such as an error's, as one."""
    return " ".join(text.split())


class LeftOut(Exception):
    """Raised by a check that can't be made now; the message is the reason, without its end."""


@dataclass(frozen=True, slots=True)
class Examined:
    """A server that is examined."""

    settings: "Settings"
    now: datetime
    stored: "UnitOfWork | str"
    """A transaction of its database; or the reason for which there is none, without its end."""

    @property
    def work(self) -> UnitOfWork:
        """A transaction of its database; raises LeftOut if there is none."""
        if isinstance(self.stored, str):
            raise LeftOut(self.stored)
        return self.stored


def never(_settings: "Settings") -> bool:
    """Returns False."""
    return False


@dataclass(frozen=True, slots=True)
class Check:
    """A check. How much it costs is told by the list in which it stands."""

    name: str
    run: Callable[[Examined], Iterable[Finding]]
    """Yields findings with different subjects; raises LeftOut."""
    fine: str = "Nothing is wrong."
    """The finding if there is no other."""
    needs: tuple[str, ...] = ()
    """The settings without which it can't be made."""
    uses_network: "Callable[[Settings], bool]" = never
    """Returns True if it would connect to another machine."""
    relies_on: tuple[str, ...] = ()
    """The checks without which it makes no sense, if they find something broken."""

    def findings(self, examined: Examined) -> dict[str, Finding]:
        """Returns the findings by the check's name, with the finding's subject if there is one."""
        found = [*self.run(examined)] or [ok(self.fine)]
        return {f"{self.name} {each.subject}".strip(): each for each in found}
