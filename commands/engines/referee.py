"""One game between programs, from its start to its scores."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from commands.engines.command_line import Command
from commands.engines.limits import Limits
from commands.engines.player import Bot
from commands.engines.process import Failed
from pbm import protocol
from pbm.games import AnyGame

STUCK = "couldn't move"


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made."""

    seat: int
    square: str
    comment: str


@dataclass(frozen=True, slots=True)
class Left:
    """Who left the game, when, and why."""

    seat: int
    ply: int
    """How many moves had been played."""
    reason: str
    failed: bool
    """Whether by its own fault: then it scores -1."""


@dataclass
class Table:
    """A game while it is played."""

    game: AnyGame
    seed: int
    position: Any
    moves: list[Made] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)

    @classmethod
    def laid(cls, game: AnyGame, seed: int) -> "Table":
        """The start position that the seed draws."""
        options = game.resolve(game.options(), seed)
        return cls(game, seed, game.start(options))

    def play(self, bots: Sequence[Bot]) -> None:
        """Asks whose turn it is, until the game is over; who fails leaves it."""
        while (seat := self.game.to_move(self.position)) is not None:
            try:
                self._move(seat, bots[seat])
            except Failed as failure:
                self._leave(seat, str(failure))
            for other in self._out():
                bots[other].close()

    def scores(self) -> tuple[int, ...]:
        """By seat, once it is over."""
        outcome = self.game.outcome(self.position)
        assert outcome is not None  # noqa: S101 - for mypy
        return protocol.scores(outcome, [left.seat for left in self.left if left.failed])

    def _move(self, seat: int, bot: Bot) -> None:
        lot = protocol.lot(self.seed, len(self.moves) + 1)
        move, reply = bot.move(self.game, self.position, self._last(), lot)
        square = protocol.square_of(self.game, self.position, move)
        self.moves.append(Made(seat, square, reply.comment))
        self.position = self.game.play(self.position, move)
        self._note_stuck()

    def _leave(self, seat: int, why: str) -> None:
        self.left.append(Left(seat, len(self.moves), why, failed=True))
        self.position = self.game.leave(self.position, seat)
        self._note_stuck()

    def _note_stuck(self) -> None:
        ply, known = len(self.moves), [left.seat for left in self.left]
        stuck = [seat for seat in self._out() if seat not in known]
        self.left += [Left(seat, ply, STUCK, failed=False) for seat in stuck]

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


def played(
    game: AnyGame,
    seed: int,
    commands: Sequence[Command],
    limits: Limits,
    errors: Sequence[BinaryIO | None],
) -> Table:
    """A whole game between programs, by seat; none of their processes outlives it."""
    table = Table.laid(game, seed)
    with ExitStack() as stack:
        bots = []
        for seat, command in enumerate(commands):
            bots.append(Bot(seat, command, limits, errors[seat]))
            stack.callback(bots[-1].close)
        table.play(bots)
    return table
