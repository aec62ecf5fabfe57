"""Proofs of starts: of those that are shipped as proved, again, and of new ones."""

from collections.abc import Iterator

from pbm.errors import IllegalError
from pbm.games import AnyGame
from pbm.options import write_options
from pbm.proofs.proving import NewTables, Tables, knowledge, prove
from pbm.proofs.starts.proved_starts import ProvedStart
from pbm.search_budget import MAX_ENTRIES, MAX_POSITIONS, SearchBudget

SMALL_TABLES = NewTables(MAX_ENTRIES)
"""The tables that are made for a proof."""


def prove_start(
    game: AnyGame,
    words: tuple[str, ...],
    seconds: float,
    tables: Tables = SMALL_TABLES,
    positions: int = MAX_POSITIONS,
    *,
    distance: bool = True,
) -> ProvedStart | None:
    """Returns the start with these options, proved; None if that takes more time or positions.

    Without `distance` who wins may be enough.
    """
    options = game.resolve(game.read_options(words), 0)
    budget = SearchBudget(seconds, positions)
    proof = prove(game, game.start(options), budget, tables, distance=distance)
    if proof is None:
        return None
    return ProvedStart(game.name, write_options(options), proof.value, proof.reason)


def new_starts(
    game: AnyGame,
    seconds: float,
    tables: Tables = SMALL_TABLES,
    positions: int = MAX_POSITIONS,
) -> Iterator[ProvedStart]:
    """Yields the starts of a game that can be proved, each within so much time and memory."""
    for line in knowledge(game).starts():
        try:
            found = prove_start(game, tuple(line.split()), seconds, tables, positions)
        except IllegalError:  # not every combination of options makes a game
            continue
        if found:
            yield found


def is_confirmed(start: ProvedStart, found: ProvedStart | None) -> bool:
    """Returns True if a proof found now says all that the shipped start says."""
    if found is None or found.value.result is not start.value.result:
        return False
    return start.value.plies in {None, found.value.plies}
