"""The ways of proving a value, each for the positions it knows about."""

from typing import Any, Protocol

from pbm.game import legal
from pbm.games import AnyGame
from pbm.proofs.knowledge import Knowledge, Numbering
from pbm.proofs.mates import MateSearch
from pbm.proofs.race_search import RaceSearch
from pbm.proofs.retrograde import Scores
from pbm.proofs.value import Result, Value
from pbm.search_budget import SearchBudget


class ProofMethod(Protocol):
    """How values are found; positions are of one game, and not over."""

    @property
    def ground(self) -> str:
        """What a value rests on, as words that may stand after `by`."""
        ...

    @property
    def open(self) -> bool:
        """Whether a longer search might tell a distance that isn't known."""
        ...

    def value(self, position: Any, seat: int) -> Value | None:
        """The value for the seat to move; None where it isn't found."""
        ...

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Whether a position has this result, in so many plies or fewer."""
        ...

    def hint(self, position: Any) -> tuple[str, ...]:
        """Moves that keep a value whose distance isn't known."""
        ...


class ByTable:
    """Looking it up."""

    open = False

    def __init__(self, numbering: Numbering, scores: Scores) -> None:
        self._numbering = numbering
        self._scores = scores

    @property
    def ground(self) -> str:
        """How many placements the table has."""
        return f"a table of all {self._numbering.placements:,} placements"

    def value(self, position: Any, seat: int) -> Value:
        """Every position is in the table."""
        return Value.of_score(int(self._scores[self._numbering.number(position)]))

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """By comparison."""
        found = self.value(position, seat)
        if found.plies is None or value.plies is None:
            return found.result is value.result
        return found.result is value.result and found.plies <= value.plies

    def hint(self, position: Any) -> tuple[str, ...]:
        """Distances are always known."""
        return ()


class ByRace:
    """Searching a race of walkers."""

    open = True

    def __init__(
        self, game: AnyGame, known: Knowledge, position: Any, budget: SearchBudget
    ) -> None:
        self._game, self._known, self._budget = game, known, budget
        self._search = RaceSearch(known.demand_walk(position), budget)

    @property
    def ground(self) -> str:
        """How much was searched."""
        return f"a search of {self._budget.used:,} positions"

    def value(self, position: Any, seat: int) -> Value | None:
        """As far as the budget reaches."""
        return self._search.value(self._known.demand_walk(position))

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Games are won in an odd number of plies, and lost in an even one."""
        plies, wins = value.plies or 0, value.result is Result.WON
        plies -= (plies - wins) % 2
        return self._search.within(self._known.demand_walk(position), plies)

    def hint(self, position: Any) -> tuple[str, ...]:
        """A move after which the other is known to lose."""
        game = self._game
        for move in game.moves(position):
            if self._search.lost(self._known.demand_walk(game.play(position, move))):
                return (game.write(position, move),)
        return ()


class ByRules:
    """Searching with nothing but the rules."""

    open = False

    def __init__(self, game: AnyGame, budget: SearchBudget) -> None:
        self._search = MateSearch(game, budget)
        self._budget = budget

    @property
    def ground(self) -> str:
        """How much was searched."""
        return f"a search of {self._budget.used:,} positions"

    def value(self, position: Any, seat: int) -> Value | None:
        """As far as the budget reaches."""
        return self._search.value(position, seat)

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """By searching on."""
        return self._search.within(position, seat, value.result, value.plies or 0)

    def hint(self, position: Any) -> tuple[str, ...]:
        """Distances are always known."""
        return ()


class ByReflection:
    """Whoever answers each move with the opposite square never runs out of answers."""

    ground = "the answer to each move with the opposite square, seen from the middle of the board"

    def __init__(self, game: AnyGame, known: Knowledge, *, searchable: bool) -> None:
        self._game, self._known = game, known
        self.open = searchable

    def value(self, position: Any, seat: int) -> Value | None:
        """Lost in a position that is its own reflection; won by moving to one."""
        if self._known.mirrored(position) is not None:
            return Value(Result.LOST)
        return Value(Result.WON) if self.hint(position) else None

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """How long it takes isn't known."""
        return False

    def hint(self, position: Any) -> tuple[str, ...]:
        """A move with its answer, or the move to a position that is its own reflection."""
        game, last = self._game, self._known.mirrored(position)
        if last is not None:
            move = game.read(position, legal(game, position)[0])
            after = game.play(position, move)
            return game.write(position, move), game.write(after, last - move)
        for move in game.moves(position):
            if self._known.mirrored(game.play(position, move)) is not None:
                return (game.write(position, move),)
        return ()
