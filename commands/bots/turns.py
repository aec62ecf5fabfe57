"""Moving for programs of others on boards, a turn at a time and outside of any transaction."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import structlog

from commands.bots.answer import Answered, Failure, ask
from commands.bots.player import External
from commands.bots.setting import limits_of
from commands.desk import Desk
from commands.post import Post
from commands.robots.aside import Aside
from commands.session import Speaker
from commands.settings import Settings
from commands.verbs.move import Move
from pbm.board import Board
from pbm.refusal import Refusal
from pbm.secret import Secret
from pbm.work import Store, Work

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Turn:
    """A board on which a program is to move, as it was then."""

    board: Board
    userid: str
    external: External


@dataclass(frozen=True)
class Programs:
    """Finds the boards on which programs are to move, and has them move."""

    store: Store
    desk: Desk
    post: Post
    settings: Settings
    aside: Aside = field(default_factory=Aside)

    def play_once(self) -> bool:
        """Has one program move that is to; whether there was any."""
        turn = next(self._turns(), None)
        if turn is None:
            return False
        try:
            limits = limits_of(self.settings)
        except Refusal as refusal:  # better no move than one as the wrong user
            log.warning("programs can't be run", reason=refusal.text)
            return False
        try:
            self._play(turn, ask(turn.board.match, turn.external.command, limits))
        except Exception as error:  # noqa: BLE001 - our mistake with one board is no other's
            self.aside.put(turn.board.game.name, turn.board.number, error)
        return True

    def _play(self, turn: Turn, found: Answered | Failure) -> None:
        with self.store.work() as work:
            _carry_out(work, self.desk, self.post, turn, found)

    def _turns(self) -> Iterator[Turn]:
        """Those first who have waited longest."""
        with self.store.work() as work:
            waiting = work.boards.waiting_for_robots()
        for game, number in waiting:
            turn = None if self.aside.has(game, number) else self._turn(game, number)
            if turn:
                yield turn

    def _turn(self, game: str, number: int) -> Turn | None:
        try:
            with self.store.work() as work:
                board = work.boards.find(game, number)
        except Exception as error:  # noqa: BLE001 - such as a frozen board
            self.aside.put(game, number, error)
            return None
        return _turn_of(board) if board else None


def _turn_of(board: Board) -> Turn | None:
    mover = board.mover if board.active else None
    external = External.read(mover.robot) if mover and not mover.banned else None
    return Turn(board, mover.userid, external) if mover and external else None


def _carry_out(work: Work, desk: Desk, post: Post, turn: Turn, found: Answered | Failure) -> None:
    """Plays the move, or gives up the game and says why; not if the board has changed."""
    board = work.boards.hold(turn.board.game.name, turn.board.number)
    if board is None or board.match.checksum != turn.board.match.checksum:
        return
    said, comment = _said(found, board.match.ply + 1)
    line = Move(board.game, board.number, turn.userid, Secret("-"), said)
    speaker = Speaker(admin=True, board=board)
    answered = desk.carry_out(work, [line], [board.game.name, "move"], speaker, comment)
    if not answered.ok:
        raise RuntimeError(f"{turn.userid}'s {said} was refused")
    work.outbox.put(post.notices(answered.notices, [], desk.clock.now()))
    log.info("program moved", game=board.game.name, board=board.number, robot=turn.userid)


def _said(found: Answered | Failure, ply: int) -> tuple[str, str]:
    """The words of the line, and the comment."""
    if isinstance(found, Failure):
        return "resign", f"The program {found.reason}."
    return f"{found.move}#{ply}", found.comment
