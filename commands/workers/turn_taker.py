"""What all who move for robots have in common: finding what waits for them, and saying it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from commands.context.caller import Speaker
from commands.dispatch.dispatcher import Desk
from commands.outbound.mailer import Post
from commands.verbs.move import Move
from commands.workers.backoff import Aside
from pbm.board import Board
from pbm.ports import Store, Work
from pbm.secret import Secret


@dataclass(frozen=True)
class Mover:
    """Whose turn it is stands on the boards, so that nothing is ever lost."""

    store: Store
    desk: Desk
    post: Post
    aside: Aside = field(default_factory=Aside)

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
        return [each for each in waiting if not self.aside.has(*each)]

    def _look(self, game: str, number: int) -> Board | None:
        try:
            with self.store.work() as work:
                return work.boards.find(game, number)
        except Exception as error:  # noqa: BLE001 - such as a frozen board
            self.aside.put(game, number, error)
            return None

    def say(self, work: Work, board: Board, userid: str, said: str, comment: str = "") -> None:
        """Carries out on a held board what would stand in the place of a person's move."""
        move = Move(board.game, board.number, userid, Secret("-"), said)
        line, speaker = [board.game.name, "move"], Speaker(admin=True, board=board)
        answered = self.desk.carry_out(work, [move], line, speaker, comment)
        if not answered.ok:
            raise RuntimeError(f"{userid}'s {said} was refused")
        work.outbox.put(self.post.notices(answered.notices, [], self.desk.clock.now()))
