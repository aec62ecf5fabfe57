"""Dates and times on pages."""

from datetime import UTC, datetime

from markupsafe import Markup


def moment(at: datetime) -> Markup:
    """Returns a moment, such as `1 March 2026, 12:00 UTC`."""
    utc = at.astimezone(UTC)
    return _time(utc, f"{utc.day} {utc:%B %Y, %H:%M} UTC")


def day(at: datetime) -> Markup:
    """Returns the day of a moment, such as `1 March 2026`."""
    utc = at.astimezone(UTC)
    return _time(utc, f"{utc.day} {utc:%B %Y}")


def _time(utc: datetime, words: str) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(f"{utc:%Y-%m-%dT%H:%MZ}", words)
