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
    challenges_per_day: int = 50
    """How many boards a player may begin by mail in a day."""
    messages_per_day: int = 100
    """How many messages and chats a player may send by mail in a day."""
    signups_per_day: int = 5
    """How many may sign up from one address in a day."""
    confirmations_per_day: int = 10
    """How many confirmations an address is asked for in a day."""
    solves_per_day: int = 5
    """How many long computations an address may ask for in a day."""
    solves_waiting: int = 100
    """How many may wait at once, whoever asked for them."""
    codes_per_day: int = 10
    """How many codes for a new password are sent to a player in a day."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many answers an address gets."""

    per_hour: int = 60
    per_day: int = 300
