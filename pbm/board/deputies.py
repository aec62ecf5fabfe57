"""Deputies: players who move for others until an agreed day."""

from dataclasses import dataclass
from datetime import datetime

from pbm.clock import DAY

MAX_DAYS = 60
"""Maximum number of days for which a deputy moves for a player."""
MAX_AT_ONCE = 3
"""Maximum number of players for whom one player is the deputy at the same time."""
ASKED_FOR = 3 * DAY
"""Time within which the deputy can agree."""


@dataclass(frozen=True, slots=True)
class Deputy:
    """A deputy who has agreed to move for a player."""

    player: int
    """Id of the deputy."""
    userid: str
    since: datetime
    until: datetime

    def is_active(self, now: datetime) -> bool:
        """Whether the agreed end hasn't been reached yet."""
        return now < self.until


@dataclass(frozen=True, slots=True)
class Deputyship:
    """A player's request that another player move for them, and the other player's agreement."""

    player: int
    """Id of the player who asked."""
    deputy: int
    """Id of the player who moves, or is asked to move."""
    asked: datetime
    until: datetime
    since: datetime | None = None
    """Time of the agreement. None before it."""

    @property
    def end(self) -> datetime:
        """The time at which the deputyship ends or, before the agreement, the request expires."""
        return self.until if self.since else min(self.until, self.asked + ASKED_FOR)
