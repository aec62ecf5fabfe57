"""Proves the values of starts, to confirm shipped values or to find new ones."""

from collections.abc import Iterator

from pbm.errors import IllegalError
from pbm.games import AnyGame
from pbm.options import write_options
from pbm.proofs.proving import NewTables, Tables, knowledge, prove
from pbm.proofs.starts.proved_starts import ProvedStart
from pbm.search.budget import MAX_ENTRIES, MAX_POSITIONS, SearchBudget

SMALL_TABLES = NewTables(MAX_ENTRIES)
"""The default tables. They are made for each proof and aren't stored."""


def prove_start(
    game: AnyGame,
    words: tuple[str, ...],
    seconds: float,
    tables: Tables = SMALL_TABLES,
    positions: int = MAX_POSITIONS,
    *,
    distance: bool = True,
) -> ProvedStart | None:
    """Proves the value of the start with these options, or returns None if a limit ends the search.

    `distance`: whether to continue the search when only the winner is known.
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
    """Yields the starts of a game that can be proved. The limits apply to each start."""
    for line in knowledge(game).starts():
        try:
            start = prove_start(game, tuple(line.split()), seconds, tables, positions)
        except IllegalError:  # Not every combination of options is allowed.
            continue
        if start:
            yield start


def is_confirmed(start: ProvedStart, proved: ProvedStart | None) -> bool:
    """Whether a new proof has the result of the shipped start and, if shipped, the distance."""
    if proved is None or proved.value.result is not start.value.result:
        return False
    return start.value.plies in {None, proved.value.plies}
