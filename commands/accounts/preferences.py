"""Preferences of players: the names under which they are stored, and the mail format."""

from dataclasses import dataclass
from typing import Self

FORMAT = "format"
DELIVERY = "delivery"
ECHO = "echo"
LIMIT = "limit"
REJECT = "reject"
SEEK = "seek"
NO_BROADCAST = "no broadcast"

FORMAT_NAMES = ("both", "text", "spoken", "classic")
ON, OFF = SWITCH = ("on", "off")
"""The words by which a preference is switched on or off."""
CALENDARS = ("calendar", "nocalendar")
FORMATS_WITH_CALENDAR = ("both", "spoken")
"""Formats that include calendar entries for deadlines unless the player chose otherwise."""


@dataclass(frozen=True, slots=True)
class MailFormat:
    """The format of a player's mails."""

    name: str = FORMAT_NAMES[0]
    calendar: bool = True

    @classmethod
    def of(cls, name: str, calendar: str = "") -> Self:
        """Returns the format of this name; `calendar` is one of CALENDARS, or empty by default."""
        return cls(name, calendar == CALENDARS[0] if calendar else name in FORMATS_WITH_CALENDAR)

    def renamed(self, name: str, calendar: str = "") -> "MailFormat":
        """Returns the format of this name; without `calendar` an unusual choice of it stays."""
        usual = self.calendar == MailFormat.of(self.name).calendar
        if calendar or usual:
            return MailFormat.of(name, calendar)
        return MailFormat(name, self.calendar)

    @classmethod
    def read(cls, stored: str) -> Self:
        """Returns the format from its stored text; the inverse of `write`."""
        return cls.of(*stored.split()) if stored else cls()

    def write(self) -> str:
        """Returns the text to store; empty for the default of players who never chose."""
        if self == MailFormat():
            return ""
        usual_calendar = self == MailFormat.of(self.name)
        return self.name if usual_calendar else f"{self.name} {CALENDARS[not self.calendar]}"
