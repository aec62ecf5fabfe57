"""Format lists, numbers and quoted words for messages."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from textwrap import TextWrapper
from zoneinfo import ZoneInfo

WIDTH = 76
"""Width of a line of text in characters."""
SHOWN_WORD = 40
"""Length at which quoted words are cut."""
DATE_PATTERN = r"[A-Z][a-z]{2} \d\d? [A-Z][a-z]{2} \d{4}(?:, \d\d:\d\d(?: UTC)?)?"
"""Matches the dates and times that `long_date` and `local_time` return."""
_LINE = re.compile(rf"[^ ](?:.{{,{WIDTH - 2}}}[^ ])?(?![^ ])|[^ ]+")
"""Matches what `_WRAPPER` puts on a line of a text without other white space than spaces."""
_WRAPPER = TextWrapper(WIDTH, break_long_words=False, break_on_hyphens=False)


def filled(text: str) -> str:
    """Returns a paragraph in lines of at most WIDTH. Long and hyphenated words aren't broken."""
    if text.isprintable() and not text.startswith(" "):
        return "\n".join(_LINE.findall(text))
    return _WRAPPER.fill(text)


def listing(words: Sequence[str], last: str = "and") -> str:
    """Returns the words as `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def won_or_drawn(winners: Sequence[str]) -> str:
    """Returns a result, such as `won by alice and bob` or `drawn`."""
    return f"won by {listing(winners)}" if winners else "drawn"


def counted(number: int, noun: str, plural: str = "") -> str:
    """Returns a number with its noun, such as `1 board` or `2 boards`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def total(number: int, noun: str) -> str:
    """Returns a heading such as `No boards`, `1 board` or `2 boards`."""
    return counted(number, noun) if number else f"No {noun}s"


def ordinal(number: int) -> str:
    """Returns a place such as `1st`, `12th` or `23rd`."""
    is_teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def dimensions(rows: int, columns: int) -> str:
    """Returns the size of a board, such as `4x4` or `5 rows by 6 columns`."""
    return f"{rows}x{columns}" if rows == columns else f"{rows} rows by {columns} columns"


def local_time(moment: datetime, zone: str = "UTC") -> str:
    """Returns a moment in a time zone, such as `Fri 4 Dec 2026, 22:00 CET`."""
    local = moment.astimezone(ZoneInfo(zone))
    name = local.tzname() or zone
    # A zone without an abbreviation is named by its offset alone, such as `-03`.
    zone = name if name.isalpha() else f"UTC{name}"
    # One format for all parts, because each takes as long as ten ordinary strings.
    return f"{local:%a {local.day} %b %Y, %H:%M} {zone}"


def long_date(day: date) -> str:
    """Returns a date with its weekday, such as `Fri 4 Dec 2026`."""
    return f"{day:%a {day.day} %b %Y}"


def short_date(day: date) -> str:
    """Returns a date for a column of a table, such as `4 Dec 2026`."""
    return f"{day.day} {day:%b %Y}"


def shown(word: str) -> str:
    """Returns a word in quotable form: on one line, and cut at SHOWN_WORD characters."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in word)
    return printable if len(printable) <= SHOWN_WORD else f"{printable[:SHOWN_WORD]}..."
