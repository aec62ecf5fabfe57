"""The methods of proving a value, each for the positions it covers."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from pbm.game import legal
from pbm.games import AnyGame
from pbm.proofs.knowledge import Knowledge, PositionNumbering
from pbm.proofs.search.mate_search import MateSearch
from pbm.proofs.search.race_search import RaceSearch
from pbm.proofs.value import Result, Value
from pbm.search_budget import SearchBudget

Lookup = Callable[[int], Value]
"""Returns the value of the position of a number."""


class ProofMethod(Protocol):
    """A method of finding values; positions are of one game, and unfinished."""

    @property
    def reason(self) -> str:
        """The reason for a value, as words that may follow `by`."""
        ...

    @property
    def open(self) -> bool:
        """True if a longer search might find an unknown distance."""
        ...

    def value(self, position: Any, seat: int) -> Value | None:
        """Returns the value for the seat to move; None if it isn't found."""
        ...

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Returns True if a position has this result within this many plies."""
        ...

    def hint(self, position: Any) -> tuple[str, ...]:
        """Returns moves that keep a value of unknown distance."""
        ...


class ByTable:
    """Lookup in a table."""

    open = False

    def __init__(self, game: AnyGame, numbering: PositionNumbering, lookup: Lookup) -> None:
        self._game, self._numbering, self._lookup = game, numbering, lookup

    @property
    def reason(self) -> str:
        """The number of placements that the table covers."""
        return f"trying all {self._numbering.placements:,} positions"

    def value(self, position: Any, seat: int) -> Value:
        """Returns the value; every position is in the table."""
        return self._lookup(self._numbering.number(position))

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Returns True if the stored value has this result and is as quick."""
        found = self.value(position, seat)
        if found.plies is None or value.plies is None:
            return found.result is value.result
        return found.result is value.result and found.plies <= value.plies

    def hint(self, position: Any) -> tuple[str, ...]:
        """Returns a winning move of a table without distances."""
        game = self._game
        return tuple(game.write(position, move) for move in self._winning(position))[:1]

    def _winning(self, position: Any) -> Iterator[Any]:
        """Yields the moves that win at once, or lead to positions that the other player loses."""
        game, seat = self._game, self._game.to_move(position)
        for move in game.moves(position):
            after = game.play(position, move)
            outcome = game.outcome(after)
            if outcome.winners == (seat,) if outcome else self._loses(after):
                yield move

    def _loses(self, position: Any) -> bool:
        return self._lookup(self._numbering.number(position)).result is Result.LOST


class ByRace:
    """Search of a race."""

    open = True

    def __init__(
        self,
        game: AnyGame,
        known: Knowledge,
        position: Any,
        budget: SearchBudget,
        *,
        distance: bool = True,
    ) -> None:
        self._game, self._known, self._has_distance = game, known, distance
        self._search = RaceSearch(known.check_has_race(position), budget)

    @property
    def reason(self) -> str:
        """The number of positions searched."""
        return f"searching {self._search.searched:,} positions"

    def value(self, position: Any, seat: int) -> Value | None:
        """Returns the value if the budget suffices."""
        race = self._known.check_has_race(position)
        return self._search.value(race, distance=self._has_distance)

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Returns True if the result comes in time; plies are odd for a win, even for a loss."""
        plies, wins = value.plies or 0, value.result is Result.WON
        plies -= (plies - wins) % 2
        return self._search.within(self._known.check_has_race(position), plies)

    def moves(self, position: Any) -> Iterator[int]:
        """Yields the moves in the order in which the search tries them."""
        return self._search.moves(self._known.check_has_race(position))

    def hint(self, position: Any) -> tuple[str, ...]:
        """Returns a move after which the other player is known to lose."""
        game = self._game
        for move in game.moves(position):
            if self._search.lost(self._known.check_has_race(game.play(position, move))):
                return (game.write(position, move),)
        return ()


class ByRules:
    """Search by the rules alone."""

    open = False

    def __init__(self, game: AnyGame, budget: SearchBudget) -> None:
        self._search = MateSearch(game, budget)
        self._budget = budget

    @property
    def reason(self) -> str:
        """The number of positions searched."""
        return f"searching {self._budget.used:,} positions"

    def value(self, position: Any, seat: int) -> Value | None:
        """Returns the value if the budget suffices."""
        return self._search.value(position, seat)

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Returns True if a further search finds the result."""
        return self._search.within(position, seat, value.result, value.plies or 0)

    def hint(self, position: Any) -> tuple[str, ...]:
        """Returns nothing, as distances are always known."""
        return ()


class ByReflection:
    """Proof by reflection: answering with the opposite square never runs out of answers."""

    reason = "answering each move with the opposite square, seen from the middle of the board"

    def __init__(self, game: AnyGame, known: Knowledge, *, searchable: bool) -> None:
        self._game, self._known = game, known
        self.open = searchable

    def value(self, position: Any, seat: int) -> Value | None:
        """Returns a loss for a position that is its own reflection, and a win for a move to one."""
        if self._known.mirrored(position) is not None:
            return Value(Result.LOST)
        return Value(Result.WON) if self.hint(position) else None

    def within(self, position: Any, seat: int, value: Value) -> bool:
        """Returns False, as the distance isn't known."""
        return False

    def hint(self, position: Any) -> tuple[str, ...]:
        """Returns a move with its answer, or the move to a position that is its own reflection."""
        game, last = self._game, self._known.mirrored(position)
        if last is not None:
            move = game.read(position, legal(game, position)[0])
            after = game.play(position, move)
            return game.write(position, move), game.write(after, last - move)
        for move in game.moves(position):
            if self._known.mirrored(game.play(position, move)) is not None:
                return (game.write(position, move),)
        return ()
