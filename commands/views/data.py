"""Content as JSON for programs."""

from typing import TYPE_CHECKING, Any

from pbm.board import Board
from pbm.match import Match
from pbm.options import write_options

if TYPE_CHECKING:
    from pbm.proofs import Proof, Value


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
        **(_ratings(board) if match.outcome and board.ratings else {}),
    }


def proof_data(proof: "Proof") -> dict[str, Any]:
    """Returns a proof."""
    return {
        **value_data(proof.value),
        "line": list(proof.line),
        "ground": proof.reason,
    }


def value_data(value: "Value") -> dict[str, Any]:
    """Returns a value; `plies` is None if they aren't known."""
    return {"value": value.result.value, "plies": value.plies}


def _ratings(board: Board) -> dict[str, Any]:
    pairs = ((change.before.points, change.after.points) for change in board.ratings)
    return {"ratings": [{"before": before, "after": after} for before, after in pairs]}
