"""Searches for the places that the players of Mad Knights can reach, by two definitions.

The first is the place that a player can force if the other two cooperate. The second is max-n, in
which each player plays only for their own place. If moves lead to the same place, a tie rule
chooses: all players favour the next player, or all favour the previous one.

Player 0 is to move, then player 1, then player 2.
"""

from collections.abc import Iterator
from itertools import permutations, product
from typing import NamedTuple

from pbm.games.madknights import MadKnights, Options, Start, write_start
from pbm.geometry.bit_sets import bits
from pbm.proofs.search.race import Race
from pbm.proofs.search.race_search import RaceSearch
from pbm.proofs.starts.start_places import StartPlaces
from pbm.search.budget import SearchBudget

SMALLEST = 4
"""The smallest size whose starts are searched. Nobody can play on such a small board."""
LARGEST_MAX_N = 5
"""Maximum board size for max-n. On 6x6, one start has millions of positions."""
TAKEN = 2
"""The weight of an exit that a move takes from the player, compared with the mover's exits."""
FAVOUR_NEXT, FAVOUR_PREVIOUS = 1, 2
"""Which player to favour: the next one or the one after."""
Places = tuple[int, int, int]
"""The places of the three players, beginning with the player to move. 1 is the best."""
GAME = MadKnights()


class ThreeKnights(NamedTuple):
    """A position in which all three players still play."""

    free: int
    """The set of open squares."""
    knights: tuple[int, int, int]

    def after(self, square: int) -> "ThreeKnights":
        """Returns the position after a move, from the view of the next player."""
        _, following, last = self.knights
        return ThreeKnights(self.free & ~(1 << square), (following, last, square))


def all_places(size: int, seconds: float, positions: int) -> Iterator[StartPlaces]:
    """Yields the places from all starts of a size, each with its own budget.

    Raises BudgetExhausted if the budget isn't enough for a start.
    """
    for start in distinct_starts(size):
        yield places_from(size, start, SearchBudget(seconds, positions))


def distinct_starts(size: int) -> Iterator[Start]:
    """Yields one start of each class of starts that are rotations or reflections of one another."""
    inner = [(column, row) for column in range(1, size - 1) for row in range(1, size - 1)]
    for start in permutations(inner, 3):
        if start == min(_images(size, start)):
            yield start


def places_from(size: int, start: Start, budget: SearchBudget) -> StartPlaces:
    """Returns the places from a start. Max-n is only searched on small boards.

    Raises BudgetExhausted.
    """
    board, free, knights, *_ = GAME.start(Options(size=size, seed=0, start=start))
    position = ThreeKnights(free, (knights[0], knights[1], knights[2]))
    races = Races(board.attacks, budget)
    search = AgainstTwo(races)
    against_two = [search.forced_place(position, player) for player in range(3)]
    rules = (FAVOUR_NEXT, FAVOUR_PREVIOUS) if size <= LARGEST_MAX_N else ()
    max_n = [MaxN(races, rule).places(position) for rule in rules] or ((), ())
    words = ("".join(map(str, places)) for places in (against_two, *max_n))
    return StartPlaces(size, write_start(start), *words)


class Races:
    """Races between the last two players on one board, and the budget of all searches."""

    def __init__(self, steps: tuple[int, ...], budget: SearchBudget) -> None:
        self.steps, self.budget = steps, budget
        self._search = RaceSearch(Race(steps, 0, 0, 0), budget)

    def first_wins(self, free: int, first: int, second: int) -> bool:
        """Whether the knight that moves first is the last one left."""
        return self._search.wins(Race(self.steps, free, first, second))


class AgainstTwo:
    """Searches for the place that a player can force against the other two."""

    def __init__(self, races: Races) -> None:
        self._races = races
        self._results: dict[tuple[ThreeKnights, int, int], bool] = {}

    def forced_place(self, position: ThreeKnights, player: int) -> int:
        """Returns the best place that a player can force if the other two cooperate."""
        return next(place for place in (1, 2, 3) if self.forces(position, player, place))

    def forces(self, position: ThreeKnights, player: int, place: int) -> bool:
        """Whether the player can force this place or a better one."""
        if place == 3:
            return True
        key = position, player, place
        forced = self._results.get(key)
        if forced is None:
            self._races.budget.spend()
            forced = self._results[key] = self._search(position, player, place)
        return forced

    def _search(self, position: ThreeKnights, player: int, place: int) -> bool:
        free, knights = position
        exits = self._races.steps[knights[0]] & free
        if not exits:
            return self._forces_when_first_leaves(position, player, place)
        after = (position.after(square) for square in self._ordered(exits, position, player))
        results = (self.forces(each, (player - 1) % 3, place) for each in after)
        return any(results) if player == 0 else all(results)

    def _forces_when_first_leaves(self, position: ThreeKnights, player: int, place: int) -> bool:
        if player == 0 or place == 2:
            return player != 0
        _, second, third = position.knights
        return self._races.first_wins(position.free, second, third) == (player == 1)

    def _ordered(self, exits: int, position: ThreeKnights, player: int) -> list[int]:
        """Returns the exits in the order of their promise.

        An exit is promising if it has many exits itself, or if `player` could have entered it.
        """
        steps, (free, knights) = self._races.steps, position
        near = steps[knights[player]] if player else 0

        def worth(square: int) -> int:
            return (steps[square] & free).bit_count() + TAKEN * (near >> square & 1)

        return sorted(bits(exits), key=worth, reverse=True)


class MaxN:
    """Searches for the places if every player plays only for their own place."""

    def __init__(self, races: Races, favour: int) -> None:
        self._races, self._favour = races, favour
        self._results: dict[ThreeKnights, Places] = {}

    def places(self, position: ThreeKnights) -> Places:
        places = self._results.get(position)
        if places is None:
            self._races.budget.spend()
            places = self._results[position] = self._best(position)
        return places

    def _best(self, position: ThreeKnights) -> Places:
        """Returns the places after the best move for the player to move."""
        free, (first, second, third) = position
        exits = self._races.steps[first] & free
        if not exits:
            return (3, 1, 2) if self._races.first_wins(free, second, third) else (3, 2, 1)
        best: Places = (4, 4, 4)
        for square in bits(exits):
            following, last, place = self.places(position.after(square))
            best_places = place, following, last
            if (place, best_places[self._favour]) < (best[0], best[self._favour]):
                best = best_places
            if (best[0], best[self._favour]) == (1, 2):
                break
        return best


def _images(size: int, start: Start) -> Iterator[Start]:
    last = size - 1
    for turned, across, down in product((False, True), repeat=3):
        squares = ((row, column) if turned else (column, row) for column, row in start)
        yield tuple((last - x if across else x, last - y if down else y) for x, y in squares)
