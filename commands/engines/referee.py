"""One game between programs, from its start to its scores."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from commands.engines.command_line import Argv
from commands.engines.limits import EngineLimits
from commands.engines.player import EnginePlayer
from commands.engines.process import EngineFailed
from pbm import protocol
from pbm.games import AnyGame

NO_MOVE_LEFT = "couldn't move"


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A move that was made."""

    seat: int
    square: str
    comment: str


@dataclass(frozen=True, slots=True)
class Departure:
    """Who left the game, when, and why."""

    seat: int
    ply: int
    """How many moves had been played."""
    reason: str
    failed: bool
    """Whether by its own fault: then it scores -1."""


@dataclass
class RefereeGame:
    """A game while it is played."""

    game: AnyGame
    seed: int
    position: Any
    moves: list[MoveMade] = field(default_factory=list)
    left: list[Departure] = field(default_factory=list)

    @classmethod
    def laid(cls, game: AnyGame, seed: int) -> "RefereeGame":
        """The start position that the seed draws."""
        options = game.resolve(game.options(), seed)
        return cls(game, seed, game.start(options))

    def play(self, engines: Sequence[EnginePlayer]) -> None:
        """Asks whose turn it is, until the game is over; who fails leaves it."""
        while (seat := self.game.to_move(self.position)) is not None:
            try:
                self._move(seat, engines[seat])
            except EngineFailed as failure:
                self._leave(seat, str(failure))
            for other in self._out():
                engines[other].close()

    def scores(self) -> tuple[int, ...]:
        """By seat, once it is over."""
        outcome = self.game.outcome(self.position)
        assert outcome is not None  # noqa: S101 - for mypy
        return protocol.scores(outcome, [left.seat for left in self.left if left.failed])

    def _move(self, seat: int, engine: EnginePlayer) -> None:
        lot = protocol.random_lot(self.seed, len(self.moves) + 1)
        move, reply = engine.move(self.game, self.position, self._last(), lot)
        square = protocol.square_of(self.game, self.position, move)
        self.moves.append(MoveMade(seat, square, reply.comment))
        self.position = self.game.play(self.position, move)
        self._note_stuck()

    def _leave(self, seat: int, why: str) -> None:
        self.left.append(Departure(seat, len(self.moves), why, failed=True))
        self.position = self.game.leave(self.position, seat)
        self._note_stuck()

    def _note_stuck(self) -> None:
        ply, known = len(self.moves), [left.seat for left in self.left]
        stuck = [seat for seat in self._out() if seat not in known]
        self.left += [Departure(seat, ply, NO_MOVE_LEFT, failed=False) for seat in stuck]

    def _out(self) -> list[int]:
        """Who has left, as far as can be told the first first."""
        outcome = self.game.outcome(self.position)
        if outcome is None:
            inside = self.game.remaining(self.position)
            return [seat for seat in range(len(self.game.seats)) if seat not in inside]
        losers = [seat for seat, place in enumerate(outcome.places) if place > 1]
        return sorted(losers, key=lambda seat: -outcome.places[seat])

    def _last(self) -> list[str | None]:
        last = {made.seat: made.square for made in self.moves}
        return [last.get(seat) for seat in range(len(self.game.seats))]


def play_game(
    game: AnyGame,
    seed: int,
    commands: Sequence[Argv],
    limits: EngineLimits,
    errors: Sequence[BinaryIO | None],
) -> RefereeGame:
    """A whole game between programs, by seat; none of their processes outlives it."""
    table = RefereeGame.laid(game, seed)
    with ExitStack() as stack:
        engines = []
        for seat, command in enumerate(commands):
            engines.append(EnginePlayer(seat, command, limits, errors[seat]))
            stack.callback(engines[-1].close)
        table.play(engines)
    return table
