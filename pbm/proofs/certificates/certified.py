"""The starts whose values have certificates. pbm ships their claims, but not the certificates.

`proved/certificates.tsv` has a line for each certificate, as printed by `pbm certificate`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path

PATH = Path(__file__).parents[1] / "proved" / "certificates.tsv"
HEADING = "start\tclaims\tpositions\tsha256"


@dataclass(frozen=True, slots=True)
class CertifiedStart:
    """A start whose value has a certificate."""

    start: str
    """The game and its options, with all defaults filled in."""
    claims: str
    """The claims about the player who begins."""
    positions: int
    sha256: str
    """The SHA-256 of the certificate's text."""

    @property
    def game(self) -> str:
        return self.start.split()[0]

    @property
    def options(self) -> tuple[str, ...]:
        """The options, with all defaults filled in."""
        return tuple(self.start.split()[1:])

    @property
    def has_distance(self) -> bool:
        """Whether the claims include the number of plies until the game ends with best play."""
        return " " in self.claims or self.claims in {"W1", "L1"}

    def write(self) -> str:
        """Returns the line of the file. `read_certified` is the inverse."""
        return "\t".join(map(str, astuple(self)))


def certified_starts(name: str) -> tuple[CertifiedStart, ...]:
    """Returns the starts of this game that have certificates."""
    return tuple(start for start in _all() if start.game == name)


def read_certified(lines: Iterable[str]) -> Iterator[CertifiedStart]:
    """Yields the starts in the lines of the file, without its heading."""
    for line in lines:
        start, claims, positions, sha256 = line.split("\t")
        yield CertifiedStart(start, claims, int(positions), sha256)


@cache
def _all() -> tuple[CertifiedStart, ...]:
    return tuple(read_certified(PATH.read_text().splitlines()[1:]))
