"""Moving for our own robots.

Searching takes place outside of any transaction; what was found is carried out like a person's
line, if the board is still the same.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import structlog

from commands.accounts.robots import robot_level
from commands.workers.turn_taker import TurnTaker
from pbm.board import Board
from pbm.options import write_options
from pbm.ports import UnitOfWork
from pbm.robots import ProvedMoves, SearchLimit
from pbm.robots.tasks import SearchTask, run_search

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class RobotTurn:
    """A task, and the board as it was then."""

    task: SearchTask
    userid: str
    checksum: str


@dataclass(frozen=True)
class RobotTurns(TurnTaker):
    """Finds what robots have to do, and carries out what they have found."""

    proved_moves: ProvedMoves | None = None
    """What knows the proved values, for those robots that play by them."""

    def turns(self) -> Iterator[RobotTurn]:
        """What is to be done now."""
        return filter(None, map(find_turn, self.waiting()))

    def shared(self, search_limit: SearchLimit, seconds: float) -> SearchLimit:
        """What one may spend on a move so that all who wait get one in these seconds."""
        return search_limit.within(seconds / max(self.crowd(), 1))

    def play(self, turn: RobotTurn, words: str) -> bool:
        """Whether what the robot says was carried out; not if the board has changed meanwhile."""
        task = turn.task
        try:
            with self.store.work() as work:
                board = work.boards.lock(task.game, task.number)
                done = board is not None and self._say(work, board, turn, words)
        except Exception as error:  # noqa: BLE001 - our mistake with one board is no other's
            self.put_off(turn, error)
            return False
        if done:
            log.info("robot moved", game=task.game, board=task.number, robot=turn.userid)
        return done

    def put_off(self, turn: RobotTurn, error: BaseException) -> None:
        """Notes what went wrong; the board is looked at again later."""
        self.backoff.add(turn.task.game, turn.task.number, error)

    def _say(self, work: UnitOfWork, board: Board, turn: RobotTurn, words: str) -> bool:
        if find_turn(board) != turn:
            return False
        guard = "" if turn.task.offer else f"#{board.match.ply + 1}"
        self.say(work, board, turn.userid, f"{words}{guard}")
        return True


def find_turn(board: Board) -> RobotTurn | None:
    """What one of our robots has to do on this board, if anything."""
    match, offered = board.match, board.offer
    seat, offer = match.to_move, ""
    if offered:
        asked = [seat for seat in board.asked if robot_level(board.players[seat])]
        seat, offer = (asked[0], offered.kind) if asked else (seat, "")
    if seat is None or not board.active or board.players[seat].banned:
        return None
    level = robot_level(board.players[seat])
    if level is None:
        return None
    task = SearchTask(
        game=board.game.name,
        number=board.number,
        options=write_options(match.options),
        log=match.state.standing,
        epoch=match.state.epoch,
        seat=seat,
        level=level,
        offer=offer,
        rated=not board.terms.unrated,
    )
    return RobotTurn(task, board.players[seat].userid, match.checksum)


def move_robots(robots: RobotTurns, search_limit: SearchLimit, seconds: float) -> int:
    """Has robots move one after the other, for about so long; how many did."""
    until, moved = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        turn = next(robots.turns(), None)
        if turn is None:
            break
        try:
            left = max(until - time.monotonic(), 0)
            words = run_search(turn.task, robots.shared(search_limit, left), robots.proved_moves)
        except Exception as error:  # noqa: BLE001 - a search that fails once fails always
            robots.put_off(turn, error)
            continue
        moved += robots.play(turn, words)
    return moved
