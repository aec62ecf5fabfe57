"""Writes a board's deadline as a calendar entry for its player (RFC 5545).

This module writes the lines itself, because the icalendar package would need as much time for them
as rendering the whole text of the email.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from commands.content.messages import BoardSnapshot, ClockTimes
from commands.views.board_paragraphs import board_title
from commands.views.board_view import replayed
from pbm.match.match import Match
from pbm.wording import local_time

WARNING = "-P1D"
"""Alarm time relative to the reader's deadline."""
MAX_LINE_BYTES = 74
"""Maximum length of a line in bytes, without its line end and the space that begins a continuation.
"""
ESCAPES = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n"})


@dataclass(frozen=True, slots=True)
class Entry:
    """A calendar with one event, and its iTIP method (RFC 5546)."""

    method: str
    """`PUBLISH` or `CANCEL`."""
    content: str


def deadline(content: BoardSnapshot, name: str, address: str, stamp: datetime) -> Entry | None:
    """Returns the calendar entry for a reader's board.

    Later emails move or cancel the same entry.

    Returns None if the deadline hasn't changed, if the reader isn't a player, or if the reader
    doesn't want calendar entries.

    `name`: the board's permanent name. It stays unique when the database is replaced.
    `address`: the server's email address.
    `stamp`: the time at which the entry was made.
    """
    is_wanted = content.calendar and content.deadline_changed and content.ply is None
    if not is_wanted or content.to not in content.players or content.times is None:
        return None
    match = replayed(content)
    method = "PUBLISH" if _runs(content, match, content.times) else "CANCEL"
    uid = f"{name}.{_seat(content)}@{address.partition('@')[2]}"
    lines = (
        "VERSION:2.0",
        "PRODID:-//pbm//board deadlines//EN",
        f"METHOD:{method}",
        *_block(
            "VEVENT",
            [f"ORGANIZER:mailto:{address}", *_event(content, match, content.times, uid, stamp)],
        ),
    )
    return Entry(method, "".join(f"{_folded(line)}\n" for line in _block("VCALENDAR", lines)))


def _seat(content: BoardSnapshot) -> int:
    return content.players.index(content.to)


def _runs(content: BoardSnapshot, match: Match, times: ClockTimes) -> bool:
    return not content.removed and match.to_move is not None and times.move_by is not None


def _event(
    content: BoardSnapshot, match: Match, times: ClockTimes, uid: str, stamp: datetime
) -> Iterator[str]:
    name = board_title(match.game.title, content.number)
    running = match.to_move is not None and _runs(content, match, times)
    mover = content.players[match.to_move] if running and match.to_move is not None else ""
    whose = "Your" if mover == content.to else f"{mover}'s"
    yield _text("SUMMARY", f"{whose} move is due: {name}" if mover else f"{name}: no move is due")
    yield _time("DTSTART", times.move_by or times.began)
    if mover and content.tournament and times.round_ends:
        ends = local_time(times.round_ends, content.zone)
        yield _text("DESCRIPTION", f"The game ends on {ends}, when {content.tournament} ends.")
    yield _time("DTSTAMP", stamp)
    yield _text("UID", uid)
    yield f"SEQUENCE:{content.sequence}"
    if not mover:
        yield "STATUS:CANCELLED"
    yield "TRANSP:TRANSPARENT"
    if mover == content.to:
        yield from _block("VALARM", _alarm(name))


def _alarm(name: str) -> Sequence[str]:
    description = _text("DESCRIPTION", f"Your move is due tomorrow: {name}")
    return "ACTION:DISPLAY", description, f"TRIGGER:{WARNING}"


def _block(name: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"BEGIN:{name}"
    yield from lines
    yield f"END:{name}"


def _text(name: str, value: str) -> str:
    return f"{name}:{value.translate(ESCAPES)}"


def _time(name: str, at: datetime) -> str:
    return f"{name}:{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _folded(line: str) -> str:
    """Returns a line folded into pieces of MAX_LINE_BYTES. A space begins each continuation."""
    if len(line.encode()) <= MAX_LINE_BYTES:
        return line
    pieces, size = [""], 0
    for letter in line:
        size += len(letter.encode())
        if size > MAX_LINE_BYTES:
            pieces.append("")
            size = len(letter.encode())
        pieces[-1] += letter
    return "\n ".join(pieces)
