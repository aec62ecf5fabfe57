"""Choose the positions of a game that have pages: the most frequent ones."""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import count
from typing import Any

from commands.boards.analysis.exploring import explore
from commands.server.site.page_data import Source
from commands.views.analysis.explored_position import ExploredPosition
from pbm import games
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.match.position_keys import position_key
from pbm.proofs.value import Value
from pbm.search.budget import SearchBudget
from pbm.solver.prover import Prover
from pbm.solver.withholding_prover import WithholdingProver

MIN_GAMES = 2
"""Minimum number of games that must have reached a position, unless it is the standard start."""
MAX_STARTS = 20
MAX_PAGES = 200
"""Maximum number of positions of a game that have pages."""
PROOF_POSITIONS = 500
"""Maximum number of positions searched for a value. With a time limit, results would vary."""
KNOWN_VALUES = 5000
"""Maximum number of positions whose values a process remembers."""
_PROVER = Prover()
"""A prover without stored tables, so that pages don't depend on them."""


@dataclass(frozen=True, slots=True)
class TreePosition:
    """A position that has a page."""

    key: str
    match: Match
    """The match with the most frequent moves to this position."""
    found: ExploredPosition


@dataclass(frozen=True, slots=True)
class Start:
    """A start of a game, and how many games began with it."""

    match: Match
    games: int


def explored_tree(source: Source, starts: Sequence[Start]) -> Iterator[TreePosition]:
    """Yields the positions that have pages, starting with the positions that most games reached."""
    order = count()
    waiting = [(-start.games, next(order), start.match) for start in starts]
    heapq.heapify(waiting)
    seen = {key_of(start.match) for start in starts}
    values = partial(_values, source.withholding_prover)
    for _ in range(MAX_PAGES):
        if not waiting:
            return
        match = heapq.heappop(waiting)[-1]
        explored = explore(source.work.explored, match, values)
        yield TreePosition(key_of(match), match, explored)
        for move in explored.moves:
            after = match.continued([f"move {move.explored.move}"])
            games, key = move.explored.results.games, key_of(after)
            if games >= MIN_GAMES and key not in seen:
                seen.add(key)
                heapq.heappush(waiting, (-games, next(order), after))


def starts_of(source: Source, game: AnyGame) -> list[Start]:
    """Returns the most frequent starts, and the usual one unless it is drawn at random."""
    starts: dict[str, Start] = {}
    for start in source.work.explored.starts(game.name, MAX_STARTS):
        board = source.work.public_boards.find(game.name, start.board)
        if board and start.games >= MIN_GAMES:
            match = Match.begin(game, board.board.match.options)
            starts[key_of(match)] = Start(match, start.games)
    usual = Match.begin(game, game.resolve(game.options(), 0))
    is_random = game.resolve(game.options(), 1) != usual.options
    if not is_random and key_of(usual) not in starts:
        starts[key_of(usual)] = Start(
            usual, source.work.explored.results(key_of(usual), len(game.seats)).games
        )
    return [*starts.values()]


def _values(
    prover: WithholdingProver, match: Match, moves: Sequence[str]
) -> "Sequence[Value | None]":
    proved = _proved(match.game.name, match.options, match.moves, tuple(moves))
    return prover.open_values(match, moves, proved)


@lru_cache(KNOWN_VALUES)
def _proved(
    game: str, options: Any, played: Sequence[str], moves: Sequence[str]
) -> "Sequence[Value | None]":
    """Returns the proved values of the position after `played`, and after each of `moves`.

    They are cached because they never change, and proving them is slower than the rest of a page.
    """
    match = Match.begin(games.stored(game), options).continued([f"move {move}" for move in played])
    return _PROVER.values(match, moves, SearchBudget(positions=PROOF_POSITIONS))


def key_of(match: Match) -> str:
    return position_key(match.game, match.options, match.state.position)
