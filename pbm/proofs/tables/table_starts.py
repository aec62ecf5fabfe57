"""The starts of games whose tables admins can make."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbm.games import AnyGame, games
from pbm.proofs.knowledge import StoredNumbering
from pbm.proofs.proving import knowledge


@dataclass(frozen=True)
class TableStart:
    """A start, and the numbering of the table that contains all its positions."""

    game: AnyGame
    words: str
    """The game and its options, as typed."""
    numbering: StoredNumbering


def table_starts() -> Iterator[TableStart]:
    for game in games().values():
        for line in knowledge(game).stored_starts():
            if numbering := stored_numbering(game, line.split()):
                yield TableStart(game, f"{game.name} {line}", numbering)


def stored_numbering(game: AnyGame, options: Sequence[str]) -> StoredNumbering | None:
    """Returns the numbering of a start's table, or None if admins can't make one."""
    chosen = game.resolve(game.read_options(options), 0)
    return knowledge(game).stored_numbering(game.start(chosen))
