"""Makes certificates: proofs of the values of starts that independent programs can check.

A certificate lists positions with claims about the player to move. Each claim follows from claims
about the positions after one move, or after every move. The list is therefore a complete proof,
from the start to the ends of all games. `docs/truths/README.md` explains the format, and
`docs/truths/check.py` checks it.
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
from pbm.search.budget import SearchBudget

HEADING = "pbm certificate 1"


@dataclass(frozen=True, slots=True)
class Certificate:
    """The content of a certificate."""

    start: str
    """The game and its options, with all defaults filled in."""
    positions: dict[str, dict[str, Claim]]
    """The claims about each position, by their letters. The first position is the start."""

    def lines(self) -> Iterator[str]:
        """Yields the lines of the file, including their newlines."""
        yield f"{HEADING}\n{self.start}\n"
        for text, claims in self.positions.items():
            yield f"{text}\t{' '.join(map(str, claims.values()))}\n"

    def summary(self) -> CertifiedStart:
        """Returns the line that is shipped about the certificate: its claims and its SHA-256."""
        digest = sha256()
        for line in self.lines():
            digest.update(line.encode())
        claims = " ".join(map(str, next(iter(self.positions.values())).values()))
        return CertifiedStart(self.start, claims, len(self.positions), digest.hexdigest())


def certify(
    game: AnyGame, options: Any, budget: SearchBudget, tables: Tables, *, distance: bool = True
) -> Certificate | None:
    """Returns a certificate of the start with these (resolved) options.

    `distance`: whether to claim also in how many plies the game ends. Without this claim, the
    certificate of a race is much shorter.

    Returns None if the value isn't proved, or if it follows from an argument that needs no
    certificate.

    Raises BudgetExhausted if the time ends before all positions of the proof are found. Raises
    NotAllowedError if `distance` is False and games may continue forever.
    """
    if not distance and game.longest(options) is None:
        raise NotAllowedError(
            f"Games of {game.title} can last forever, so their certificates must show by which "
            "move the winner wins.\n"
            "Leave out --winner."
        )
    start = game.start(options)
    evaluation = evaluate(game, start, budget, tables, distance=distance)
    if evaluation is None or isinstance(evaluation[1], ByReflection):
        return None
    value, method = evaluation
    tree = _Tree(game, method, budget)
    for claim in claims_on(value if distance else Value(value.result), game.longest(options)):
        tree.add(start, game.to_move(start) or 0, claim)
    budget.positions = sys.maxsize  # The value is proved. From here on, only the time is limited.
    tree.complete()
    return Certificate(" ".join((game.name, *write_options(options))), tree.positions)


class _Tree:
    """The positions of a proof, in the order in which the proof first needed them."""

    def __init__(self, game: AnyGame, method: ProofMethod, budget: SearchBudget) -> None:
        self._game, self._method, self._budget = game, method, budget
        self._text = knowledge(game).text
        self._open: list[tuple[Any, int, Claim]] = []
        """Claims whose own requirements haven't been added yet."""
        self.positions: dict[str, dict[str, Claim]] = {}

    def add(self, position: Any, seat: int, claim: Claim) -> None:
        """Adds a claim about the seat to move, unless it is listed already or needs no proof."""
        if claim.is_trivial or self._game.outcome(position) or self._is_listed(position, claim):
            return
        self.positions.setdefault(self._text(position), {})[claim.letter] = claim
        self._open.append((position, seat, claim))

    def complete(self) -> None:
        """Adds all claims from which the listed claims follow. Raises BudgetExhausted."""
        while self._open:
            self._budget.spend()  # Looking up a value in a table doesn't use the budget.
            position, seat, claim = self._open.pop()
            after = [self._game.play(position, move) for move in self._moves(position)]
            for needed in [self._best(after, 1 - seat, claim.after)] if claim.needs_one else after:
                self.add(needed, 1 - seat, claim.after)

    def _moves(self, position: Any) -> Iterator[Any]:
        """Yields the moves in the order in which the method tried them."""
        method = self._method if isinstance(self._method, ByRace) else self._game
        moves: Iterator[Any] = method.moves(position)
        return moves

    def _best(self, positions: list[Any], seat: int, claim: Claim) -> Any:
        """Returns a position for which the claim is true, preferably one that is already listed."""
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
