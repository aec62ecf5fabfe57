"""Proved values, counts and places of starts, as they are shipped with the program."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pbm.games import AnyGame
from pbm.options import write_options
from pbm.proofs.value import Proof, Result, Value

FOLDER = Path(__file__).parents[1] / "proved"
HEADING = "command\tresult\tplies\treason"
PREFIX = "pbm {} solve "


@dataclass(frozen=True, slots=True)
class ProvedStart:
    """A start with its value for the player who begins."""

    game: str
    options: tuple[str, ...]
    """The options, with all defaults filled in."""
    value: Value
    reason: str
    """The reason, as words that may follow `by`."""

    @property
    def command(self) -> str:
        """The command that proves it again."""
        return PREFIX.format(self.game) + " ".join(self.options)

    @property
    def proof(self) -> Proof:
        """The value as a proof without moves; a search may find them."""
        return Proof(self.value, (), self.reason, shipped=True)

    def write(self) -> str:
        """Returns the line of the file; the inverse of `read_starts`."""
        plies = "" if self.value.plies is None else str(self.value.plies)
        return f"{self.command}\t{self.value.result.value}\t{plies}\t{self.reason}"


def proved_start(game: AnyGame, options: Any) -> ProvedStart | None:
    """Returns the start with these (resolved) options if it is shipped as proved."""
    return proved_starts(game.name).get(write_options(options))


@cache
def proved_starts(name: str) -> Mapping[tuple[str, ...], ProvedStart]:
    """Returns the proved starts of the game of this name, by their options."""
    path = FOLDER / f"{name}.tsv"
    lines = path.read_text().splitlines() if path.exists() else []
    return {start.options: start for start in read_starts(name, lines[1:])}


def read_starts(name: str, lines: Iterable[str]) -> Iterable[ProvedStart]:
    """Yields the starts in the lines of a game's file below its heading."""
    for line in lines:
        command, result, plies, reason = line.split("\t")
        options = tuple(command.removeprefix(PREFIX.format(name)).split())
        value = Value(Result(result), int(plies) if plies else None)
        yield ProvedStart(name, options, value, reason)


# Counts of the starts on whole boards by their values, as they are shipped with the program.
#
# `proved/GAME-counts.tsv` has a line for each board and each set of rules. `pbm starts --count`
# makes such a file again.

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


# Places that each player of Mad Knights can reach, as they are shipped with the program.
#
# `proved/madknights-places.tsv` has a line for each start on small boards; starts that are
# rotations or reflections of one another are alike. `pbm starts --places` makes the file again.

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
