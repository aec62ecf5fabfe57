"""Perft: counting positions, the usual test of a move generator."""

from collections.abc import Iterator
from typing import Any

from pbm.game import Game


def perft(game: Game[Any, Any, Any], position: Any, depth: int) -> int:
    """Returns the number of lines of exactly this many plies; finished games aren't expanded."""
    if depth == 0:
        return 1
    if depth == 1:
        return game.count(position)
    if depth == 2:
        return game.count_replies(position)
    return sum(perft(game, game.play(position, move), depth - 1) for move in game.moves(position))


def table(game: Game[Any, Any, Any], position: Any, depth: int) -> Iterator[tuple[int, int]]:
    """Yields each depth from 1 with its count."""
    for reached in range(1, depth + 1):
        yield reached, perft(game, position, reached)
