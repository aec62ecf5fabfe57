"""What players want: the names under which it is kept, and how it is read."""

from dataclasses import dataclass
from typing import Self

FORMAT = "format"
DELIVERY = "delivery"
LIMIT = "limit"
REJECT = "reject"
SEEK = "seek"
NO_BROADCAST = "no broadcast"

FORMAT_NAMES = ("both", "text", "spoken", "classic")
CALENDARS = ("calendar", "nocalendar")
FORMATS_WITH_CALENDAR = ("both", "spoken")
"""The formats that bring deadlines for the calendar unless the player says otherwise."""


@dataclass(frozen=True, slots=True)
class MailFormat:
    """How a player's mails look."""

    name: str = FORMAT_NAMES[0]
    calendar: bool = True

    @classmethod
    def of(cls, name: str, calendar: str = "") -> Self:
        """The form of this name, with a calendar as the word says or as is usual for it."""
        return cls(name, calendar == CALENDARS[0] if calendar else name in FORMATS_WITH_CALENDAR)

    @classmethod
    def read(cls, kept: str) -> Self:
        """From what is kept; the inverse of `write`."""
        return cls.of(*kept.split()) if kept else cls()

    def write(self) -> str:
        """As it is kept: empty for what everybody has who never chose."""
        if self == MailFormat():
            return ""
        usual = self == MailFormat.of(self.name)
        return self.name if usual else f"{self.name} {CALENDARS[not self.calendar]}"
