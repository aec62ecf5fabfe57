"""Authors of events: players, their deputies, the server and its admin."""

FOR = "/"
"""Separates deputy and player in the author of a deputy's move. Userids can't contain it."""


def author_of(deputy: str, player: str) -> str:
    """Returns the author of a move that a deputy makes for a player."""
    return f"{deputy}{FOR}{player}"


def deputy_in(author: str) -> str:
    """Returns the deputy's userid, or an empty string if no deputy is the author."""
    deputy, is_deputy, _ = author.partition(FOR)
    return deputy if is_deputy else ""


def readable_author(author: str) -> str:
    """Returns an author for readers, such as `carol for alice`."""
    return author.replace(FOR, " for ")
