"""Plays the moves of the built-in robots.

Searches run outside of any transaction, under a lease; their results are executed like a player's
command, if the board is still the same.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from commands.accounts.robots import is_built_in, robot_level
from commands.workers.merged_notices import merged
from commands.workers.renewal import renewed
from commands.workers.turn_taker import TurnTaker
from pbm.board.board import Board
from pbm.options import write_options
from pbm.process.lazy_logger import get_logger
from pbm.robots import SearchLimit
from pbm.robots.search_tasks import Proofs, SearchTask, run_search

if TYPE_CHECKING:
    from storage.unit_of_work import UnitOfWork


log = get_logger()


@dataclass(frozen=True, slots=True)
class RobotTurn:
    """A search task, and the state of the board when it was made."""

    task: SearchTask
    userid: str
    board_id: int
    checksum: str


@dataclass(frozen=True)
class RobotTurns(TurnTaker):
    """Finds the turns of robots, and plays the moves that their searches find."""

    proved_moves: Proofs | None = None
    """Finds proved moves and draws, for the robots that use them."""

    def turns(self) -> Iterator[RobotTurn]:
        """Yields the turns that robots have now."""
        return filter(None, map(find_turn, self.waiting()))

    def search_limit_per_move(self, search_limit: SearchLimit, seconds: float) -> SearchLimit:
        """Returns the limit for one move with which all waiting boards get one in these seconds."""
        return search_limit.within(seconds / max(self.count_waiting(), 1))

    def play(self, turn: RobotTurn, words: str) -> bool:
        """Plays a robot's move; returns False if the board has changed or an error occurred."""
        task = turn.task
        try:
            with self.database.work() as work:
                board = work.boards.lock(task.game, task.number)
                done = board is not None and self._play_if_unchanged(work, board, turn, words)
        except Exception as error:  # noqa: BLE001 - an error on one board must not affect the others
            self.back_off(turn, error)
            return False
        if done:
            log.info("robot moved", game=task.game, board=task.number, robot=turn.userid)
        return done

    def back_off(self, turn: RobotTurn, error: BaseException) -> None:
        """Logs an error on a turn; its board is tried again later."""
        self.backoff.add(turn.task.game, turn.task.number, error)

    def _play_if_unchanged(
        self, work: "UnitOfWork", board: Board, turn: RobotTurn, words: str
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
        self.publish(work, board, turn.userid, merged(*responses))
        return True


def find_turn(board: Board) -> RobotTurn | None:
    """Returns the turn of a robot on this board, to move or to answer an offer, or None."""
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


def move_robots(robots: RobotTurns, search_limit: SearchLimit, seconds: float) -> int:
    """Has robots move one after the other for about so long; returns the number of moves."""
    until, moved = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        turn = next(filter(robots.lease, robots.turns()), None)
        if turn is None:
            break
        try:
            left = max(until - time.monotonic(), 0)
            limit = robots.search_limit_per_move(search_limit, left)
            with renewed(partial(robots.renew, turn)):
                words = run_search(turn.task, limit, robots.proved_moves)
        except Exception as error:  # noqa: BLE001 - a search that fails once fails always
            robots.back_off(turn, error)
            continue
        moved += robots.play(turn, words)
    return moved
