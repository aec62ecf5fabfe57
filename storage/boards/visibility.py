"""Conditions for queries: who may see a board.

A board is as visible as its most private player wants to be, unless the board itself is private.
Commands query for their viewer, and the site for everybody. The answer to a command about a hidden
board is the same as for a board that doesn't exist.

A query of all boards selects all hidden boards once. With `few`, other conditions select few
boards, and the query only reads the seats of those boards.
"""

from typing import Any

from sqlalchemy import BindParameter, ColumnElement, exists, or_, select, true

from pbm.board.viewers import MEMBERS, PRIVATE, Viewer
from storage.players.visibility import choices, chose_visibility, is_gone, with_visibility
from storage.tables.boards import boards, seats

__all__ = ["has_player_with", "is_gone", "is_public", "is_seen_by", "is_seen_by_members"]
taken_seats = seats.alias("taken_seat")
"""The seats under an alias, because the outer query may be about seats, too."""


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
    is_theirs, seen = is_own(viewer), is_seen_by_others(viewer, few=few)
    return seen if is_theirs is None else or_(seen, is_theirs)


def is_seen_by_others(viewer: Viewer, *, few: bool = False) -> ColumnElement[bool]:
    """Returns the condition that others, registered or not like this viewer, may see a board."""
    return is_seen_by_members(few=few) if viewer.member else is_public(few=few)


def is_own(viewer: Viewer) -> ColumnElement[bool] | None:
    """Returns the condition that this viewer plays on a board, or None if there is none."""
    conditions: list[ColumnElement[bool]] = []
    if viewer.players:
        theirs = taken_seats.c.player_id.in_(sorted(viewer.players))
        theirs_by_seat = select(taken_seats.c.board_id).where(theirs)
        conditions.append(boards.c.id.in_(theirs_by_seat))
    if viewer.board is not None:
        conditions.append(boards.c.id == viewer.board)
    return or_(*conditions) if conditions else None


def is_of_game(game: str | BindParameter[Any]) -> ColumnElement[bool]:
    """Returns the condition on a board's game, for queries that select few boards by others.

    It hides the column in an expression. Otherwise SQLite would read all boards of the game first.
    """
    return boards.c.game.concat("") == game


def has_player_with(*values: str, few: bool) -> ColumnElement[bool]:
    """Returns the condition that a player of a board chose one of these visibilities.

    `few`: other conditions of the query select few boards.
    """
    if few:
        choice = choices.c.player_id == taken_seats.c.player_id, chose_visibility(*values)
        return exists().where(taken_seats.c.board_id == boards.c.id, *choice)
    hidden = taken_seats.c.player_id.in_(with_visibility(*values))
    return boards.c.id.in_(select(taken_seats.c.board_id).where(hidden))
