"""Health checks, which examine a server, and their findings, which admins read."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from commands.system.stored_types import UnitOfWork
from pbm.stored_values import Incident, IncidentKind

if TYPE_CHECKING:
    from commands.settings import Settings


LOWERCASE = ("pbm", "localhost")
"""Words that stay lowercase at the beginning of a sentence."""


class State(StrEnum):
    OK = "ok"
    CONSIDER = "consider"
    """It works, but the admin should know about something, or could improve it."""
    BROKEN = "broken"
    """It doesn't work, or it does damage."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check, and what the admin should do."""

    state: State
    text: str
    """Sentences about the result. The first one includes the cause. Never contains secrets."""
    advice: str = ""
    """Sentences about what to do. Empty if nothing needs to be done."""
    subject: str = ""
    """The folder, process or robot concerned. Empty if the check has only one subject."""
    fix: Callable[[], None] | None = None
    """Fixes the problem. None if only the admin can do that."""


def ok(text: str, subject: str = "") -> Finding:
    """Returns a finding that needs no action."""
    return Finding(State.OK, _one_line(text), subject=subject)


def consider(text: str, advice: str, subject: str = "") -> Finding:
    """Returns a finding that the admin should know about."""
    return Finding(State.CONSIDER, _one_line(text), _one_line(advice), subject)


def broken(
    text: str, advice: str, subject: str = "", fix: Callable[[], None] | None = None
) -> Finding:
    """Returns a finding about something that the admin must fix."""
    return Finding(State.BROKEN, _one_line(text), _one_line(advice), subject, fix)


def sentence(text: str) -> str:
    """Returns an error message as a sentence, with a full stop.

    Its first word is capitalized unless it is in LOWERCASE or contains characters other than
    letters, as most host names do.
    """
    text = text.rstrip(".")
    first = text.partition(" ")[0]
    is_plain = first.isalpha() and first not in LOWERCASE
    return f"{text[:1].upper() + text[1:] if is_plain else text}."


def _one_line(text: str) -> str:
    """Returns a text with its line breaks and runs of spaces replaced by single spaces."""
    return " ".join(text.split())


class CheckSkipped(Exception):
    """Raised by a check that can't run now. The message is the reason, without a full stop."""


@dataclass(frozen=True, slots=True)
class Examined:
    """The server that the checks examine."""

    settings: "Settings"
    now: datetime
    stored: "UnitOfWork | str"
    """A transaction of the database. If it can't be opened, the reason, without a full stop."""

    @property
    def work(self) -> UnitOfWork:
        """The transaction of the database. Raises CheckSkipped if there is none."""
        if isinstance(self.stored, str):
            raise CheckSkipped(self.stored)
        return self.stored

    @property
    def started(self) -> datetime | None:
        """Start of the running server, or of the first of several nodes. None if none runs."""
        return min((node.since for node in self.work.nodes.running(self.now)), default=None)

    def incidents(self, kind: IncidentKind, within: timedelta) -> Sequence[Incident]:
        """Returns the incidents in this period, without those from before the server started.

        The restart may have fixed their cause. If it hasn't, they happen again.
        """
        begin = self.now - within
        return self.work.incidents.recent(kind, max(begin, self.started or begin))


def never(_settings: "Settings") -> bool:
    """Returns False, for checks that never use the network."""
    return False


@dataclass(frozen=True, slots=True)
class Check:
    """A health check. The list that it is in shows how expensive it is."""

    name: str
    run: Callable[[Examined], Iterable[Finding]]
    """Yields findings with different subjects. Raises CheckSkipped if it can't run now."""
    fine: str = "No problems."
    """Text of the finding that is used if the check yields none."""
    needs: tuple[str, ...] = ()
    """Names of the settings that the check needs."""
    uses_network: "Callable[[Settings], bool]" = never
    """Whether the check would connect to another machine."""
    relies_on: tuple[str, ...] = ()
    """Names of checks without which this one is pointless, if they find something broken."""

    def findings(self, examined: Examined) -> dict[str, Finding]:
        """Runs the check.

        Returns its findings by name: the check's name, followed by any subject.
        """
        findings = [*self.run(examined)] or [ok(self.fine)]
        return {f"{self.name} {each.subject}".strip(): each for each in findings}
