"""Convert between a board and the values of its rows."""

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from datetime import timedelta
from operator import attrgetter
from typing import Any

from sqlalchemy import Row

from pbm import games
from pbm.board.board import Board, Offer
from pbm.board.terms import Terms
from pbm.errors import UserError
from pbm.match.match import Event, Match
from pbm.match.queued_moves import Plan
from pbm.options import write_options

REPLAY_ERRORS = (UserError, LookupError, TypeError, ValueError)
"""Errors that replaying a damaged log can raise."""
STATE_COLUMNS = (
    *("removed", "offer", "turn", "used", "rest", "due", "generation"),
    *("ply", "epoch", "to_move", "places", "checksum"),
)
INTENTION_COLUMNS = ("resigning", "plan", "submitted")
_TERMS = attrgetter(*(field.name for field in fields(Terms)))


def read_terms(row: Row[Any]) -> Terms:
    """Returns the terms of the challenge from a board's row."""
    return Terms(*_TERMS(row))


def terms_row(match: Match, terms: Terms) -> dict[str, Any]:
    """Returns the values that never change after the board was opened."""
    return {
        "game": match.game.name,
        "rules": match.game.version,
        "options": json.dumps(write_options(match.options)),
        **asdict(terms),
    }


def state_values(board: Board) -> dict[str, Any]:
    """Returns the values of STATE_COLUMNS."""
    match, deadlines = board.match, board.deadlines
    return {
        "removed": board.removed,
        "offer": _write_offer(board.offer),
        "turn": board.clock.began,
        "used": json.dumps([used.total_seconds() for used in board.clock.used]),
        "rest": board.clock.rest.write(),
        "due": deadlines.due if deadlines else None,
        "generation": board.generation,
        **log_values(match),
    }


def log_values(match: Match) -> dict[str, Any]:
    """Returns the values that follow from the log."""
    return {
        "ply": match.ply,
        "epoch": match.state.epoch,
        "to_move": match.to_move,
        "places": places(match),
        "checksum": match.checksum,
    }


def intentions(board: Board, seat: int) -> dict[str, Any]:
    """Returns the values of INTENTION_COLUMNS for a seat."""
    return {
        "resigning": seat in board.resigning,
        "plan": board.plans.get(seat, Plan()).write(),
        "submitted": board.submitted.get(seat, ""),
    }


def read_used(text: str) -> tuple[timedelta, ...]:
    """Returns the time used by each seat, from its JSON."""
    return tuple(timedelta(seconds=seconds) for seconds in json.loads(text))


def _write_offer(offer: Offer | None) -> str:
    if offer is None:
        return ""
    return json.dumps({"kind": offer.kind, "by": offer.by, "accepted": sorted(offer.accepted)})


def read_offer(text: str) -> Offer | None:
    """Returns the open offer of a board from its JSON, or None."""
    if not text:
        return None
    read = json.loads(text)
    return Offer(read["kind"], read["by"], frozenset(read["accepted"]))


def places(match: Match) -> str | None:
    """Returns the place of each seat as JSON, or None if the game isn't over."""
    return json.dumps(match.outcome.places) if match.outcome else None


def replayed(row: Row[Any], log: Sequence[Event]) -> Match:
    """Returns the match replayed from a board's log. Raises one of REPLAY_ERRORS."""
    game = games.stored(row.game)
    options = game.read_options(json.loads(row.options))
    return Match.replay(game, options, log)
