"""Play the moves of the built-in robots.

Searches run outside of any transaction, under a lease. Their results are executed like a player's
command, provided that the board hasn't changed.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock

from commands.content.messages import BoardSnapshot
from commands.content.response import Notification, Response
from commands.context.robots import is_built_in, robot_level
from commands.server.workers.search_functions import Search, SearchFailed, search_here
from commands.server.workers.turns.turn_worker import TurnWorker, renewed
from commands.system.metrics import PROCESS_RESTARTS, RESTART_REASONS
from commands.system.stored_types import UnitOfWork
from pbm.board.board import Board
from pbm.options import write_options
from pbm.process.lazy_logger import get_logger
from pbm.robots.move_choice import SearchLimit
from pbm.robots.search_tasks import Proofs, SearchTask, run_search

LATE_SECONDS = 60
"""Seconds beyond its limit after which a search hangs."""

log = get_logger()


@dataclass(frozen=True, slots=True)
class RobotTurn:
    """A task for a search, and the state of the board when it was made."""

    task: SearchTask
    userid: str
    board_id: int
    checksum: str


@dataclass(frozen=True)
class RobotTurns(TurnWorker):
    """Finds the turns of robots, and plays the moves that their searches find."""

    proved_moves: Proofs | None = None
    """Finds proved moves and draws, for robots that use them."""
    _searched: set[int] = field(default_factory=set, init=False)
    """Ids of the boards whose turns are being searched by threads of this process."""
    _lock: Lock = field(default_factory=Lock, init=False)

    def turns(self) -> Iterator[RobotTurn]:
        """Yields the turns that robots have now."""
        return filter(None, map(find_turn, self.waiting()))

    def search_limit_per_move(self, search_limit: SearchLimit, seconds: float) -> SearchLimit:
        """Returns a limit per move with which all waiting boards get one within `seconds`."""
        return search_limit.within(seconds / max(self.count_waiting(), 1))

    def play_next(
        self, limit: SearchLimit, seconds: float, search: Search = search_here
    ) -> int | None:
        """Plays a robot's turn. Returns the number of moves played, or None if no turn waits.

        `seconds`: the time in which all waiting turns should be searched.
        """
        turn = self._take()
        if turn is None:
            return None
        try:
            limit = self.search_limit_per_move(limit, seconds)
            with renewed(partial(self.renew, turn)):
                task = turn.task, limit, self.proved_moves
                words = search(limit.seconds + LATE_SECONDS, run_search, *task)
            return int(self.play(turn, words))
        except Exception as error:  # noqa: BLE001 - an error on one board mustn't affect the others
            if isinstance(error, SearchFailed) and error.reason in RESTART_REASONS:
                PROCESS_RESTARTS.add("search", error.reason)
            self.back_off(turn, error)
            return 0
        finally:
            self._searched.discard(turn.board_id)

    def _take(self) -> RobotTurn | None:
        """Returns a turn that it has leased and that no other thread searches, or None."""
        with self._lock:
            waiting = (each for each in self.turns() if each.board_id not in self._searched)
            turn = next(filter(self.lease, waiting), None)
            if turn:
                self._searched.add(turn.board_id)
                where = {"game": turn.task.game, "board": turn.task.number}
                log.debug("search started", **where, robot=turn.userid, state=turn.checksum)
            return turn

    def play(self, turn: RobotTurn, words: str) -> bool:
        """Plays a robot's move. Returns False if the board has changed or an error occurred."""
        task = turn.task
        try:
            with self.database.work() as work:
                board = work.boards.lock(task.game, task.number)
                done = board is not None and self._play_if_unchanged(work, board, turn, words)
        except Exception as error:  # noqa: BLE001 - an error on one board mustn't affect the others
            self.back_off(turn, error)
            return False
        if done:
            log.info("robot moved", game=task.game, board=task.number, robot=turn.userid)
        return done

    def back_off(self, turn: RobotTurn, error: BaseException) -> None:
        """Logs an error on a turn. Its board is tried again later."""
        self.backoff.add(turn.task.game, turn.task.number, error)

    def _play_if_unchanged(
        self, work: UnitOfWork, board: Board, turn: RobotTurn, words: str
    ) -> bool:
        if find_turn(board) != turn or not self.release(work, turn):
            return False
        ply = board.match.ply + 1
        move, _, offer = words.partition("\n")
        typed = move if turn.task.offer else f"{move}#{ply}"
        responses = [self.execute(work, board, turn.userid, typed)]
        after = work.boards.lock(turn.task.game, turn.task.number) if offer else None
        if after and after.active and after.match.ply == ply:
            responses.append(self.execute(work, after, turn.userid, offer))
        self.publish(work, board, turn.userid, _merged(*responses))
        return True


def find_turn(board: Board) -> RobotTurn | None:
    """Returns a robot's turn on this board, to move or to answer an offer, or None."""
    match, open_offer = board.match, board.offer
    seat, offer = match.to_move, ""
    if open_offer:
        asked = [seat for seat in board.asked if is_built_in(board.players[seat])]
        seat, offer = (asked[0], open_offer.kind) if asked else (seat, "")
    if seat is None or not board.active or board.players[seat].banned:
        return None
    level = robot_level(board.players[seat], board.game.name)
    if level is None:
        return None
    task = SearchTask(
        game=board.game.name,
        number=board.number,
        options=write_options(match.options),
        log=match.state.effective,
        epoch=match.state.epoch,
        seat=seat,
        level=level,
        offer=offer,
        rated=not board.terms.unrated,
    )
    return RobotTurn(task, board.players[seat].userid, board.id, match.checksum)


def move_robots(robots: RobotTurns, limit: SearchLimit, seconds: float) -> int:
    """Has robots move one after another for about `seconds`. Returns the number of moves."""
    until, moved = time.monotonic() + seconds, 0
    while (remaining := until - time.monotonic()) > 0:
        if (played := robots.play_next(limit, remaining)) is None:
            break
        moved += played
    return moved


def _merged(moved: Response, offered: Response | None = None) -> Sequence[Notification]:
    """Returns the notifications of a move and of an offer after it, one for each reader.

    The notification of the offer includes the news of the move.
    """
    if offered is None:
        return moved.notifications
    first = {_reader(each): each.content for each in moved.notifications}
    last = {_reader(each) for each in offered.notifications}
    both = [_with_news(each, first.get(_reader(each))) for each in offered.notifications]
    return [*(each for each in moved.notifications if _reader(each) not in last), *both]


def _reader(notification: Notification) -> tuple[str, tuple[str, ...]]:
    content = notification.content
    return getattr(content, "to", ""), notification.addresses


def _with_news(notification: Notification, first: object) -> Notification:
    content = notification.content
    if not (isinstance(content, BoardSnapshot) and isinstance(first, BoardSnapshot)):
        return notification
    update = {
        "news": f"{first.news} {content.news}",
        "deadline_changed": first.deadline_changed or content.deadline_changed,
    }
    return replace(notification, content=content.model_copy(update=update))
