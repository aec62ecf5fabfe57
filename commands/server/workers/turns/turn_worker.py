"""The base class of robots' and engines' turns: finds waiting boards, and plays moves on them."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Protocol

from commands.content.response import Notification, Response
from commands.context.caller import Caller
from commands.context.robots import is_built_in
from commands.language.dispatcher import Dispatcher
from commands.outbound.mailer import Mailer
from commands.server.workers.turns.backoff import Backoff
from commands.system.metrics import ROBOT_SECONDS
from commands.system.secrets.secret import Secret
from commands.system.stored_types import Database, UnitOfWork
from commands.verbs.move import Move
from pbm.board.board import Board
from pbm.process.lazy_logger import get_logger
from pbm.process.leases import LEASE, RENEW_SECONDS

log = get_logger()


class Turn(Protocol):
    """A turn of a robot or an engine, in one state of its board."""

    @property
    def board_id(self) -> int:
        """The board's id, which is unique over all games."""
        ...

    @property
    def checksum(self) -> str:
        """The checksum of the match in that state."""
        ...


@dataclass(frozen=True)
class TurnWorker:
    """Finds waiting boards. It looks only in the database, so that no turn is ever lost."""

    database: Database
    dispatcher: Dispatcher
    mailer: Mailer
    backoff: Backoff = field(default_factory=Backoff)
    holder: str = field(default_factory=lambda: secrets.token_hex(8), kw_only=True)
    """Name of the holder of the leases. No other node plays a turn while its lease is valid."""

    def waiting(self) -> Iterator[Board]:
        """Yields the boards that wait for a robot, in the order in which they began to wait."""
        for game, number in self._waiting():
            board = self._read_board(game, number)
            if board:
                yield board

    def count_waiting(self) -> int:
        """Returns the number of boards that wait for a robot."""
        return len(self._waiting())

    def lease(self, turn: Turn) -> bool:
        """Takes the lease of a turn before its search. Returns False if another holder has it."""
        now = self._now()
        with self.database.work() as work:
            return work.turn_leases.take(
                turn.board_id, turn.checksum, self.holder, now, now + LEASE
            )

    def renew(self, *turns: Turn) -> frozenset[int]:
        """Renews the leases of turns. Returns the ids of the boards that are still leased."""
        until = self._now() + LEASE
        with self.database.work() as work:
            return work.turn_leases.renew([each.board_id for each in turns], self.holder, until)

    def release(self, work: UnitOfWork, turn: Turn) -> bool:
        """Releases the lease of a turn.

        Returns False if it expired and another holder has taken it.
        """
        leases = work.turn_leases
        return leases.release(turn.board_id, self.holder) or not leases.is_anothers(
            turn.board_id, turn.checksum, self.holder, self._now()
        )

    def _now(self) -> datetime:
        return self.dispatcher.services.clock.now()

    def _waiting(self) -> list[tuple[str, int]]:
        with self.database.snapshot() as work:
            waiting = work.turn_leases.waiting(self.holder, self._now())
        return [each for each in waiting if not self.backoff.has(*each)]

    def _read_board(self, game: str, number: int) -> Board | None:
        try:
            with self.database.snapshot() as work:
                return work.boards.find(game, number)
        except Exception as error:  # noqa: BLE001 - for example, the board is frozen
            self.backoff.add(game, number, error)
            return None

    def play_move(
        self, work: UnitOfWork, board: Board, userid: str, words: str, comment: str = ""
    ) -> None:
        """Executes a move, or a word such as `resign` in its place, and publishes the result."""
        response = self.execute(work, board, userid, words, comment)
        self.publish(work, board, userid, response.notifications)

    def execute(
        self, work: UnitOfWork, board: Board, userid: str, words: str, comment: str = ""
    ) -> Response:
        """Executes a move, or a word such as `resign` in its place, on a locked board."""
        move = Move(board.game, board.number, userid, Secret("-"), words, locked=board)
        line, caller = [board.game.name, "move"], Caller(admin=True)
        response = self.dispatcher.execute(work, [move], line, caller, comment)
        if not response.ok:
            raise RuntimeError(f"{userid}'s {words} was refused")
        return response

    def publish(
        self, work: UnitOfWork, board: Board, userid: str, notifications: Sequence[Notification]
    ) -> None:
        """Sends the notifications of a move, and counts how long the board waited for it.

        `board`: the board before the move.
        """
        context = self.dispatcher.services.server_context(work)
        self.mailer.publish(context, notifications)
        waited = max(context.now() - board.clock.began, timedelta())
        work.count(ROBOT_SECONDS, _kind(board, userid), amount=waited.total_seconds())


def _kind(board: Board, userid: str) -> str:
    [mover] = [player for player in board.players if player.userid == userid]
    return "robot" if is_built_in(mover) else "engine"


@contextmanager
def renewed(renew: Callable[[], object]) -> Iterator[None]:
    """Calls `renew` every RENEW_SECONDS in another thread while the work in this context runs."""
    done = Event()
    thread = Thread(target=_renew_until, args=(done, renew), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _renew_until(done: Event, renew: Callable[[], object]) -> None:
    while not done.wait(RENEW_SECONDS):
        try:
            renew()
        except Exception as error:  # noqa: BLE001 - there is time for another attempt
            log.warning("failed to renew a lease", error=type(error).__name__)
