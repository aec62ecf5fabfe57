"""Marks in tables of ratings."""

from pbm.ratings import PROVISIONAL

PROVISIONAL_MARK = "?"
"""Follows a provisional rating."""


def footnote() -> str:
    """What the mark means."""
    return (
        f'{PROVISIONAL_MARK} provisional: less certain than (+-{PROVISIONAL}). See "help ratings".'
    )
