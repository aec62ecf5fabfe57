"""The places that the players of Mad Knights can reach, which are shipped with pbm.

`proved/madknights-places.tsv` has a line for each start on small boards. Starts that are rotations
or reflections of one another share a line. `pbm starts --places` makes the file again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path

PATH = Path(__file__).parents[1] / "proved" / "madknights-places.tsv"
PLACES_HEADING = "size\tstart\tagainst two\tfor themselves, next\tfor themselves, previous"


@dataclass(frozen=True, slots=True)
class StartPlaces:
    """The places from one start. Each field has three digits, for Red, Green and Blue."""

    size: int
    start: str
    """The squares of Red, Green and Blue."""
    against_two: str
    """The place that each player can force if the other two cooperate."""
    favouring_next: str
    """The places if all play for themselves and, when moves are equal, for the next player.

    This field and the following one are empty on boards that are too large for this search.
    """
    favouring_previous: str
    """The places if equal moves favour the previous player instead."""

    def write(self) -> str:
        """Returns the line of the file. The inverse of `read_places`."""
        return "\t".join(map(str, astuple(self)))


@cache
def start_places() -> tuple[StartPlaces, ...]:
    return tuple(read_places(PATH.read_text().splitlines()[1:]))


def read_places(lines: Iterable[str]) -> Iterator[StartPlaces]:
    """Yields the places in the lines of the file, without its heading."""
    for line in lines:
        size, start, against_two, following, previous = line.split("\t")
        yield StartPlaces(int(size), start, against_two, following, previous)
