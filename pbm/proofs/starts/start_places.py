"""Places that each player of Mad Knights can reach, as they are shipped with the program.

`proved/madknights-places.tsv` has a line for each start on small boards. Starts that are rotations
or reflections of one another have one line. `pbm starts --places` makes the file again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path

PATH = Path(__file__).parents[1] / "proved" / "madknights-places.tsv"
PLACES_HEADING = "size\tstart\tagainst two\tfor themselves, next\tfor themselves, previous"


@dataclass(frozen=True, slots=True)
class StartPlaces:
    """The places of Red, Green and Blue from one start, as three digits each."""

    size: int
    start: str
    """The squares of Red, Green and Blue."""
    against_two: str
    """The place that each can force if the other two join."""
    favouring_next: str
    """The places if all play for themselves, and favour the next player where it's all the same.

    Empty, as the following, on boards that are too large for this search.
    """
    favouring_previous: str
    """The places if they favour the previous player instead."""

    def write(self) -> str:
        """Returns the line of the file; the inverse of `read_places`."""
        return "\t".join(map(str, astuple(self)))


@cache
def start_places() -> tuple[StartPlaces, ...]:
    """Returns the places that are shipped."""
    return tuple(read_places(PATH.read_text().splitlines()[1:]))


def read_places(lines: Iterable[str]) -> Iterator[StartPlaces]:
    """Yields the places in the lines of the file below its heading."""
    for line in lines:
        size, start, against_two, following, previous = line.split("\t")
        yield StartPlaces(int(size), start, against_two, following, previous)
