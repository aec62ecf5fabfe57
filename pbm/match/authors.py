"""The authors of events: players, deputies for them, the server and its admin."""

FOR = "/"
"""Stands between deputy and player where a deputy made a move; no userid has it."""


def author_of(deputy: str, player: str) -> str:
    """Returns the author of a deputy's move for a player."""
    return f"{deputy}{FOR}{player}"


def deputy_in(author: str) -> str:
    """Returns the deputy's userid; empty for all other authors."""
    deputy, is_deputy, _ = author.partition(FOR)
    return deputy if is_deputy else ""


def author_words(author: str) -> str:
    """Returns an author in words, such as `carol for alice`."""
    return author.replace(FOR, " for ")
