"""The numbers of starts with each value on whole boards, which are shipped with pbm.

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
    """The number of starts on one board that have each value, for the player who begins."""

    rows: int
    columns: int
    rules: str
    """The options that change the rules, as typed."""
    won: int
    lost: int
    endless: int
    longest_win: int
    """Length of the longest win with best play, in plies. It is 0 if there is none."""
    win: str
    """A start with the longest win, in the game's notation. Empty if there is no win."""
    longest_loss: int
    loss: str

    @property
    def starts(self) -> int:
        """The number of all starts at which the game isn't over."""
        return self.won + self.lost + self.endless

    def write(self) -> str:
        """Returns the line of the file. The inverse of `read_counts`."""
        return "\t".join(map(str, astuple(self)))


@cache
def start_counts(name: str) -> tuple[StartCount, ...]:
    """Returns the counts that are shipped for this game."""
    path = FOLDER / f"{name}-counts.tsv"
    return tuple(read_counts(path.read_text().splitlines()[1:])) if path.exists() else ()


def read_counts(lines: Iterable[str]) -> Iterator[StartCount]:
    """Yields the counts in the lines of a file, without its heading."""
    for line in lines:
        rows, columns, rules, won, lost, endless, *longest = line.split("\t")
        win, win_start, loss, loss_start = longest
        board = int(rows), int(columns), rules
        counts = int(won), int(lost), int(endless)
        yield StartCount(*board, *counts, int(win), win_start, int(loss), loss_start)
