"""Proves values for players, but withholds values that could help in a running contest.

All answers that contain values use this prover, so that only one class decides which values are
withheld. A value is withheld from everybody, because players have friends and second accounts.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from pbm.match.match import Match
from pbm.match.position_keys import likeness_key
from pbm.search.budget import SearchBudget
from pbm.solver.prover import GameReview, Prover

if TYPE_CHECKING:
    from pbm.proofs.value import Proof, Value

MAX_AHEAD = 4
"""A value is withheld if its position is at most this many moves ahead of a contest's position."""
MAX_ORIGINS = 100
"""Maximum number of earlier positions to trace back to. More would take too long."""


class Positions(Protocol):
    """The positions of running contests, as the database stores them."""

    def are_any(self, game: str) -> bool:
        """Whether any contest of this game is running."""
        ...

    def latest_by_key(self, keys: Sequence[str]) -> Mapping[str, bool]:
        """Returns the keys among these that a running contest has reached.

        The value is True if the position is the current position of a running contest.
        """
        ...

    def all_of(self, game: str) -> Mapping[str, bool]:
        """Returns all keys of a game, with the same kind of values as `latest_by_key`."""
        ...


class KnownPositions:
    """Positions of one game, read before a search that outlasts the transaction."""

    def __init__(self, by_key: Mapping[str, bool]) -> None:
        self._by_key = by_key

    def are_any(self, game: str) -> bool:
        return bool(self._by_key)

    def latest_by_key(self, keys: Sequence[str]) -> Mapping[str, bool]:
        return {key: self._by_key[key] for key in keys if key in self._by_key}

    def all_of(self, game: str) -> Mapping[str, bool]:
        return self._by_key


class WithholdingProver:
    """A prover that withholds values of positions close to the positions of running contests."""

    def __init__(self, prover: Prover, positions: Positions, origins: int = MAX_ORIGINS) -> None:
        """Wraps a prover that withholds nothing.

        `origins`: the maximum number of positions to trace back to. With 0, only the moves of the
        match are taken back.
        """
        self._prover = prover
        self._positions = positions
        self._origins = origins

    @property
    def seconds(self) -> float:
        """Maximum number of seconds for a search."""
        return self._prover.seconds

    def withholds(self, match: Match) -> bool:
        """Whether the value of the match's position is withheld."""
        if match.outcome or not self._positions.are_any(match.game.name):
            return False
        own_key, near = _key(match), [*self._near(match)]
        latest = self._positions.latest_by_key([own_key, *near])
        return own_key in latest or any(latest.get(key) for key in near)

    def withheld_plies(self, match: Match) -> frozenset[int]:
        """Returns the plies of a match after which the value is withheld."""
        keys = {state.ply: _key_of(match, state.position) for state in match.state.backwards()}
        contest_keys = self._positions.latest_by_key([*keys.values()])
        latest = [ply for ply, key in keys.items() if contest_keys.get(key)]
        near = {ply + step for ply in latest for step in range(-1, MAX_AHEAD + 1)}
        return frozenset(ply for ply, key in keys.items() if key in contest_keys or ply in near)

    def prove_quickly(self, match: Match, budget: SearchBudget) -> "Proof | None":
        """Returns the value that can be proved immediately.

        Returns None if it is unknown or withheld.
        """
        if self.withholds(match):
            return None
        proof = self._prover.prove_quickly(match, budget)
        return None if proof and self.meets_contest(match, proof.line) else proof

    def prove_start(self, match: Match, budget: SearchBudget | None = None) -> "Proof | None":
        """Returns the value of the match's start.

        Shipped values are never withheld, because everybody can read them in the package.
        """
        proof = self._prover.prove_start(match, budget)
        is_known = proof is None or proof.shipped
        return proof if is_known or not self.withholds(match.at(0)) else None

    def values(
        self, match: Match, moves: Sequence[str], budget: SearchBudget
    ) -> "Sequence[Value | None]":
        """Returns the values of the position and of these moves, or None if unknown or withheld."""
        return self.open_values(match, moves, self._prover.values(match, moves, budget))

    def open_values(
        self, match: Match, moves: Sequence[str], values: "Sequence[Value | None]"
    ) -> "Sequence[Value | None]":
        """Returns these values of the position and of the moves. Withheld values become None."""
        if not self._positions.are_any(match.game.name):
            return values
        if self.withholds(match):
            start = None if match.ply else self._prover.prove_start(match)
            return [start.value if start and start.shipped else None, *(None for _ in moves)]
        after = [match.continued([f"move {move}"]) for move in moves]
        withheld = [False, *map(self.withholds, after)]
        return [None if hide else value for hide, value in zip(withheld, values, strict=True)]

    def review(self, match: Match, budget: SearchBudget | None = None) -> GameReview:
        """Returns the values of a finished game. Withheld values are None."""
        review, withheld = self._prover.review(match, budget), self.withheld_plies(match)
        values = [None if ply in withheld else each for ply, each in enumerate(review.values)]
        mistake = review.mistake
        if mistake is not None and {mistake, mistake + 1} & withheld:
            mistake = None
        return GameReview(values, mistake)

    def searching(self, match: Match) -> tuple[Prover, "WithholdingProver"]:
        """Returns the prover for a long search, and a fair prover that can judge its result.

        The fair prover knows the present positions of contests and doesn't read the database.
        """
        positions = self._positions.all_of(match.game.name)
        return self._prover, WithholdingProver(
            self._prover, KnownPositions(positions), self._origins
        )

    def meets_contest(self, match: Match, line: Sequence[str]) -> bool:
        """Whether this line of play reaches the position of a running contest."""
        if not line or not self._positions.are_any(match.game.name):
            return False
        game, position, keys = match.game, match.state.position, []
        for move in line:
            position = game.play(position, game.read(position, move))
            keys.append(_key_of(match, position))
        return bool(self._positions.latest_by_key(keys))

    def _near(self, match: Match) -> Iterator[str]:
        """Yields the keys of the positions shortly before this one and right after it."""
        game, position = match.game, match.state.position
        for state in islice(match.state.backwards(), 1, 1 + MAX_AHEAD):
            yield _key_of(match, state.position)
        for move in game.moves(position):
            yield _key_of(match, game.play(position, move))
        yield from self._origin_keys(match)

    def _origin_keys(self, match: Match) -> Iterator[str]:
        """Yields the keys of positions up to MAX_AHEAD moves before this one, the closest first."""
        seen, latest, keys_left = {_key(match)}, [match.state.position], self._origins
        for _ in range(MAX_AHEAD):
            before = (each for position in latest for each in match.game.origins(position))
            latest = []
            for position in before:
                key = _key_of(match, position)
                if key in seen:
                    continue
                if not keys_left:
                    return
                keys_left -= 1
                seen.add(key)
                latest.append(position)
                yield key


def _key(match: Match) -> str:
    return _key_of(match, match.state.position)


def _key_of(match: Match, position: Any) -> str:
    return likeness_key(match.game, match.options, position)
