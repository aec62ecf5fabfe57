"""What this server asks of its players, and lets them do."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """The settings that commands ask about."""

    confirm: bool = True
    """Whether addresses and challenges by mail are confirmed by a reply."""
    broadcast: bool = False
    """Whether players may write to all others at once."""
    authserv: str = ""
    """The id of the mail server in front, whose word on a sender is trusted; empty for none."""
    vacation_days: int = 30
    """How many days of vacation a player has in a year."""
