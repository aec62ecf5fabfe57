"""Marks in tables of ratings."""

from pbm.board.ratings import PROVISIONAL

PROVISIONAL_MARK = "?"
"""Follows a provisional rating."""


def footnote() -> str:
    """Returns the explanation of the mark."""
    return (
        f'{PROVISIONAL_MARK} provisional: less certain than (+-{PROVISIONAL}). See "help ratings".'
    )
