"""Conditions for queries: who may see a player in lists."""

from sqlalchemy import ColumnElement, Select, and_, or_, select, true

from pbm.board.viewers import MEMBERS, PRIVATE, VISIBILITY, Viewer
from storage.tables.players import players, preferences

choices = preferences.alias("choice")
"""The preferences under an alias, because the outer query may be about preferences, too."""


def chose_visibility(*values: str) -> ColumnElement[bool]:
    """Returns the condition that a row of `choices` is one of these visibilities."""
    is_visibility = and_(choices.c.name == VISIBILITY, choices.c.game == "")
    return is_visibility & choices.c.value.in_(values)


def with_visibility(*values: str) -> Select[tuple[int]]:
    """Returns a query of the ids of players who chose one of these visibilities."""
    return select(choices.c.player_id).where(chose_visibility(*values))


def is_player_seen_by(viewer: Viewer) -> ColumnElement[bool]:
    """Returns the condition that this viewer may see a player in lists."""
    if viewer.admin:
        return true()
    is_theirs = players.c.id.in_(sorted(viewer.players))
    return (
        or_(is_player_seen_by_others(viewer), is_theirs)
        if viewer.players
        else (is_player_seen_by_others(viewer))
    )


def is_player_seen_by_others(viewer: Viewer) -> ColumnElement[bool]:
    """Returns the condition that others, registered or not like this viewer, may see a player."""
    hidden = (PRIVATE,) if viewer.member else (MEMBERS, PRIVATE)
    return ~has_chosen(players.c.id, *hidden)


def has_chosen(player: ColumnElement[int], *values: str) -> ColumnElement[bool]:
    """Returns the condition that the player with this id chose one of these visibilities."""
    theirs = choices.c.player_id == player
    return select(choices.c.player_id).where(theirs, chose_visibility(*values)).exists()


def is_gone() -> ColumnElement[bool]:
    """Returns the condition that a player has signed off."""
    return players.c.password_hash == ""
