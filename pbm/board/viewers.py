"""Visibility of boards, players and comments, and the viewers to whom it applies."""

from dataclasses import dataclass

VISIBILITY = "visibility"
"""Name of the preference for a player's visibility."""
PUBLIC, MEMBERS, PRIVATE = VISIBILITIES = ("public", "members", "private")
"""Visible to everybody, to registered players, or only to the players of the board."""
COMMENTS = "comments"
"""Name of the preference for publishing a player's comments."""
PUBLISHED, UNPUBLISHED = PUBLICATIONS = ("published", "unpublished")
"""Shown on the pages of public boards, or only to the recipients of the emails."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person who looks at boards and players. By default it is a stranger."""

    member: bool = False
    """Whether the viewer is a registered player, or uses the shell."""
    players: frozenset[int] = frozenset()
    """Ids of the players in whose name the viewer writes. They see their own boards."""
    board: int | None = None
    """Id of a board. It is set if the viewer replies to the latest email about that board."""
    admin: bool = False
    """Whether the viewer may see everything."""


SERVER = Viewer(admin=True)
"""The server itself. It may see all boards."""
