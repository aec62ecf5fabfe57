"""Certificates: proofs of starts that a program with rules of its own can check.

A certificate lists positions with claims on the player to move. Each claim follows from those on
the positions after one move, or after every move: so the list is a proof, from the start to the
ends of all games. `docs/truths/README.md` explains the format, `docs/truths/check.py` checks it.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Any

from pbm.errors import NotAllowedError
from pbm.games import AnyGame
from pbm.options import write_options
from pbm.proofs.certificates.certified import CertifiedStart
from pbm.proofs.certificates.claims import EVER, Claim, claims_on
from pbm.proofs.methods import ByRace, ByReflection, ProofMethod
from pbm.proofs.proving import Tables, evaluate, knowledge
from pbm.proofs.value import Result, Value
from pbm.search_budget import SearchBudget

HEADING = "pbm certificate 1"


@dataclass(frozen=True, slots=True)
class Certificate:
    """The text of a certificate."""

    start: str
    """The game and its options, with all defaults filled in."""
    positions: dict[str, dict[str, Claim]]
    """For each position, the start first, its claims by their letters."""

    def lines(self) -> Iterator[str]:
        """Yields the lines, each with its end."""
        yield f"{HEADING}\n{self.start}\n"
        for text, claims in self.positions.items():
            yield f"{text}\t{' '.join(map(str, claims.values()))}\n"

    def summary(self) -> CertifiedStart:
        """Returns what is kept of it: what it proves, and its SHA-256."""
        digest = sha256()
        for line in self.lines():
            digest.update(line.encode())
        claims = " ".join(map(str, next(iter(self.positions.values())).values()))
        return CertifiedStart(self.start, claims, len(self.positions), digest.hexdigest())


def certify(
    game: AnyGame, options: Any, budget: SearchBudget, tables: Tables, *, distance: bool = True
) -> Certificate | None:
    """Returns a certificate of the start with these (resolved) options.

    Without `distance` it claims who wins, and nothing of when: a race's is much shorter then.
    Returns None if its value isn't proved, or is by an argument that needs none. Raises
    BudgetExhausted if the time ends before all positions of the proof are found, and
    NotAllowedError if a game without a longest length is to be claimed without a distance.
    """
    if not distance and game.longest(options) is None:
        raise NotAllowedError(
            f"Games of {game.title} may go on for ever: their certificates say by which move they "
            "are won, too.\nLeave out --winner."
        )
    start = game.start(options)
    found = evaluate(game, start, budget, tables, distance=distance)
    if found is None or isinstance(found[1], ByReflection):
        return None
    value, method = found
    tree = _Tree(game, method, budget)
    for claim in claims_on(value if distance else Value(value.result), game.longest(options)):
        tree.add(start, game.to_move(start) or 0, claim)
    budget.positions = sys.maxsize  # the value is found; from here on only the time is limited
    tree.complete()
    return Certificate(" ".join((game.name, *write_options(options))), tree.positions)


class _Tree:
    """The positions of a proof, in the order in which they were needed first."""

    def __init__(self, game: AnyGame, method: ProofMethod, budget: SearchBudget) -> None:
        self._game, self._method, self._budget = game, method, budget
        self._text = knowledge(game).text
        self._open: list[tuple[Any, int, Claim]] = []
        """Claims from which no claims on successors have been derived yet."""
        self.positions: dict[str, dict[str, Claim]] = {}

    def add(self, position: Any, seat: int, claim: Claim) -> None:
        """Adds a claim on the seat to move, unless it is there, or needs no proof."""
        if claim.is_trivial or self._game.outcome(position) or self._is_listed(position, claim):
            return
        self.positions.setdefault(self._text(position), {})[claim.letter] = claim
        self._open.append((position, seat, claim))

    def complete(self) -> None:
        """Adds all claims that the others need; raises BudgetExhausted."""
        while self._open:
            self._budget.spend()  # a table spends nothing
            position, seat, claim = self._open.pop()
            after = [self._game.play(position, move) for move in self._moves(position)]
            for each in [self._best(after, 1 - seat, claim.after)] if claim.needs_one else after:
                self.add(each, 1 - seat, claim.after)

    def _moves(self, position: Any) -> Iterator[Any]:
        """Returns the moves in the order in which the method tried them."""
        method = self._method if isinstance(self._method, ByRace) else self._game
        moves: Iterator[Any] = method.moves(position)
        return moves

    def _best(self, positions: list[Any], seat: int, claim: Claim) -> Any:
        """Returns a position with this claim, which is listed already if possible."""
        listed = (each for each in positions if self._is_listed(each, claim))
        true = (each for each in positions if self._is_true(each, seat, claim))
        return next(chain(listed, true))

    def _is_listed(self, position: Any, claim: Claim) -> bool:
        listed = self.positions.get(self._text(position), {}).get(claim.letter)
        return listed is not None and claim.follows_from(listed.plies)

    def _is_true(self, position: Any, seat: int, claim: Claim) -> bool:
        outcome = self._game.outcome(position)
        if outcome:
            winner = seat if claim.result is Result.WON else 1 - seat
            return (outcome.winners == (winner,)) == claim.is_forced
        plies = None if claim.plies == EVER else claim.plies
        forced = self._method.within(position, seat, Value(claim.result, plies))
        return forced == claim.is_forced
