"""Moments and days that others write: only those with which nobody's arithmetic overflows."""

from datetime import datetime

YEARS = range(1900, 3000)
"""The years that are read. Python has years 1 to 9999, and no day before or after them."""


def read_moment(text: str) -> datetime:
    """Returns the moment in an ISO text; raises ValueError for other texts and years."""
    moment = datetime.fromisoformat(text)
    if moment.year not in YEARS:
        raise ValueError(f"the year {moment.year} isn't from {YEARS[0]} to {YEARS[-1]}")
    return moment
