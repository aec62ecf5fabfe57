"""A player's opponents as rows of a list."""

from collections.abc import Sequence
from typing import NamedTuple

from commands.server.site.lists.names import Name, name_of
from storage.boards.public.listings import ListedPlayer
from storage.boards.public.players import Results

FIRST_OPPONENTS = 20
"""The number of opponents on the player's own page; if there are more, a list has all."""


class OpponentRow(NamedTuple):
    """An opponent, and the player's results against them."""

    name: Name
    results: Results


def opponent_rows(
    opponents: Sequence[tuple[ListedPlayer, Results]], page: str
) -> list[OpponentRow]:
    """Returns opponents with a player's results, as they stand on the page with this path."""
    return [OpponentRow(name_of(player, page), results) for player, results in opponents]
