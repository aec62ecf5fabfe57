"""Moving for programs of others on boards, a turn at a time and outside of any transaction."""

from dataclasses import dataclass, field

import structlog

from commands.context.caller import Speaker
from commands.engines.account import External
from commands.engines.single_move import Answered, Failure, ask
from commands.notifications.personalizing import in_their_way
from commands.play.changes import act
from commands.settings import Settings, limits_of
from commands.workers.turn_taker import Mover
from pbm.board import Board
from pbm.match import Event
from pbm.ports import Work

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Turn:
    """A board on which a program is to move, as it was then."""

    board: Board
    userid: str
    external: External


@dataclass(frozen=True)
class Programs(Mover):
    """Finds the boards on which programs are to move, and has them move."""

    settings: Settings = field(kw_only=True)

    def play_once(self) -> bool:
        """Has one program move that is to; whether there was any."""
        turn = next(filter(None, map(_turn_of, self.waiting())), None)
        if turn is None:
            return False
        try:  # what its limits refuse: better no move than one as the wrong user
            self._play(turn, ask(turn.board.match, turn.external.command, limits_of(self.settings)))
        except Exception as error:  # noqa: BLE001 - our mistake with one board is no other's
            self.aside.put(turn.board.game.name, turn.board.number, error)
        return True

    def _play(self, turn: Turn, found: Answered | Failure) -> None:
        """Plays the move, or gives up the game and says why; not if the board has changed."""
        with self.store.work() as work:
            board = work.boards.hold(turn.board.game.name, turn.board.number)
            if board is None or board.match.checksum != turn.board.match.checksum:
                return
            if isinstance(found, Failure) and len(board.game.seats) > 2:
                self._leave(work, board, found)
            else:
                self.say(work, board, turn.userid, *_said(found, board.match.ply + 1))
        log.info("program moved", game=board.game.name, board=board.number, robot=turn.userid)

    def _leave(self, work: Work, board: Board, found: Failure) -> None:
        """The others go on: a resignation before its first move would decline the game."""
        mover, now = board.mover, self.desk.clock.now()
        assert mover is not None  # noqa: S101 - the board is as it was when it was to move
        event = Event(f"leave {board.match.to_move} failed", now, mover.userid)
        after = board.with_match(board.match.add(event))
        session = self.desk.session(work, Speaker(admin=True))
        news, comment = f"{mover.userid} leaves the game.", f"The program {found.reason}."
        told = in_their_way(session, act(session, board, after, mover, news=news, comment=comment))
        work.outbox.put(self.post.notices(told.notices, [], now))


def _turn_of(board: Board) -> Turn | None:
    mover = board.mover if board.active else None
    external = External.read(mover.robot) if mover and not mover.banned else None
    return Turn(board, mover.userid, external) if mover and external else None


def _said(found: Answered | Failure, ply: int) -> tuple[str, str]:
    """The words of the line, and the comment."""
    if isinstance(found, Failure):
        return "resign", f"The program {found.reason}."
    return f"{found.move}#{ply}", found.comment
