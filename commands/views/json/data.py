"""Content as JSON for programs."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC
from typing import Any

from commands.system.stored_types import BoardSummary
from pbm.board.board import Board, BoardLine, TournamentGame
from pbm.board.ratings import Change
from pbm.match.match import Match
from pbm.options import write_options
from pbm.proofs.value import Proof, Value


def entry_data(board: "BoardLine | BoardSummary", winners: Sequence[int] | None) -> dict[str, Any]:
    """Returns a board as lists have it; `winners` is None while it goes on."""
    return {
        "game": board.game,
        "board": board.number,
        "players": list(board.players),
        "ply": board.ply,
        "to_move": board.to_move,
        "winners": None if winners is None else list(winners),
    }


def match_data(match: Match) -> dict[str, Any]:
    """Returns ply, seat to move and result; `places` only at the end."""
    outcome = match.outcome
    data: dict[str, Any] = {
        "ply": match.ply,
        "to_move": match.to_move,
        "winners": list(outcome.winners) if outcome else None,
    }
    return data | ({"places": list(outcome.places)} if outcome else {})


def board_data(board: Board, match: Match | None = None) -> dict[str, Any]:
    """Returns a board, now or at an earlier ply."""
    match = match or board.match
    return {
        "game": board.game.name,
        "board": board.number,
        **match_data(match),
        "players": [player.userid for player in board.players],
        "options": list(write_options(match.options)),
        "moves": list(match.moves),
        **({"tournament": _tournament(board.tournament)} if board.tournament else {}),
        **({"ratings": rating_data(board.ratings)} if match.outcome and board.ratings else {}),
    }


def _tournament(game: TournamentGame) -> dict[str, Any]:
    return asdict(game) | {"ends": game.ends and game.ends.astimezone(UTC).isoformat()}


def proof_data(proof: Proof) -> dict[str, Any]:
    """Returns a proof."""
    return {
        **value_data(proof.value),
        "line": list(proof.line),
        "ground": proof.reason,
    }


def value_data(value: Value) -> dict[str, Any]:
    """Returns a value; `plies` is None if they aren't known."""
    return {"value": value.result.value, "plies": value.plies}


def rating_data(changes: Sequence[Change]) -> list[dict[str, int]]:
    """Returns the points of each player before and after a game."""
    return [{"before": each.before.points, "after": each.after.points} for each in changes]


def deputies_data(deputies: Mapping[int, tuple[str, str]]) -> dict[str, Any]:
    """Returns who has moved for whom, by ply; nothing if nobody has."""
    rows = [
        {"ply": ply, "deputy": deputy, "player": player}
        for ply, (deputy, player) in deputies.items()
    ]
    return {"deputies": rows} if rows else {}
