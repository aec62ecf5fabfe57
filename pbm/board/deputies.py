"""Deputies: players who move for others until an agreed day."""

from dataclasses import dataclass
from datetime import datetime

from pbm.clock import DAY

MAX_DAYS = 60
"""The most days for which somebody else moves for a player."""
MOST_AT_ONCE = 3
"""The most players for whom somebody moves at the same time."""
ASKED_FOR = 3 * DAY
"""The time in which whoever is asked may agree."""


@dataclass(frozen=True, slots=True)
class Deputy:
    """The agreed deputy of a player."""

    player: int
    """The deputy's id."""
    userid: str
    since: datetime
    until: datetime

    def holds(self, now: datetime) -> bool:
        """Returns True until the agreed end."""
        return now < self.until


@dataclass(frozen=True, slots=True)
class Deputyship:
    """A player who has asked another one to move, and the other one's agreement."""

    player: int
    """The id of the player."""
    deputy: int
    """The id of whoever moves for the player."""
    asked: datetime
    until: datetime
    since: datetime | None = None
    """The time of the agreement; None as long as it is missing."""

    @property
    def end(self) -> datetime:
        """The moment at which it ends by itself, or is no longer agreed to."""
        return self.until if self.since else min(self.until, self.asked + ASKED_FOR)
