"""Counts of the starts on whole boards by their values, as they are shipped with the program.

`proved/GAME-counts.tsv` has a line for each board and each set of rules. `pbm starts --count` makes
the file again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from functools import cache

from pbm.proofs.starts.proved_starts import FOLDER

COUNTS_HEADING = (
    "rows\tcolumns\trules\twon\tlost\tendless\tlongest win\tits start\tlongest loss\tits start"
)


@dataclass(frozen=True, slots=True)
class StartCount:
    """The number of starts of each value, for the player who begins, on one board."""

    rows: int
    columns: int
    rules: str
    """The options that change the rules, as typed."""
    won: int
    lost: int
    endless: int
    longest_win: int
    """The plies of the longest win with best play; 0 if there is none."""
    win: str
    """A start with that win, in the game's notation; empty if there is none."""
    longest_loss: int
    loss: str

    @property
    def starts(self) -> int:
        """The number of all starts that aren't over at once."""
        return self.won + self.lost + self.endless

    def write(self) -> str:
        """Returns the line of the file; the inverse of `read_counts`."""
        return "\t".join(map(str, astuple(self)))


@cache
def start_counts(name: str) -> tuple[StartCount, ...]:
    """Returns the counts shipped for the game of this name."""
    path = FOLDER / f"{name}-counts.tsv"
    return tuple(read_counts(path.read_text().splitlines()[1:])) if path.exists() else ()


def read_counts(lines: Iterable[str]) -> Iterator[StartCount]:
    """Yields the counts in the lines of a file below its heading."""
    for line in lines:
        rows, columns, rules, won, lost, endless, *longest = line.split("\t")
        win, win_start, loss, loss_start = longest
        board = int(rows), int(columns), rules
        counts = int(won), int(lost), int(endless)
        yield StartCount(*board, *counts, int(win), win_start, int(loss), loss_start)
