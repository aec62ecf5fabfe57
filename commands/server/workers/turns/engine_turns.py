"""Ask engines for their moves, one turn at a time, outside of any transaction.

If an engine's program isn't on this machine, its turn is left to other nodes, and never resigned.
"""

from dataclasses import dataclass, field
from functools import partial

from commands.boards.board_changes import apply_change
from commands.server.workers.turns.engine_absences import EngineAbsences
from commands.server.workers.turns.turn_worker import TurnWorker, renewed
from commands.settings import Settings, engine_limits
from pbm.board.board import Board
from pbm.engines.accounts import EngineAccount
from pbm.engines.command_line import missing_part, missing_program
from pbm.engines.engine_player import EngineFailure, EngineMove, ask_engine
from pbm.match.match import Event
from pbm.process.lazy_logger import get_logger
from storage import TransientError
from storage.unit_of_work import UnitOfWork

log = get_logger()


@dataclass(frozen=True, slots=True)
class EngineTurn:
    """A board on which an engine is to move, as it was when it was read."""

    board: Board
    userid: str
    engine: EngineAccount

    @property
    def board_id(self) -> int:
        """The board's id, which is unique over all games."""
        return self.board.id

    @property
    def checksum(self) -> str:
        """The checksum of the match when it was read."""
        return self.board.match.checksum


@dataclass(frozen=True)
class EngineTurns(TurnWorker):
    """Finds the boards on which engines are to move, and plays their moves."""

    settings: Settings = field(kw_only=True)
    absences: EngineAbsences | None = None
    """Reports the engines that can't start here."""

    def play_once(self) -> bool:
        """Has one engine move. Returns False if no engine that can start here is to move."""
        if self.absences:
            self.absences.check()
        turns = filter(_may_start, filter(None, map(_find_turn, self.waiting())))
        turn = next(filter(self.lease, turns), None)
        if turn is None:
            return False
        # An error in applying limits ends the turn, because the engine could run as the wrong user.
        try:
            with renewed(partial(self.renew, turn)):
                result = self._ask(turn)
            if isinstance(result, EngineFailure) and missing_part(turn.engine.command):
                self._leave_to_others(turn)
            else:
                self._play(turn, result)
        except Exception as error:  # noqa: BLE001 - an error on one board mustn't affect the others
            self.backoff.add(turn.board.game.name, turn.board.number, error)
            if not isinstance(error, TransientError):
                with self.database.work() as work:
                    self._record_failure(work, turn.userid, "couldn't be run (see the log)")
        return True

    def _ask(self, turn: EngineTurn) -> EngineMove | EngineFailure:
        limits = engine_limits(self.settings)
        return ask_engine(turn.board.match, turn.engine.command, limits)

    def _leave_to_others(self, turn: EngineTurn) -> None:
        """Leaves a turn to a node that has the engine's files, or until they are restored here."""
        self.backoff.skip(turn.board.game.name, turn.board.number)
        with self.database.work() as work:
            self.release(work, turn)

    def _record_failure(self, work: UnitOfWork, userid: str, reason: str) -> None:
        now = self.dispatcher.services.clock.now()
        work.incidents.add("engine", userid, reason, now)

    def _play(self, turn: EngineTurn, result: EngineMove | EngineFailure) -> None:
        """Plays the move, or resigns and gives the reason.

        Does nothing if the board has changed.
        """
        with self.database.work() as work:
            board = work.boards.lock(turn.board.game.name, turn.board.number)
            if board is None or board.match.checksum != turn.checksum:
                return
            if not self.release(work, turn):
                return
            if isinstance(result, EngineFailure):
                self._record_failure(work, turn.userid, result.reason)
            if isinstance(result, EngineFailure) and len(board.game.seats) > 2:
                self._leave(work, board, result)
            else:
                self.play_move(
                    work, board, turn.userid, *_move_and_comment(result, board.match.ply + 1)
                )
        log.info("engine moved", game=board.game.name, board=board.number, robot=turn.userid)

    def _leave(self, work: UnitOfWork, board: Board, failure: EngineFailure) -> None:
        """Removes a failed engine from a game that the other players continue.

        The engine can't resign, because a resignation before its first move declines the game.
        """
        mover, context = board.mover, self.dispatcher.services.server_context(work)
        assert mover is not None  # noqa: S101 - the board is as it was when it was to move
        event = Event(f"leave {board.match.to_move} failed", context.now(), mover.userid)
        after = board.with_match(board.match.add(event))
        news, comment = f"{mover.userid} leaves the game.", f"The program {failure.reason}."
        response = apply_change(context, board, after, mover, news=news, comment=comment)
        self.mailer.publish(context, response.notifications)


def _may_start(turn: EngineTurn) -> bool:
    """Whether the engine's program is on this machine. If not, another node may have it."""
    return not missing_program(turn.engine.command)


def _find_turn(board: Board) -> EngineTurn | None:
    mover = board.mover if board.active else None
    engine = EngineAccount.read(mover.robot) if mover and not mover.banned else None
    return EngineTurn(board, mover.userid, engine) if mover and engine else None


def _move_and_comment(result: EngineMove | EngineFailure, ply: int) -> tuple[str, str]:
    """Returns the move as a command, such as `a1-c5#3` or `resign`, and the comment."""
    if isinstance(result, EngineFailure):
        return "resign", f"The program {result.reason}."
    return f"{result.move}#{ply}", result.comment
