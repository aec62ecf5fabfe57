"""Moving for robots: whose turn it is stands on the boards, so that nothing is ever lost.

Searching takes place outside of any transaction; what was found is carried out like a person's
line, if the board is still the same.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from secrets import token_hex

import structlog

from commands.desk import Desk
from commands.post import Post
from commands.robots import level_of
from commands.session import Speaker
from commands.verbs.move import Move
from pbm.board import Board
from pbm.options import write_options
from pbm.robots import Effort
from pbm.robots.task import Task, answer
from pbm.secret import Secret
from pbm.work import Store, Work
from storage import Trouble

AFTER_TROUBLE_SECONDS = 300
"""A board on which something went wrong is let alone for so long."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Turn:
    """A task, and the board as it was then."""

    task: Task
    userid: str
    checksum: str


@dataclass(frozen=True)
class Robots:
    """Finds what robots have to do, and carries out what they have found."""

    store: Store
    desk: Desk
    post: Post
    clock: Callable[[], float] = time.monotonic
    _put_off: dict[tuple[str, int], float] = field(default_factory=dict)

    def turns(self) -> Iterator[Turn]:
        """What is to be done now; those first who have waited longest."""
        with self.store.work() as work:
            waiting = work.boards.waiting_for_robots()
        for game, number in waiting:
            if self._put_off.get((game, number), 0) <= self.clock():
                turn = self._turn(game, number)
                if turn:
                    yield turn

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
        self._let_alone(turn.task.game, turn.task.number, error)

    def _turn(self, game: str, number: int) -> Turn | None:
        try:
            with self.store.work() as work:
                board = work.boards.find(game, number)
        except Exception as error:  # noqa: BLE001 - such as a frozen board
            self._let_alone(game, number, error)
            return None
        return turn_of(board) if board else None

    def _say(self, work: Work, board: Board, turn: Turn, said: str) -> bool:
        if turn_of(board) != turn:
            return False
        guard = "" if turn.task.offer else f"#{board.match.ply + 1}"
        move = Move(board.game, board.number, turn.userid, Secret("-"), f"{said}{guard}")
        line = [board.game.name, "move"]
        answered = self.desk.carry_out(work, [move], line, Speaker(admin=True, board=board))
        if not answered.ok:
            raise RuntimeError(f"a robot's {said} was refused")
        work.outbox.put(self.post.notices(answered.notices, [], self.desk.clock.now()))
        return True

    def _let_alone(self, game: str, number: int, error: BaseException) -> None:
        if isinstance(error, Trouble):  # somebody else was at it
            log.warning("robot must wait", game=game, board=number, trouble=type(error).__name__)
            return
        self._put_off[game, number] = self.clock() + AFTER_TROUBLE_SECONDS
        where = {"game": game, "board": number, "reference": token_hex(4)}
        log.error("robot failed", **where, exc_info=error)


def turn_of(board: Board) -> Turn | None:
    """What one of our robots has to do on this board, if anything."""
    match, offered = board.match, board.offer
    seat, offer = match.to_move, ""
    if offered:
        asked = [seat for seat in _asked(board) if level_of(board.players[seat])]
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
    until, moved = robots.clock() + seconds, 0
    while robots.clock() < until:
        turn = next(robots.turns(), None)
        if turn is None:
            break
        try:
            said = answer(turn.task, effort)
        except Exception as error:  # noqa: BLE001 - a search that fails once fails always
            robots.trouble(turn, error)
            continue
        moved += robots.play(turn, said)
    return moved


def _asked(board: Board) -> list[int]:
    """The seats that have still to answer the offer."""
    remaining = board.game.remaining(board.match.state.position)
    offer = board.offer
    answered = offer.accepted | {offer.by} if offer else set(remaining)
    return [seat for seat in remaining if seat not in answered]
