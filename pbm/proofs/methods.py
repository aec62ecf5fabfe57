"""Methods of proving the value of a position. Each applies to some positions."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from pbm.game import legal
from pbm.games import AnyGame
from pbm.proofs.knowledge import Knowledge, PositionNumbering
from pbm.proofs.search.mate_search import MateSearch
from pbm.proofs.search.race_search import RaceSearch
from pbm.proofs.value import Result, Value
from pbm.search.budget import SearchBudget

Lookup = Callable[[int], Value]
"""Returns the value of the position with this number."""


class ProofMethod(Protocol):
    """A method of proving values of unfinished positions of one game."""

    @property
    def reason(self) -> str:
        """How the value was proved, in words that can follow `by`."""
        ...

    @property
    def open(self) -> bool:
        """Whether a longer search might find a distance that is unknown."""
        ...

    def value(self, position: Any, seat: int) -> Value | None:
        """Returns the value for the seat to move, or None if it can't be proved."""
        ...

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Whether the position has this result within the value's number of plies."""
        ...

    def hint(self, position: Any) -> tuple[str, ...]:
        """Returns moves that keep the value of a position whose distance is unknown."""
        ...


class ByTable:
    """Looks up values in a table."""

    open = False

    def __init__(self, game: AnyGame, numbering: PositionNumbering, lookup: Lookup) -> None:
        self._game, self._numbering, self._lookup = game, numbering, lookup

    @property
    def reason(self) -> str:
        return f"trying all {self._numbering.placements:,} positions"

    def value(self, position: Any, seat: int) -> Value:
        """Returns the value. The table contains every position."""
        return self._lookup(self._numbering.number(position))

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Whether the stored value has this result within as many plies, if both are known."""
        stored = self.value(position, seat)
        if stored.plies is None or value.plies is None:
            return stored.result is value.result
        return stored.result is value.result and stored.plies <= value.plies

    def hint(self, position: Any) -> tuple[str, ...]:
        """Returns a winning move, for a table without distances."""
        game = self._game
        return tuple(game.write(position, move) for move in self._winning(position))[:1]

    def _winning(self, position: Any) -> Iterator[Any]:
        """Yields the moves that win immediately, or after which the other player loses."""
        game, seat = self._game, self._game.to_move(position)
        for move in game.moves(position):
            after = game.play(position, move)
            outcome = game.outcome(after)
            if outcome.winners == (seat,) if outcome else self._loses(after):
                yield move

    def _loses(self, position: Any) -> bool:
        return self._lookup(self._numbering.number(position)).result is Result.LOST


class ByRace:
    """Searches a game that is a race."""

    open = True

    def __init__(
        self,
        game: AnyGame,
        game_knowledge: Knowledge,
        position: Any,
        budget: SearchBudget,
        *,
        distance: bool = True,
    ) -> None:
        self._game, self._knowledge, self._has_distance = game, game_knowledge, distance
        self._search = RaceSearch(game_knowledge.check_has_race(position), budget)

    @property
    def reason(self) -> str:
        return f"searching {self._search.searched:,} positions"

    def value(self, position: Any, seat: int) -> Value | None:
        """Returns the value if the budget is enough."""
        race = self._knowledge.check_has_race(position)
        return self._search.value(race, distance=self._has_distance)

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Whether the position has this result in time.

        A win takes an odd number of plies and a loss an even one, so other numbers are rounded
        down.
        """
        plies, wins = value.plies or 0, value.result is Result.WON
        plies -= (plies - wins) % 2
        return self._search.within(self._knowledge.check_has_race(position), plies)

    def moves(self, position: Any) -> Iterator[int]:
        """Yields the moves in the order in which the search tries them."""
        return self._search.moves(self._knowledge.check_has_race(position))

    def hint(self, position: Any) -> tuple[str, ...]:
        """Returns a move after which the search has proved that the other player loses."""
        game = self._game
        for move in game.moves(position):
            if self._search.is_lost(self._knowledge.check_has_race(game.play(position, move))):
                return (game.write(position, move),)
        return ()


class ByRules:
    """Searches for a forced end with only the rules of the game."""

    open = False

    def __init__(self, game: AnyGame, budget: SearchBudget) -> None:
        self._search = MateSearch(game, budget)
        self._budget = budget

    @property
    def reason(self) -> str:
        return f"searching {self._budget.used:,} positions"

    def value(self, position: Any, seat: int) -> Value | None:
        """Returns the value if the budget is enough."""
        return self._search.value(position, seat)

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Whether another search finds this result in time."""
        return self._search.within(position, seat, value.result, value.plies or 0)

    def hint(self, position: Any) -> tuple[str, ...]:
        """Returns nothing, because this method always finds the distance."""
        return ()


class ByReflection:
    """Proves values by symmetry. A player who answers with the opposite square never gets stuck."""

    reason = "answering each move with the square opposite it across the center"

    def __init__(self, game: AnyGame, game_knowledge: Knowledge, *, searchable: bool) -> None:
        self._game, self._knowledge = game, game_knowledge
        self.open = searchable

    def value(self, position: Any, seat: int) -> Value | None:
        """Returns a loss if the position is symmetric, or a win if a move makes it symmetric."""
        if self._knowledge.mirrored(position) is not None:
            return Value(Result.LOST)
        return Value(Result.WON) if self.hint(position) else None

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Returns False, because the distance isn't known."""
        return False

    def hint(self, position: Any) -> tuple[str, ...]:
        """Returns a move that makes the position symmetric.

        If the position is symmetric already, returns a move and its answer.
        """
        game, last = self._game, self._knowledge.mirrored(position)
        if last is not None:
            move = game.read(position, legal(game, position)[0])
            after = game.play(position, move)
            return game.write(position, move), game.write(after, last - move)
        for move in game.moves(position):
            if self._knowledge.mirrored(game.play(position, move)) is not None:
                return (game.write(position, move),)
        return ()
