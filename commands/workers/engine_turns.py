"""Moving for programs of others on boards, a turn at a time and outside of any transaction."""

from dataclasses import dataclass, field

import structlog

from commands.engines.account import EngineAccount
from commands.engines.single_move import EngineFailure, EngineMove, ask_engine
from commands.play.changes import apply_change
from commands.settings import Settings, engine_limits
from commands.workers.turn_taker import TurnTaker
from pbm.board import Board
from pbm.match import Event
from pbm.ports import UnitOfWork

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class EngineTurn:
    """A board on which a program is to move, as it was then."""

    board: Board
    userid: str
    engine: EngineAccount


@dataclass(frozen=True)
class EngineTurns(TurnTaker):
    """Finds the boards on which programs are to move, and has them move."""

    settings: Settings = field(kw_only=True)

    def play_once(self) -> bool:
        """Has one program move that is to; whether there was any."""
        turn = next(filter(None, map(_turn_of, self.waiting())), None)
        if turn is None:
            return False
        try:  # what its limits refuse: better no move than one as the wrong user
            self._play(
                turn,
                ask_engine(turn.board.match, turn.engine.command, engine_limits(self.settings)),
            )
        except Exception as error:  # noqa: BLE001 - our mistake with one board is no other's
            self.backoff.add(turn.board.game.name, turn.board.number, error)
        return True

    def _play(self, turn: EngineTurn, found: EngineMove | EngineFailure) -> None:
        """Plays the move, or gives up the game and says why; not if the board has changed."""
        with self.store.work() as work:
            board = work.boards.lock(turn.board.game.name, turn.board.number)
            if board is None or board.match.checksum != turn.board.match.checksum:
                return
            if isinstance(found, EngineFailure) and len(board.game.seats) > 2:
                self._leave(work, board, found)
            else:
                self.say(work, board, turn.userid, *_said(found, board.match.ply + 1))
        log.info("program moved", game=board.game.name, board=board.number, robot=turn.userid)

    def _leave(self, work: UnitOfWork, board: Board, found: EngineFailure) -> None:
        """The others go on: a resignation before its first move would decline the game."""
        mover, context = board.mover, self.dispatcher.services.server_context(work)
        assert mover is not None  # noqa: S101 - the board is as it was when it was to move
        event = Event(f"leave {board.match.to_move} failed", context.now(), mover.userid)
        after = board.with_match(board.match.add(event))
        news, comment = f"{mover.userid} leaves the game.", f"The program {found.reason}."
        left = apply_change(context, board, after, mover, news=news, comment=comment)
        self.mailer.publish(context, left.notifications)


def _turn_of(board: Board) -> EngineTurn | None:
    mover = board.mover if board.active else None
    engine = EngineAccount.read(mover.robot) if mover and not mover.banned else None
    return EngineTurn(board, mover.userid, engine) if mover and engine else None


def _said(found: EngineMove | EngineFailure, ply: int) -> tuple[str, str]:
    """The words of the line, and the comment."""
    if isinstance(found, EngineFailure):
        return "resign", f"The program {found.reason}."
    return f"{found.move}#{ply}", found.comment
