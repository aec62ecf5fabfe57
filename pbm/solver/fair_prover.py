"""Proves values for players: only of positions to which no running contest can come soon.

All answers with values ask this prover, so what is withheld is decided here. A value is withheld
from everybody, because players have friends and second accounts.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from pbm.match.match import Match
from pbm.match.position_keys import likeness_key
from pbm.search_budget import SearchBudget
from pbm.solver.prover import GameReview, Prover

if TYPE_CHECKING:
    from pbm.proofs.value import Proof, Value

AHEAD = 4
"""Maximum number of moves that a position is ahead of a contest's, for its value to be withheld."""
MOST_ORIGINS = 100
"""Maximum number of earlier positions, traced back over those moves: more would take too long."""


class Positions(Protocol):
    """The positions of running contests, as the database stores them."""

    def are_any(self, game: str) -> bool:
        """Returns True if a contest is running at a game."""
        ...

    def latest_by_key(self, keys: Sequence[str]) -> Mapping[str, bool]:
        """Returns those of these keys that a contest has come to.

        The value is True if the position is the present one of such a game.
        """
        ...

    def all_of(self, game: str) -> Mapping[str, bool]:
        """Returns all keys of a game, as `latest_by_key` does."""
        ...


class KnownPositions:
    """Positions that were read before a search, which outlasts the transaction."""

    def __init__(self, by_key: Mapping[str, bool]) -> None:
        self._by_key = by_key

    def are_any(self, game: str) -> bool:
        """Returns True if there are any positions; they are of one game."""
        return bool(self._by_key)

    def latest_by_key(self, keys: Sequence[str]) -> Mapping[str, bool]:
        """Returns the known ones of these keys."""
        return {key: self._by_key[key] for key in keys if key in self._by_key}

    def all_of(self, game: str) -> Mapping[str, bool]:
        """Returns all that are known."""
        return self._by_key


class FairProver:
    """A prover that withholds the values of positions near those of running contests."""

    def __init__(self, prover: Prover, positions: Positions, origins: int = MOST_ORIGINS) -> None:
        """Makes a prover from one that withholds nothing.

        `origins`: the limit of positions traced back, without which only the moves given count.
        """
        self._prover = prover
        self._positions = positions
        self._origins = origins

    @property
    def seconds(self) -> float:
        """The longest time of a search."""
        return self._prover.seconds

    def withholds(self, match: Match) -> bool:
        """Returns True if the value of a match's position is withheld."""
        if match.outcome or not self._positions.are_any(match.game.name):
            return False
        own, near = _key(match), [*self._near(match)]
        found = self._positions.latest_by_key([own, *near])
        return own in found or any(found.get(key) for key in near)

    def withheld_plies(self, match: Match) -> frozenset[int]:
        """Returns the plies of a game that was played after which the value is withheld."""
        keys = {state.ply: _key_of(match, state.position) for state in match.state.backwards()}
        found = self._positions.latest_by_key([*keys.values()])
        latest = [ply for ply, key in keys.items() if found.get(key)]
        near = {ply + step for ply in latest for step in range(-1, AHEAD + 1)}
        return frozenset(ply for ply, key in keys.items() if key in found or ply in near)

    def prove_quickly(self, match: Match, budget: SearchBudget) -> "Proof | None":
        """Returns what can be proved at once, unless it is withheld."""
        if self.withholds(match):
            return None
        proof = self._prover.prove_quickly(match, budget)
        return None if proof and self.meets_contest(match, proof.line) else proof

    def prove_start(self, match: Match, budget: SearchBudget | None = None) -> "Proof | None":
        """Returns the value of the match's start: a shipped one is known to everybody."""
        proof = self._prover.prove_start(match, budget)
        is_known = proof is None or proof.shipped
        return proof if is_known or not self.withholds(match.at(0)) else None

    def values(
        self, match: Match, moves: Sequence[str], budget: SearchBudget
    ) -> "Sequence[Value | None]":
        """Returns the values of the position and of each of these moves, as far as they may be."""
        return self.open_values(match, moves, self._prover.values(match, moves, budget))

    def open_values(
        self, match: Match, moves: Sequence[str], values: "Sequence[Value | None]"
    ) -> "Sequence[Value | None]":
        """Returns these values of the position and of the moves, without the withheld ones."""
        if not self._positions.are_any(match.game.name):
            return values
        if self.withholds(match):
            start = None if match.ply else self._prover.prove_start(match)
            return [start.value if start and start.shipped else None, *(None for _ in moves)]
        after = [match.continued([f"move {move}"]) for move in moves]
        withheld = [False, *map(self.withholds, after)]
        return [None if hide else value for hide, value in zip(withheld, values, strict=True)]

    def review(self, match: Match, budget: SearchBudget | None = None) -> GameReview:
        """Returns the values of a finished game, without the withheld ones."""
        found, withheld = self._prover.review(match, budget), self.withheld_plies(match)
        values = [None if ply in withheld else each for ply, each in enumerate(found.values)]
        mistake = found.mistake
        if mistake is not None and {mistake, mistake + 1} & withheld:
            mistake = None
        return GameReview(values, mistake)

    def searching(self, match: Match) -> tuple[Prover, "FairProver"]:
        """Returns the prover for a long search, and this one as of now, to judge its result."""
        known = self._positions.all_of(match.game.name)
        return self._prover, FairProver(self._prover, KnownPositions(known), self._origins)

    def meets_contest(self, match: Match, line: Sequence[str]) -> bool:
        """Returns True if best play from a position comes to one of a running contest."""
        if not line or not self._positions.are_any(match.game.name):
            return False
        game, position, keys = match.game, match.state.position, []
        for move in line:
            position = game.play(position, game.read(position, move))
            keys.append(_key_of(match, position))
        return bool(self._positions.latest_by_key(keys))

    def _near(self, match: Match) -> Iterator[str]:
        """Yields the keys of the positions before this one, and of those after its moves."""
        game, position = match.game, match.state.position
        for state in islice(match.state.backwards(), 1, 1 + AHEAD):
            yield _key_of(match, state.position)
        for move in game.moves(position):
            yield _key_of(match, game.play(position, move))
        yield from self._origin_keys(match)

    def _origin_keys(self, match: Match) -> Iterator[str]:
        """Yields the keys of the positions that may have led here, those of the last move first."""
        known, latest, left = {_key(match)}, [match.state.position], self._origins
        for _ in range(AHEAD):
            before = (each for position in latest for each in match.game.origins(position))
            latest = []
            for position in before:
                key = _key_of(match, position)
                if key in known:
                    continue
                if not left:
                    return
                left -= 1
                known.add(key)
                latest.append(position)
                yield key


def _key(match: Match) -> str:
    return _key_of(match, match.state.position)


def _key_of(match: Match, position: Any) -> str:
    return likeness_key(match.game, match.options, position)
