"""A board as its row has it, both ways."""

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from datetime import timedelta
from typing import Any

from sqlalchemy import Row

from pbm import games
from pbm.board import Board, Offer, Terms
from pbm.errors import UserError
from pbm.match import Event, Match
from pbm.options import read_options, write_options
from pbm.queued_moves import Plan

UNTELLABLE = (UserError, LookupError, TypeError, ValueError)
"""What a log may meet with that was tampered with."""


def read_terms(row: Row[Any]) -> Terms:
    """What the challenge said, from a board's row."""
    return Terms(**{field.name: getattr(row, field.name) for field in fields(Terms)})


def terms_row(match: Match, terms: Terms) -> dict[str, Any]:
    """What stays as it was when the board was opened."""
    return {
        "game": match.game.name,
        "rules": match.game.version,
        "options": json.dumps(write_options(match.options)),
        **asdict(terms),
    }


def state_values(board: Board) -> dict[str, Any]:
    """Where a board stands."""
    match, deadlines = board.match, board.deadlines
    return {
        "removed": board.removed,
        "offer": _write_offer(board.offer),
        "turn": board.clock.began,
        "used": json.dumps([used.total_seconds() for used in board.clock.used]),
        "due": deadlines.due if deadlines else None,
        **told_by(match),
    }


def told_by(match: Match) -> dict[str, Any]:
    """What a log leads to."""
    return {
        "ply": match.ply,
        "epoch": match.state.epoch,
        "to_move": match.to_move,
        "places": places(match),
        "checksum": match.checksum,
    }


def intentions(board: Board, seat: int) -> dict[str, Any]:
    """What a seat has said it will do."""
    return {
        "resigning": seat in board.resigning,
        "plan": board.plans.get(seat, Plan()).write(),
        "submitted": board.submitted.get(seat, ""),
    }


def read_used(text: str) -> tuple[timedelta, ...]:
    """The time that each seat has used."""
    return tuple(timedelta(seconds=seconds) for seconds in json.loads(text))


def _write_offer(offer: Offer | None) -> str:
    if offer is None:
        return ""
    return json.dumps({"kind": offer.kind, "by": offer.by, "accepted": sorted(offer.accepted)})


def read_offer(text: str) -> Offer | None:
    """What is offered on a board, if anything is."""
    if not text:
        return None
    read = json.loads(text)
    return Offer(read["kind"], read["by"], frozenset(read["accepted"]))


def places(match: Match) -> str | None:
    """Each seat's place, once it is over."""
    return json.dumps(match.outcome.places) if match.outcome else None


def replayed(row: Row[Any], log: Sequence[Event]) -> Match:
    """The match to which a board's log leads; raises one of UNTELLABLE."""
    game = games.find(row.game)
    options = read_options(game.options, json.loads(row.options), game.title)
    return Match.replay(game, options, log)
