"""The proved values of starts that are shipped with pbm."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
    """A start, and its value for the player who begins."""

    game: str
    options: tuple[str, ...]
    """The options, with all defaults filled in."""
    value: Value
    reason: str
    """How the value was proved, in words that can follow `by`."""

    @property
    def command(self) -> str:
        """The command that proves the value again."""
        return PREFIX.format(self.game) + " ".join(self.options)

    @property
    def proof(self) -> Proof:
        """The value as a proof without best play. A search may find best play."""
        return Proof(self.value, (), self.reason, shipped=True)

    def write(self) -> str:
        """Returns the line of the file. `read_starts` is the inverse."""
        plies = "" if self.value.plies is None else str(self.value.plies)
        return f"{self.command}\t{self.value.result.value}\t{plies}\t{self.reason}"


def proved_start(game: AnyGame, options: Any) -> ProvedStart | None:
    """Returns the shipped start with these (resolved) options, or None."""
    return proved_starts(game.name).get(write_options(options))


@cache
def proved_starts(name: str) -> Mapping[tuple[str, ...], ProvedStart]:
    """Returns the shipped starts of this game, by their options."""
    path = FOLDER / f"{name}.tsv"
    lines = path.read_text().splitlines() if path.exists() else []
    return {start.options: start for start in read_starts(name, lines[1:])}


def read_starts(name: str, lines: Iterable[str]) -> Iterable[ProvedStart]:
    """Yields the starts in the lines of a game's file, without its heading."""
    for line in lines:
        command, result, plies, reason = line.split("\t")
        options = tuple(command.removeprefix(PREFIX.format(name)).split())
        value = Value(Result(result), int(plies) if plies else None)
        yield ProvedStart(name, options, value, reason)
