"""Moving for our own robots.

Searching takes place outside of any transaction; what was found is carried out like a person's
line, if the board is still the same.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import structlog

from commands.accounts.robots import level_of
from commands.workers.turn_taker import Mover
from pbm.board import Board
from pbm.options import write_options
from pbm.ports import Work
from pbm.robots import Effort, Oracle
from pbm.robots.tasks import Task, answer

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Turn:
    """A task, and the board as it was then."""

    task: Task
    userid: str
    checksum: str


@dataclass(frozen=True)
class Robots(Mover):
    """Finds what robots have to do, and carries out what they have found."""

    oracle: Oracle | None = None
    """What knows the proved values, for those robots that play by them."""

    def turns(self) -> Iterator[Turn]:
        """What is to be done now."""
        return filter(None, map(turn_of, self.waiting()))

    def shared(self, effort: Effort, seconds: float) -> Effort:
        """What one may spend on a move so that all who wait get one in these seconds."""
        return effort.within(seconds / max(self.crowd(), 1))

    def play(self, turn: Turn, said: str) -> bool:
        """Whether what the robot says was carried out; not if the board has changed meanwhile."""
        task = turn.task
        try:
            with self.store.work() as work:
                board = work.boards.hold(task.game, task.number)
                done = board is not None and self._say(work, board, turn, said)
        except Exception as error:  # noqa: BLE001 - our mistake with one board is no other's
            self.trouble(turn, error)
            return False
        if done:
            log.info("robot moved", game=task.game, board=task.number, robot=turn.userid)
        return done

    def trouble(self, turn: Turn, error: BaseException) -> None:
        """Notes what went wrong; the board is looked at again later."""
        self.aside.put(turn.task.game, turn.task.number, error)

    def _say(self, work: Work, board: Board, turn: Turn, said: str) -> bool:
        if turn_of(board) != turn:
            return False
        guard = "" if turn.task.offer else f"#{board.match.ply + 1}"
        self.say(work, board, turn.userid, f"{said}{guard}")
        return True


def turn_of(board: Board) -> Turn | None:
    """What one of our robots has to do on this board, if anything."""
    match, offered = board.match, board.offer
    seat, offer = match.to_move, ""
    if offered:
        asked = [seat for seat in board.asked if level_of(board.players[seat])]
        seat, offer = (asked[0], offered.kind) if asked else (seat, "")
    if seat is None or not board.active or board.players[seat].banned:
        return None
    level = level_of(board.players[seat])
    if level is None:
        return None
    task = Task(
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
    return Turn(task, board.players[seat].userid, match.checksum)


def move_robots(robots: Robots, effort: Effort, seconds: float) -> int:
    """Has robots move one after the other, for about so long; how many did."""
    until, moved = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        turn = next(robots.turns(), None)
        if turn is None:
            break
        try:
            left = max(until - time.monotonic(), 0)
            said = answer(turn.task, robots.shared(effort, left), robots.oracle)
        except Exception as error:  # noqa: BLE001 - a search that fails once fails always
            robots.trouble(turn, error)
            continue
        moved += robots.play(turn, said)
    return moved
