"""Marks in tables of ratings."""

from pbm.ratings import PROVISIONAL

UNCERTAIN = "?"
"""Follows a provisional rating."""


def footnote() -> str:
    """What the mark means."""
    return f'{UNCERTAIN} provisional: less certain than (+-{PROVISIONAL}). See "help ratings".'
