"""Preferences of players: the names under which they are stored, and the mail format."""

from dataclasses import dataclass
from typing import Self

FORMAT = "format"
DELIVERY = "delivery"
ECHO = "echo"
LIMIT = "limit"
REJECT = "reject"
NO_BROADCAST = "no broadcast"
AUTOVACATION = "autovacation"
TOURNAMENTS = "tournaments"

FORMAT_NAMES = ("both", "text", "spoken", "classic", "json")
FOR_PROGRAMS = FORMAT_NAMES[-1]
"""Format of emails with data for programs."""
ON, OFF = SWITCH = ("on", "off")
"""Words that switch a preference on or off."""
MUTE, UNMUTE = MUTING = ("mute", "unmute")
"""Words that limit emails about a game or a tournament, or end this limit."""
CALENDARS = ("calendar", "nocalendar")
FORMATS_WITH_CALENDAR = ("both", "spoken")
"""Formats that include calendar entries for deadlines unless the player chooses otherwise."""


def muted(subject: str) -> str:
    """Returns the name of the preference that mutes a board or a tournament.

    `subject`: such as `knightpanic 101` or `tournament spring`.
    """
    return f"muted {subject}"


@dataclass(frozen=True, slots=True)
class MailFormat:
    """The format of a player's emails."""

    name: str = FORMAT_NAMES[0]
    choice: str = ""
    """The player's choice about calendar entries, one of CALENDARS. Empty means the format's
    default.
    """

    @property
    def calendar(self) -> bool:
        """Whether emails contain calendar entries for deadlines."""
        usual = self.name in FORMATS_WITH_CALENDAR
        return self.choice == CALENDARS[0] if self.choice else usual

    def renamed(self, name: str, choice: str = "") -> "MailFormat":
        """Returns the format with another name.

        The choice of calendar entries is kept unless a new one is given.
        """
        return MailFormat(name, choice or self.choice)

    def switched(self, *, calendar: bool) -> "MailFormat":
        """Returns the format with an explicit choice of calendar entries. Renaming keeps it."""
        return MailFormat(self.name, CALENDARS[not calendar])

    @classmethod
    def read(cls, stored: str) -> Self:
        """Returns the format from its stored text."""
        return cls(*stored.split())

    def write(self) -> str:
        """Returns the text to store. It is empty for the default format."""
        return "" if self == MailFormat() else f"{self.name} {self.choice}".rstrip()
