"""The finished games that came to a position, by their next moves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from commands.system.stored_types import ExploredRepository
from pbm.match.explored_moves import END, before_end
from pbm.match.match import Match
from pbm.match.position_keys import position_key
from pbm.proofs.value import Value
from pbm.stored import ExploredGame, ExploredMove, Results

LATEST = 10
"""The games that are named."""
Values = Callable[[Match, Sequence[str]], "Sequence[Value | None]"]
"""Returns the values of a position, and of these moves in it, for the player to move."""


@dataclass(frozen=True, slots=True)
class ValuedMove:
    """A move that was made in a position, and its value where it is proved."""

    explored: ExploredMove
    value: "Value | None"
    """For the player who makes it."""


@dataclass(frozen=True, slots=True)
class ExploredPosition:
    """A position with the finished games that came to it."""

    match: Match
    """The match in this position, in which it may still go on."""
    value: "Value | None"
    """The proved value of the position, for the player to move."""
    results: Results
    moves: Sequence[ValuedMove]
    """The most played first."""
    ended: Results | None
    """The results of the games that ended in it; None if none did."""
    latest: Sequence[ExploredGame]
    """The games that began last, the latest first."""


def explore(games: ExploredRepository, match: Match, values: Values) -> ExploredPosition:
    """Returns the games that came to the position of a match, by their next moves.

    If its players ended it otherwise than by a move, that is the position after the last move.
    """
    match = before_end(match)
    seats = len(match.game.seats)
    key = position_key(match.game, match.options, match.state.position)
    found = games.moves(key, seats, match.to_move or 0)
    moves = [each for each in found if each.move != END]
    value, *of_moves = values(match, [each.move for each in moves])
    return ExploredPosition(
        match=match,
        value=value,
        results=(
            games.results(key, seats)
            if games.repeats(key)
            else Results.sum(seats, [each.results for each in found])
        ),
        moves=[ValuedMove(*each) for each in zip(moves, of_moves, strict=True)],
        ended=next((each.results for each in found if each.move == END), None),
        latest=games.latest(key, LATEST),
    )
