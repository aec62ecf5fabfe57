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
"""The format of mails with data for programs."""
ON, OFF = SWITCH = ("on", "off")
"""The words by which a preference is switched on or off."""
CALENDARS = ("calendar", "nocalendar")
FORMATS_WITH_CALENDAR = ("both", "spoken")
"""Formats that include calendar entries for deadlines unless the player chose otherwise."""


@dataclass(frozen=True, slots=True)
class MailFormat:
    """The format of a player's mails."""

    name: str = FORMAT_NAMES[0]
    choice: str = ""
    """One of CALENDARS, as the player chose it; empty for what is usual with the format."""

    @property
    def calendar(self) -> bool:
        """True if mails bring calendar entries for deadlines."""
        usual = self.name in FORMATS_WITH_CALENDAR
        return self.choice == CALENDARS[0] if self.choice else usual

    def renamed(self, name: str, choice: str = "") -> "MailFormat":
        """Returns the format of this name; the choice of calendar stays unless another is given."""
        return MailFormat(name, choice or self.choice)

    def switched(self, *, calendar: bool) -> "MailFormat":
        """Returns the format with or without calendar entries, also after its name changes."""
        return MailFormat(self.name, CALENDARS[not calendar])

    @classmethod
    def read(cls, stored: str) -> Self:
        """Returns the format from its stored text; the inverse of `write`."""
        return cls(*stored.split())

    def write(self) -> str:
        """Returns the text to store; empty for the default of players who never chose."""
        return "" if self == MailFormat() else f"{self.name} {self.choice}".rstrip()
