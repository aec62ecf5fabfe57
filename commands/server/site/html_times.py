"""Dates and times as HTML."""

import re
from datetime import UTC, datetime

from markupsafe import Markup, escape

from pbm.wording import DATE_PATTERN, local_time, long_date, short_date

DATE = re.compile(rf"(?:{DATE_PATTERN})[.,:;)]?")
"""Matches a date and the sign that must stay on its line."""


def moment(at: datetime) -> Markup:
    """Returns a date and time, such as `Sun 1 Mar 2026, 12:00 UTC`."""
    return _time(at, local_time(at))


def day(at: datetime) -> Markup:
    """Returns a date, such as `Sun 1 Mar 2026`."""
    return _time(at, long_date(at.astimezone(UTC)))


def cell(at: datetime) -> Markup:
    """Returns a date and time for a column of a table. Narrow screens only show the date."""
    utc = at.astimezone(UTC)
    hour = Markup('<span class="roomy">, {}</span>').format(f"{utc:%H:%M}")
    return _time(at, short_date(utc) + hour)


def _time(at: datetime, words: str) -> Markup:
    utc = f"{at.astimezone(UTC):%Y-%m-%dT%H:%MZ}"
    return Markup('<time datetime="{}">{}</time>').format(utc, words)


def dated(text: str) -> Markup:
    """Returns a text in which browsers don't break dates and times."""
    html = DATE.sub(r'<span class="date">\g<0></span>', str(escape(text)))
    return Markup(html)  # noqa: S704 - escaped
