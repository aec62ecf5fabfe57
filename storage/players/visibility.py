"""The visibility of players in lists: conditions of queries."""

from sqlalchemy import ColumnElement, Select, and_, or_, select, true

from pbm.visibility import MEMBERS, PRIVATE, VISIBILITY, Viewer
from storage.tables import players, preferences

choices = preferences.alias("choice")
"""The preferences under a name of their own: a query around may be about preferences, too."""


def chose_visibility(*values: str) -> ColumnElement[bool]:
    """Returns the condition that one of `choices` is one of these visibilities."""
    is_visibility = and_(choices.c.name == VISIBILITY, choices.c.game == "")
    return is_visibility & choices.c.value.in_(values)


def with_visibility(*values: str) -> Select[tuple[int]]:
    """Returns a query of the ids of players who chose one of these visibilities."""
    return select(choices.c.player_id).where(chose_visibility(*values))


def is_player_seen_by(viewer: Viewer) -> ColumnElement[bool]:
    """Returns the condition that this viewer may see a player in lists."""
    if viewer.admin:
        return true()
    hidden = with_visibility(PRIVATE) if viewer.member else with_visibility(MEMBERS, PRIVATE)
    return or_(~players.c.id.in_(hidden), players.c.id.in_(sorted(viewer.players)))


def is_gone() -> ColumnElement[bool]:
    """Returns the condition that a player has signed off."""
    return players.c.password_hash == ""
