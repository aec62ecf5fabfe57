"""Excerpts of tables: random positions with their values, and the positions after each move.

`docs/truths/check.py` checks them by its own rules, the same way as certificates.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from pbm.games import AnyGame
from pbm.options import write_options
from pbm.proofs.certificates.claims import EVER, Claim, claims_on
from pbm.proofs.knowledge import Knowledge
from pbm.proofs.methods import ByTable
from pbm.proofs.proving import knowledge
from pbm.proofs.value import Result

HEADING = "pbm excerpt 1"
MAX_WALK = 60
"""Maximum number of moves from the start to a random position."""


class UnknownDistanceError(Exception):
    """The table has no distances, so a position's value can't be derived from its successors."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Positions of a table, beginning with the start, and the positions after their moves."""

    start: str
    """The game and its options, with all defaults filled in."""
    chosen: dict[str, str]
    """Claims about the chosen positions, by position. A checker can verify them."""
    successors: dict[str, str]
    """Claims about the positions after one move, by position. The claims in `chosen` follow from
    them.
    """

    def lines(self) -> Iterator[str]:
        """Yields the lines with their newlines. An empty line separates the two parts."""
        yield f"{HEADING}\n{self.start}\n"
        for text, claims in self.chosen.items():
            yield f"{text}\t{claims}\n"
        yield "\n"
        for text, claims in self.successors.items():
            yield f"{text}\t{claims}\n"


def excerpt(game: AnyGame, options: Any, table: ByTable, count: int, chance: Random) -> Excerpt:
    """Returns an excerpt with at most `count` positions of random games that aren't over.

    Raises UnknownDistanceError if the table has no distances.
    """
    game_knowledge = knowledge(game)
    chosen: dict[str, str] = {}
    successors: dict[str, str] = {}
    for position in _different(game, options, game_knowledge, count, chance):
        chosen[game_knowledge.text(position)] = _claims(game, table, position)
        for move in game.moves(position):
            after = game.play(position, move)
            if game.outcome(after) is None:
                successors[game_knowledge.text(after)] = _claims(game, table, after)
    rest = {text: claims for text, claims in successors.items() if text not in chosen}
    return Excerpt(" ".join((game.name, *write_options(options))), chosen, rest)


def _different(
    game: AnyGame, options: Any, game_knowledge: Knowledge, count: int, chance: Random
) -> Iterator[Any]:
    """Yields different positions, beginning with the start.

    It ends after `count` positions, or earlier if new positions are rare.
    """
    start, seen = game.start(options), set[str]()
    position = start
    for _ in range(9 * count):
        if (text := game_knowledge.text(position)) not in seen:
            seen.add(text)
            yield position
        if len(seen) == count:
            break
        position = _walk(game, start, chance.randint(1, MAX_WALK), chance)


def _walk(game: AnyGame, start: Any, plies: int, chance: Random) -> Any:
    """Returns the position after some random moves, or the last one before the game ends."""
    position = start
    for _ in range(plies):
        after = game.play(position, chance.choice(list(game.moves(position))))
        if game.outcome(after):
            break
        position = after
    return position


def _claims(game: AnyGame, table: ByTable, position: Any) -> str:
    """Returns the claims that follow from the value, including that the winner never loses."""
    value = table.value(position, game.to_move(position) or 0)
    drawn = value.result is Result.DRAWN
    if value.plies is None and not drawn:
        raise UnknownDistanceError
    never = () if drawn else (Claim(value.result.turned, False, EVER),)
    return " ".join(map(str, (*claims_on(value, None), *never)))
