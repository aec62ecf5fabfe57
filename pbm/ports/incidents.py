"""The interface of the repository of incidents, by which the server's health is judged."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

IncidentKind = Literal["process", "files", "engine", "clock", "relay", "site"]
"""A process of the server that failed or may open no more files, an engine that failed, a clock
that jumped, a relay that can't be used, or the pages of a site that can't be made.
"""


@dataclass(frozen=True, slots=True)
class Incident:
    """Incidents of one kind with one subject."""

    subject: str
    """The process, the robot, or the relay's fault; empty if the kind says it all."""
    times: int
    at: datetime
    """The time of the latest."""
    detail: str
    """The latest, in words that may stand after the subject."""


class Incidents(Protocol):
    """The repository of incidents, counted by the hour."""

    def add(self, kind: IncidentKind, subject: str, detail: str, at: datetime) -> None:
        """Counts an incident."""
        ...

    def recent(self, kind: IncidentKind, since: datetime) -> Sequence[Incident]:
        """Returns the incidents of this kind since then, one for each subject."""
        ...
