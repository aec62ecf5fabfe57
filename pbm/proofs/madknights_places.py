"""Places of Mad Knights: what each player can force against two that join, and max-n.

In max-n each player plays for their own place alone. Where moves give the same place, a tie rule
chooses: players favour the one who moves next, or the other one. As places all differ, there are
no other rules that depend on the places alone.
"""

from collections.abc import Iterator
from itertools import permutations, product

from pbm.games.madknights import MadKnights, Options, Position, Start, write_start
from pbm.proofs.start_places import StartPlaces
from pbm.search_budget import BudgetExhausted, SearchBudget

SMALLEST = 4
"""A board that is too small to be served, but has starts."""
FAVOUR_NEXT, FAVOUR_PREVIOUS = 1, 2
GAME = MadKnights()


def all_places(size: int, seconds: float) -> Iterator[StartPlaces]:
    """Yields the places from the starts of a size; those left out that take more time each."""
    for start in distinct_starts(size):
        try:
            yield places_from(size, start, SearchBudget(seconds))
        except BudgetExhausted:
            continue


def distinct_starts(size: int) -> Iterator[Start]:
    """Yields one start of each class of rotations and reflections."""
    inner = [(column, row) for column in range(1, size - 1) for row in range(1, size - 1)]
    for start in permutations(inner, 3):
        if start == min(_images(size, start)):
            yield start


def places_from(size: int, start: Start, budget: SearchBudget) -> StartPlaces:
    """Returns the places from a start; raises BudgetExhausted."""
    position = GAME.start(Options(size=size, seed=0, start=start))
    against_two = [forced_place(position, seat, budget) for seat in range(3)]
    max_n = [MaxN(rule, budget).places(position) for rule in (FAVOUR_NEXT, FAVOUR_PREVIOUS)]
    words = ("".join(map(str, places)) for places in (against_two, *max_n))
    return StartPlaces(size, write_start(start), *words)


def forced_place(position: Position, seat: int, budget: SearchBudget) -> int:
    """Returns the best place that a player can force against two that join."""
    search = Paranoid(seat, budget)
    return next(place for place in (1, 2, 3) if search.forces(position, place))


class Paranoid:
    """A search of what one player can force against the two others."""

    def __init__(self, seat: int, budget: SearchBudget) -> None:
        self._seat, self._budget = seat, budget
        self._known: dict[tuple[Position, int], bool] = {}

    def forces(self, position: Position, place: int) -> bool:
        """Returns True if the player can force this place or a better one."""
        gone = position.gone
        if self._seat in gone or len(gone) == 2 or 3 - len(gone) <= place:
            return _place(gone, self._seat) <= place
        key = position, place
        found = self._known.get(key)
        if found is None:
            self._budget.spend()
            enough = any if position.turn == self._seat else all
            after = (GAME.play(position, move) for move in GAME.moves(position))
            found = self._known[key] = enough(self.forces(each, place) for each in after)
        return found


class MaxN:
    """A search in which every player plays for their own place."""

    def __init__(self, favour: int, budget: SearchBudget) -> None:
        self._favour, self._budget = favour, budget
        self._known: dict[Position, tuple[int, ...]] = {}

    def places(self, position: Position) -> tuple[int, ...]:
        """Returns the places of all players."""
        outcome = GAME.outcome(position)
        if outcome:
            return outcome.places
        found = self._known.get(position)
        if found is None:
            self._budget.spend()
            found = self._known[position] = self._best(position)
        return found

    def _best(self, position: Position) -> tuple[int, ...]:
        """Returns the places after the best move for the player to move."""
        own, favoured = position.turn, (position.turn + self._favour) % 3
        best: tuple[int, ...] = ()
        key = 4, 4
        for move in GAME.moves(position):
            found = self.places(GAME.play(position, move))
            if (found[own], found[favoured]) < key:
                best, key = found, (found[own], found[favoured])
            if key == (1, 2):
                break
        return best


def _place(gone: tuple[int, ...], seat: int) -> int:
    """Returns the place of a player who left, or the worst one of a player who is left."""
    return 3 - (gone.index(seat) if seat in gone else len(gone))


def _images(size: int, start: Start) -> Iterator[Start]:
    last = size - 1
    for turned, across, down in product((False, True), repeat=3):
        squares = ((row, column) if turned else (column, row) for column, row in start)
        yield tuple((last - x if across else x, last - y if down else y) for x, y in squares)
