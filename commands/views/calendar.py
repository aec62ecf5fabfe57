"""A board's deadline as an entry for its players' calendars (RFC 5545)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import icalendar

from commands.messages.content import BoardSnapshot, ClockTimes
from commands.views.board_parts import board_title, replayed
from pbm.match import Match

WARNING = timedelta(days=1)
"""The time from the calendar's alarm to the reader's own deadline."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A calendar of one event, and its iTIP method (RFC 5546)."""

    method: str
    """`PUBLISH` or `CANCEL`."""
    content: str


def deadline(content: BoardSnapshot, name: str, host: str, stamp: datetime) -> Entry | None:
    """Returns the entry, one for each board and player, which later mails move or cancel.

    `name`: the board's own, whatever becomes of the database.
    None unless the deadline has changed; also for watchers, and for players who want none.
    """
    told = content.calendar and content.deadline_changed and content.ply is None
    if not told or content.to not in content.players or content.times is None:
        return None
    match = replayed(content)
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//pbm//board deadlines//EN")
    calendar.add("version", "2.0")
    method = "PUBLISH" if _runs(content, match, content.times) else "CANCEL"
    calendar.add("method", method)
    calendar.add_component(
        _event(content, match, content.times, f"{name}.{_seat(content)}@{host}", stamp)
    )
    return Entry(method, calendar.to_ical().decode().replace("\r\n", "\n"))


def _seat(content: BoardSnapshot) -> int:
    return content.players.index(content.to)


def _runs(content: BoardSnapshot, match: Match, times: ClockTimes) -> bool:
    return not content.removed and match.to_move is not None and times.forfeit is not None


def _event(
    content: BoardSnapshot, match: Match, times: ClockTimes, uid: str, stamp: datetime
) -> icalendar.Event:
    event = icalendar.Event()
    event.add("uid", uid)
    event.add("sequence", content.sequence)
    event.add("dtstamp", stamp)
    event.add("dtstart", times.forfeit or times.began)
    event.add("transp", "TRANSPARENT")
    name = board_title(match.game.title, content.number)
    if match.to_move is None or not _runs(content, match, times):
        event.add("summary", f"{name}: no move is due")
        event.add("status", "CANCELLED")
        return event
    mover = content.players[match.to_move]
    whose = "Your" if mover == content.to else f"{mover}'s"
    event.add("summary", f"{whose} move is due: {name}")
    if mover == content.to:
        event.add_component(_alarm(name))
    return event


def _alarm(name: str) -> icalendar.Alarm:
    alarm = icalendar.Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", f"Your move is due tomorrow: {name}")
    alarm.add("trigger", -WARNING)
    return alarm
