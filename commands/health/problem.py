"""Problems that health checks find."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in plain words, and what to do about it."""

    text: str
    """The fault, and its consequences: whole sentences."""
    advice: str
    """The remedy, in whole sentences."""
    subject: str = ""
    """The folder, process or robot concerned; empty if the check says it all."""
    stops: bool = False
    """True if mails are deferred because of it."""
