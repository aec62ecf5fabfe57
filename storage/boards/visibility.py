"""The visibility of boards: conditions of queries.

A board is as visible as the least visible of its players wants to be, unless it is private itself.
A list of all finds the hidden boards once; where `few` boards are looked at, only their seats are.
Commands ask for their viewer, the site for everybody. A command about a hidden board is answered
like one about a board that doesn't exist.
"""

from sqlalchemy import ColumnElement, exists, or_, select, true

from pbm.board.viewers import MEMBERS, PRIVATE, Viewer
from storage.players.visibility import choices, chose_visibility, is_gone, with_visibility
from storage.tables.boards import boards, seats

__all__ = ["has_player_with", "is_gone", "is_public", "is_seen_by", "is_seen_by_members"]
taken_seats = seats.alias("taken_seat")
"""The seats under a name of their own: a query around may be about seats, too."""


def is_public(*, few: bool = False) -> ColumnElement[bool]:
    """Returns the condition that everybody may see a board."""
    return ~boards.c.private & ~has_player_with(MEMBERS, PRIVATE, few=few)


def is_seen_by_members(*, few: bool = False) -> ColumnElement[bool]:
    """Returns the condition that registered players may see a board."""
    return ~boards.c.private & ~has_player_with(PRIVATE, few=few)


def is_seen_by(viewer: Viewer, *, few: bool = False) -> ColumnElement[bool]:
    """Returns the condition that this viewer may see a board."""
    if viewer.admin:
        return true()
    own, seen = is_own(viewer), is_seen_by_others(viewer, few=few)
    return seen if own is None else or_(seen, own)


def is_seen_by_others(viewer: Viewer, *, few: bool = False) -> ColumnElement[bool]:
    """Returns the condition that all who are registered, or aren't, as this viewer, see a board."""
    return is_seen_by_members(few=few) if viewer.member else is_public(few=few)


def is_own(viewer: Viewer) -> ColumnElement[bool] | None:
    """Returns the condition that a board is one of this viewer's own; None if none is."""
    conditions: list[ColumnElement[bool]] = []
    if viewer.players:
        theirs = taken_seats.c.player_id.in_(sorted(viewer.players))
        own = select(taken_seats.c.board_id).where(theirs)
        conditions.append(boards.c.id.in_(own))
    if viewer.board is not None:
        conditions.append(boards.c.id == viewer.board)
    return or_(*conditions) if conditions else None


def is_of_game(game: str) -> ColumnElement[bool]:
    """Returns the condition on the game of boards that other conditions select.

    An expression, not the column: SQLite would begin with all boards of the game.
    """
    return boards.c.game.concat("") == game


def has_player_with(*values: str, few: bool) -> ColumnElement[bool]:
    """Returns the condition that a player of a board chose one of these visibilities."""
    if few:
        choice = choices.c.player_id == taken_seats.c.player_id, chose_visibility(*values)
        return exists().where(taken_seats.c.board_id == boards.c.id, *choice)
    hidden = taken_seats.c.player_id.in_(with_visibility(*values))
    return boards.c.id.in_(select(taken_seats.c.board_id).where(hidden))
