"""Dates and times as HTML."""

import re
from datetime import UTC, datetime

from markupsafe import Markup, escape

ISO_TIME = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d( UTC)?)?")


def moment(at: datetime) -> Markup:
    """Returns a date and time, such as `1 March 2026, 12:00 UTC`."""
    utc = at.astimezone(UTC)
    return _time(utc, f"{utc.day} {utc:%B %Y, %H:%M} UTC")


def day(at: datetime) -> Markup:
    """Returns a date, such as `1 March 2026`."""
    utc = at.astimezone(UTC)
    return _time(utc, f"{utc.day} {utc:%B %Y}")


def _time(utc: datetime, words: str) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(f"{utc:%Y-%m-%dT%H:%MZ}", words)


def dated(text: str) -> Markup:
    """Returns a text in which browsers don't break ISO dates and times."""
    html = ISO_TIME.sub(r'<span class="date">\g<0></span>', str(escape(text)))
    return Markup(html)  # noqa: S704 - escaped
