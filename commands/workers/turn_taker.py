"""What all who move for robots have in common: finding what waits for them, and saying it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from commands.context.caller import Caller
from commands.dispatch.dispatcher import Dispatcher
from commands.outbound.mailer import Mailer
from commands.verbs.move import Move
from commands.workers.backoff import Backoff
from pbm.board import Board
from pbm.ports import UnitOfWork, UnitOfWorkFactory
from pbm.secret import Secret


@dataclass(frozen=True)
class TurnTaker:
    """Whose turn it is stands on the boards, so that nothing is ever lost."""

    store: UnitOfWorkFactory
    dispatcher: Dispatcher
    mailer: Mailer
    backoff: Backoff = field(default_factory=Backoff)

    def waiting(self) -> Iterator[Board]:
        """Boards on which a robot has something to do; those first that have waited longest."""
        for game, number in self._waiting():
            board = self._look(game, number)
            if board:
                yield board

    def crowd(self) -> int:
        """How many such boards there are."""
        return len(self._waiting())

    def _waiting(self) -> list[tuple[str, int]]:
        with self.store.work() as work:
            waiting = work.boards.waiting_for_robots()
        return [each for each in waiting if not self.backoff.has(*each)]

    def _look(self, game: str, number: int) -> Board | None:
        try:
            with self.store.work() as work:
                return work.boards.find(game, number)
        except Exception as error:  # noqa: BLE001 - such as a frozen board
            self.backoff.add(game, number, error)
            return None

    def say(
        self, work: UnitOfWork, board: Board, userid: str, words: str, comment: str = ""
    ) -> None:
        """Carries out on a held board what would stand in the place of a person's move."""
        move = Move(board.game, board.number, userid, Secret("-"), words, locked=board)
        line, caller = [board.game.name, "move"], Caller(admin=True)
        response = self.dispatcher.execute(work, [move], line, caller, comment)
        if not response.ok:
            raise RuntimeError(f"{userid}'s {words} was refused")
        context = self.dispatcher.services.server_context(work)
        self.mailer.publish(context, response.notifications)
