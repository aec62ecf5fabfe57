"""The excerpt of a table that is there or small enough to be made."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from commands.solver.stored_tablebases import NewAndMappedTables
from pbm.errors import NotAllowedError
from pbm.games import AnyGame
from pbm.options import read_options
from pbm.proofs.proving import by_table
from pbm.proofs.tables.table_excerpts import Excerpt, UnknownDistanceError, excerpt


def table_excerpt(
    folder: Path, game: AnyGame, words: Sequence[str], count: int, seed: int
) -> Excerpt:
    """Returns so many positions of the table of this start; raises NotAllowedError without one."""
    options = game.resolve(read_options(game.options, words, game.title), 0)
    table = by_table(game, game.start(options), NewAndMappedTables(folder))
    if table is None:
        raise NotAllowedError(
            "There is no table of this start; large ones have to be made first, and not all can be "
            '("pbm tables make --help").'
        )
    try:
        return excerpt(game, options, table, count, Random(seed))  # noqa: S311 - no secrets here
    except UnknownDistanceError:
        raise NotAllowedError(
            "The table has no distances, without which its values don't follow from one another. "
            '"pbm tables make ... --distances" makes it with them.'
        ) from None
