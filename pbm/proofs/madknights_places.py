"""Places of Mad Knights: what each player can force against two that join, and max-n.

In max-n each player plays for their own place alone. Where moves give the same place, a tie rule
chooses: here all players favour the one who moves next, or all favour the one who moved before.

Player 0 is to move, then 1, then 2.
"""

from collections.abc import Iterator
from itertools import permutations, product
from typing import NamedTuple

from pbm.bit_sets import bits
from pbm.games.madknights import MadKnights, Options, Start, write_start
from pbm.proofs.search.race import Race
from pbm.proofs.search.race_search import RaceSearch
from pbm.proofs.starts.start_places import StartPlaces
from pbm.search_budget import SearchBudget

SMALLEST = 4
"""A board that is too small to be served, but has starts."""
LARGEST_MAX_N = 5
"""The largest board on which all play for themselves: on 6x6 a start has millions of positions."""
TAKEN = 2
"""The worth of an exit that the player loses, in exits of the one who moves."""
FAVOUR_NEXT, FAVOUR_PREVIOUS = 1, 2
"""The player whom one favours, counted from oneself."""
Places = tuple[int, int, int]
"""The places of the three players, the one to move first; 1 is the best."""
GAME = MadKnights()


class ThreeKnights(NamedTuple):
    """A position in which nobody has left."""

    free: int
    """The open squares."""
    knights: tuple[int, int, int]

    def after(self, square: int) -> "ThreeKnights":
        """Returns the position after a move, as the next player sees it."""
        _, following, last = self.knights
        return ThreeKnights(self.free & ~(1 << square), (following, last, square))


def all_places(size: int, seconds: float, positions: int) -> Iterator[StartPlaces]:
    """Yields the places from the starts of a size; raises BudgetExhausted if one takes more."""
    for start in distinct_starts(size):
        yield places_from(size, start, SearchBudget(seconds, positions))


def distinct_starts(size: int) -> Iterator[Start]:
    """Yields one start of each class of rotations and reflections."""
    inner = [(column, row) for column in range(1, size - 1) for row in range(1, size - 1)]
    for start in permutations(inner, 3):
        if start == min(_images(size, start)):
            yield start


def places_from(size: int, start: Start, budget: SearchBudget) -> StartPlaces:
    """Returns the places from a start, max-n's on small boards; raises BudgetExhausted."""
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
    """The races of two that are left on the same board, and the budget of all searches."""

    def __init__(self, steps: tuple[int, ...], budget: SearchBudget) -> None:
        self.steps, self.budget = steps, budget
        self._search = RaceSearch(Race(steps, 0, 0, 0), budget)

    def first_wins(self, free: int, first: int, second: int) -> bool:
        """Returns True if the knight that moves first is the last one left."""
        return self._search.wins(Race(self.steps, free, first, second))


class AgainstTwo:
    """A search of what one player can force against the two others."""

    def __init__(self, races: Races) -> None:
        self._races = races
        self._known: dict[tuple[ThreeKnights, int, int], bool] = {}

    def forced_place(self, position: ThreeKnights, player: int) -> int:
        """Returns the best place that a player can force against two that join."""
        return next(place for place in (1, 2, 3) if self.forces(position, player, place))

    def forces(self, position: ThreeKnights, player: int, place: int) -> bool:
        """Returns True if the player can force this place or a better one."""
        if place == 3:
            return True
        key = position, player, place
        found = self._known.get(key)
        if found is None:
            self._races.budget.spend()
            found = self._known[key] = self._search(position, player, place)
        return found

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
        """Returns squares: those first that have many exits, or are one of the player's own."""
        steps, (free, knights) = self._races.steps, position
        near = steps[knights[player]] if player else 0

        def worth(square: int) -> int:
            return (steps[square] & free).bit_count() + TAKEN * (near >> square & 1)

        return sorted(bits(exits), key=worth, reverse=True)


class MaxN:
    """A search in which every player plays for their own place."""

    def __init__(self, races: Races, favour: int) -> None:
        self._races, self._favour = races, favour
        self._known: dict[ThreeKnights, Places] = {}

    def places(self, position: ThreeKnights) -> Places:
        """Returns the places of all players."""
        found = self._known.get(position)
        if found is None:
            self._races.budget.spend()
            found = self._known[position] = self._best(position)
        return found

    def _best(self, position: ThreeKnights) -> Places:
        """Returns the places after the best move for the player to move."""
        free, (first, second, third) = position
        exits = self._races.steps[first] & free
        if not exits:
            return (3, 1, 2) if self._races.first_wins(free, second, third) else (3, 2, 1)
        best: Places = (4, 4, 4)
        for square in bits(exits):
            following, last, own = self.places(position.after(square))
            found = own, following, last
            if (own, found[self._favour]) < (best[0], best[self._favour]):
                best = found
            if (best[0], best[self._favour]) == (1, 2):
                break
        return best


def _images(size: int, start: Start) -> Iterator[Start]:
    last = size - 1
    for turned, across, down in product((False, True), repeat=3):
        squares = ((row, column) if turned else (column, row) for column, row in start)
        yield tuple((last - x if across else x, last - y if down else y) for x, y in squares)
