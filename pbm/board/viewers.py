"""Visibility of boards, players and comments, and the viewers to whom it applies."""

from dataclasses import dataclass

VISIBILITY = "visibility"
"""The name of the preference by which players choose theirs."""
PUBLIC, MEMBERS, PRIVATE = VISIBILITIES = ("public", "members", "private")
"""Seen by everybody, by registered players, or by those who play on the board; from the widest."""
COMMENTS = "comments"
"""The name of the preference by which players publish their comments."""
PUBLISHED, UNPUBLISHED = PUBLICATIONS = ("published", "unpublished")
"""Shown on the pages of public boards, or only to the receivers of the mails."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at boards and players; a stranger unless more is known."""

    member: bool = False
    """True for registered players, and for users of the shell."""
    players: frozenset[int] = frozenset()
    """The ids of the players for whom they write, who see their own boards."""
    board: int | None = None
    """The id of the board to whose latest mail they reply."""
    admin: bool = False
    """True if nothing is hidden."""


SERVER = Viewer(admin=True)
"""The server itself, whose own work is about all boards."""
