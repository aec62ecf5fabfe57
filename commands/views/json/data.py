"""JSON data of boards, proofs, ratings and deputies, for programs."""

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
    """Returns a board as an entry of a list.

    `winners`: the seats that won, or None while the game is running.
    """
    return {
        "game": board.game,
        "board": board.number,
        "players": list(board.players),
        "ply": board.ply,
        "to_move": board.to_move,
        "winners": None if winners is None else list(winners),
    }


def match_data(match: Match) -> dict[str, Any]:
    """Returns ply, seat to move and result. A finished match also has `places`."""
    outcome = match.outcome
    data: dict[str, Any] = {
        "ply": match.ply,
        "to_move": match.to_move,
        "winners": list(outcome.winners) if outcome else None,
    }
    return data | ({"places": list(outcome.places)} if outcome else {})


def board_data(board: Board, match: Match | None = None) -> dict[str, Any]:
    """Returns a board at its current ply, or at the ply of `match` if that is given."""
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
    return {
        **value_data(proof.value),
        "line": list(proof.line),
        "ground": proof.reason,
    }


def value_data(value: Value) -> dict[str, Any]:
    """Returns a value. Its `plies` are None if the distance isn't known."""
    return {"value": value.result.value, "plies": value.plies}


def rating_data(changes: Sequence[Change]) -> list[dict[str, int]]:
    """Returns each player's rating points before and after a game."""
    return [{"before": each.before.points, "after": each.after.points} for each in changes]


def deputies_data(deputies: Mapping[int, tuple[str, str]]) -> dict[str, Any]:
    """Returns, by ply, the deputy who moved and the player for whom they moved.

    Empty without deputies.
    """
    rows = [
        {"ply": ply, "deputy": deputy, "player": player}
        for ply, (deputy, player) in deputies.items()
    ]
    return {"deputies": rows} if rows else {}
