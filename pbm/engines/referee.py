"""The referee of one game between engines, from its start to the scores."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from pbm.engines.command_line import Argv
from pbm.engines.engine_player import EnginePlayer
from pbm.engines.limits import EngineLimits
from pbm.engines.process import EngineFailed
from pbm.games import AnyGame
from pbm.protocol import turns

NO_MOVE_LEFT = "couldn't move"


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A move that an engine made."""

    seat: int
    square: str
    comment: str


@dataclass(frozen=True, slots=True)
class Departure:
    """A player who left the game, because the engine failed or had no move."""

    seat: int
    ply: int
    """The number of moves played before."""
    reason: str
    failed: bool
    """Whether the engine itself failed. It then scores -1."""


@dataclass
class RefereeGame:
    """A game in progress."""

    game: AnyGame
    seed: int
    position: Any
    moves: list[MoveMade] = field(default_factory=list)
    left: list[Departure] = field(default_factory=list)

    @classmethod
    def start(cls, game: AnyGame, seed: int) -> "RefereeGame":
        """Returns a new game with the start that the seed determines."""
        options = game.resolve(game.options(), seed)
        return cls(game, seed, game.start(options))

    def play(self, engines: Sequence[EnginePlayer]) -> None:
        """Asks the engines for moves until the game is over. An engine that fails leaves the game.

        `engines`: by seat.
        """
        while (seat := self.game.to_move(self.position)) is not None:
            try:
                self._move(seat, engines[seat])
            except EngineFailed as failure:
                self._leave(seat, str(failure))
            for departed in self._departed_seats():
                engines[departed].close()

    def scores(self) -> tuple[int, ...]:
        """Returns the scores by seat. The game must be over."""
        outcome = self.game.outcome(self.position)
        assert outcome is not None  # noqa: S101 - for mypy
        return turns.scores(outcome, [left.seat for left in self.left if left.failed])

    def _move(self, seat: int, engine: EnginePlayer) -> None:
        seed = turns.random_move_seed(self.seed, len(self.moves) + 1)
        move, reply = engine.move(self.game, self.position, self._last_squares(), seed)
        square = turns.square_of(self.game, self.position, move)
        self.moves.append(MoveMade(seat, square, reply.comment))
        self.position = self.game.play(self.position, move)
        self._record_stuck()

    def _leave(self, seat: int, reason: str) -> None:
        self.left.append(Departure(seat, len(self.moves), reason, failed=True))
        self.position = self.game.leave(self.position, seat)
        self._record_stuck()

    def _record_stuck(self) -> None:
        """Records the players who left the game because they had no move."""
        ply, seats = len(self.moves), [left.seat for left in self.left]
        stuck = [seat for seat in self._departed_seats() if seat not in seats]
        self.left += [Departure(seat, ply, NO_MOVE_LEFT, failed=False) for seat in stuck]

    def _departed_seats(self) -> list[int]:
        """Returns the seats that have left the game.

        If the game is over, they are in the order in which they left. Otherwise, they are in the
        order of the seats.
        """
        outcome = self.game.outcome(self.position)
        if outcome is None:
            remaining = self.game.remaining(self.position)
            return [seat for seat in range(len(self.game.seats)) if seat not in remaining]
        losers = [seat for seat, place in enumerate(outcome.places) if place > 1]
        return sorted(losers, key=lambda seat: -outcome.places[seat])

    def _last_squares(self) -> list[str | None]:
        last = {made.seat: made.square for made in self.moves}
        return [last.get(seat) for seat in range(len(self.game.seats))]


def play_game(
    game: AnyGame,
    seed: int,
    commands: Sequence[Argv],
    limits: EngineLimits,
    errors: Sequence[BinaryIO | None],
) -> RefereeGame:
    """Plays a whole game between engines. All of their processes end with the game.

    `commands`: the engines' commands, by seat.
    """
    played = RefereeGame.start(game, seed)
    with ExitStack() as stack:
        engines = []
        for seat, command in enumerate(commands):
            engines.append(EnginePlayer(seat, command, limits, errors[seat]))
            stack.callback(engines[-1].close)
        played.play(engines)
    return played
