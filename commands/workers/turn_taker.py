"""The base of robots' and engines' turns: finds the boards that wait, and plays moves on them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta

from commands.accounts.robots import robot_level
from commands.context.caller import Caller
from commands.dispatch.dispatcher import Dispatcher
from commands.outbound.mailer import Mailer
from commands.system.metrics import ROBOT_SECONDS
from commands.verbs.move import Move
from commands.workers.backoff import Backoff
from pbm.board import Board
from pbm.ports import UnitOfWork, UnitOfWorkFactory
from pbm.secret import Secret


@dataclass(frozen=True)
class TurnTaker:
    """Finds waiting boards in the database alone, so that no turn is ever lost."""

    database: UnitOfWorkFactory
    dispatcher: Dispatcher
    mailer: Mailer
    backoff: Backoff = field(default_factory=Backoff)

    def waiting(self) -> Iterator[Board]:
        """Yields the boards on which a robot is to act, those first that have waited longest."""
        for game, number in self._waiting():
            board = self._read_board(game, number)
            if board:
                yield board

    def count_waiting(self) -> int:
        """Returns the number of such boards."""
        return len(self._waiting())

    def _waiting(self) -> list[tuple[str, int]]:
        with self.database.work() as work:
            waiting = work.boards.waiting_for_robots()
        return [each for each in waiting if not self.backoff.has(*each)]

    def _read_board(self, game: str, number: int) -> Board | None:
        try:
            with self.database.work() as work:
                return work.boards.find(game, number)
        except Exception as error:  # noqa: BLE001 - such as a frozen board
            self.backoff.add(game, number, error)
            return None

    def play_move(
        self, work: UnitOfWork, board: Board, userid: str, words: str, comment: str = ""
    ) -> None:
        """Executes a move, or a word in its place such as `resign`, on a locked board."""
        move = Move(board.game, board.number, userid, Secret("-"), words, locked=board)
        line, caller = [board.game.name, "move"], Caller(admin=True)
        response = self.dispatcher.execute(work, [move], line, caller, comment)
        if not response.ok:
            raise RuntimeError(f"{userid}'s {words} was refused")
        context = self.dispatcher.services.server_context(work)
        self.mailer.publish(context, response.notifications)
        waited = max(context.now() - board.clock.began, timedelta())
        work.count(ROBOT_SECONDS, _kind(board, userid), amount=waited.total_seconds())


def _kind(board: Board, userid: str) -> str:
    levels = {player.userid: robot_level(player) for player in board.players}
    return "engine" if levels[userid] is None else "robot"
