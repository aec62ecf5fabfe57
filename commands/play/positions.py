"""Positions as programs read them, and positions on boards that aren't there."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from commands.context.context import Session
from commands.language.grammar import Place
from pbm.board import Board
from pbm.errors import Illegal, Refusal, Usage
from pbm.games import AnyGame
from pbm.match import Match
from pbm.options import read_options, write_options

NOW = datetime(2000, 1, 1, tzinfo=UTC)
"""Positions that are only looked at have no times."""


def standing(match: Match) -> dict[str, Any]:
    """Ply, whose turn, and how it ended; `places` only at the end."""
    outcome = match.outcome
    data: dict[str, Any] = {
        "ply": match.ply,
        "to_move": match.to_move,
        "winners": list(outcome.winners) if outcome else None,
    }
    return data | ({"places": list(outcome.places)} if outcome else {})


def board_data(board: Board, match: Match | None = None) -> dict[str, Any]:
    """A board, now or at an earlier ply."""
    match = match or board.match
    return {
        "game": board.game.name,
        "board": board.number,
        **standing(match),
        "players": [player.userid for player in board.players],
        "options": list(write_options(match.options)),
        "moves": list(match.moves),
        **(_ratings(board) if match.outcome and board.ratings else {}),
    }


def _ratings(board: Board) -> dict[str, Any]:
    pairs = ((change.before.points, change.after.points) for change in board.ratings)
    return {"ratings": [{"before": before, "after": after} for before, after in pairs]}


def at_place(session: Session, game: AnyGame, place: Place | None, options: Sequence[str]) -> Match:
    """The match of a board at a ply, or a new one with these options where there is no place."""
    if place is None:
        read = read_options(game.options, options, game.title)
        return Match.begin(game, game.resolve(read, session.seed()))
    if options:
        raise Usage(f'Options belong to "new": board {place.number} has its own.')
    return at_ply(session.board(game, place.number).match, place.ply)


def at_ply(match: Match, ply: int | None) -> Match:
    """The match after so many moves; refuses a ply that hasn't been reached."""
    if ply is None:
        return match
    if ply > match.ply:
        raise Illegal(f"Ply #{ply} hasn't been reached: {match.ply} moves have been made.")
    return match.at(ply)


def play_on(match: Match, moves: Sequence[str]) -> Match:
    """The match after these moves; the refusal says which one failed."""
    for number, move in enumerate(moves, 1):
        try:
            match = match.play(move, NOW, "-")
        except Refusal as refusal:
            where = f"Move {number} of {len(moves)}" if len(moves) > 1 else "That move"
            raise type(refusal)(f'{where}, "{move}": {refusal.text}') from None
    return match
