"""Collect the finished games that reached a position, grouped by the next move."""

from collections.abc import Callable, Sequence

from commands.system.stored_types import ExploredRepository
from commands.views.analysis.explored_position import ExploredPosition, ValuedMove
from pbm.match.explored_moves import END, before_end
from pbm.match.match import Match
from pbm.match.position_keys import position_key
from pbm.proofs.value import Value
from pbm.stored_values import Results

LATEST = 10
"""Number of most recent games that are listed."""
Values = Callable[[Match, Sequence[str]], "Sequence[Value | None]"]
"""Takes a match and moves from its position. Returns the value of the position and of each move,
for the player to move.
"""


def explore(games: ExploredRepository, match: Match, values: Values) -> ExploredPosition:
    """Returns the games that reached the position of a match, grouped by the next move.

    If the game ended without a move, such as by a resignation, the position after the last move is
    used.
    """
    match = before_end(match)
    seats = len(match.game.seats)
    key = position_key(match.game, match.options, match.state.position)
    played_moves = games.moves(key, seats, match.to_move or 0)
    moves = [each for each in played_moves if each.move != END]
    value, *of_moves = values(match, [each.move for each in moves])
    return ExploredPosition(
        match=match,
        value=value,
        results=(
            games.results(key, seats)
            # If a game can repeat a position, summing over the moves would count that game
            # repeatedly.
            if games.repeats(key)
            else Results.sum(seats, [each.results for each in played_moves])
        ),
        moves=[ValuedMove(*each) for each in zip(moves, of_moves, strict=True)],
        ended=next((each.results for each in played_moves if each.move == END), None),
        latest=games.latest(key, LATEST),
    )
