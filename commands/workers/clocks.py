"""Minding the clocks: reminders, forfeits, and downtimes given back.

Any number of timers may run at once, beside letters being handled: each board is a work of its
own, in which it is held and looked at anew.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from commands.accounts.reachability import hand_over
from commands.context.caller import Speaker
from commands.dispatch.dispatcher import Desk
from commands.messages.content import BoardSaid
from commands.notifications.deferral import reminded
from commands.notifications.personalizing import in_their_way
from commands.outbound.mailer import Post
from commands.play.changes import act
from commands.workers.digests import release_due, send
from commands.workers.retention import forget
from pbm.board import Board
from pbm.board_clock import Deadlines, Period
from pbm.ports import Store, Work
from pbm.wording import counted
from storage import Trouble

SERVER = "server"
"""The author of what nobody did; no player's userid."""
MINUTES = "%Y-%m-%d %H:%M"
AFTER_TROUBLE = timedelta(hours=1)

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Ticked:
    """What a tick did."""

    downtime: Period | None
    nagged: tuple[str, ...] = ()
    """Boards, such as `knightpanic 101`."""
    forfeited: tuple[str, ...] = ()
    digests: int = 0
    """How many players were sent one."""
    robot_moves: int = 0

    def __str__(self) -> str:
        nagged = f"{counted(len(self.nagged), 'reminder')}, "
        forfeited = counted(len(self.forfeited), "forfeit")
        forfeited += f", {counted(self.digests, 'digest')}" if self.digests else ""
        if self.robot_moves:
            forfeited += f", {counted(self.robot_moves, 'robot move')}"
        if self.downtime is None:
            return f"{nagged}{forfeited}."
        since, until = f"{self.downtime.since:{MINUTES}}", f"{self.downtime.until:{MINUTES}}"
        return f"{nagged}{forfeited}. The time from {since} to {until} was given back to everybody."


@dataclass(frozen=True)
class Timer:
    """Carries out what the clocks make due."""

    store: Store
    desk: Desk
    post: Post
    longest_silence: timedelta = timedelta(hours=2)
    """The longest time between two ticks that is no downtime."""
    admin: str = ""
    """The address of whoever is told of boards that wait for a decision."""

    def beat(self) -> Period | None:
        """Notes that the server lives; gives back the downtime that this ends, if there was one."""
        with self.store.work() as work:
            downtime = work.clocks.beat(self.desk.clock.now(), self.longest_silence)
        if downtime:
            log.info("downtime given back", since=str(downtime.since), until=str(downtime.until))
        return downtime

    def tick(self) -> Ticked:
        """Reminds and forfeits whoever is due, board by board; then digests, and what is old."""
        downtime, now = self.beat(), self.desk.clock.now()
        with self.store.work() as work:
            due = work.clocks.due(now)
            waiting = hand_over(work, now, self.admin)
            work.outbox.put(self.post.notices(waiting, [], now))
        done: dict[str, list[str]] = {}
        for game, number in due:
            event = self._mind(game, number)
            done.setdefault(event, []).append(f"{game} {number}")
        digests = release_due(self.store, self.desk, self.post)
        forget(self.store, now)
        nagged, forfeited = done.get("nagged", ()), done.get("forfeited", ())
        return Ticked(downtime, tuple(nagged), tuple(forfeited), digests)

    def _mind(self, game: str, number: int) -> str:
        """What was done on this board: `nagged`, `forfeited` or nothing."""
        try:
            with self.store.work() as work:
                event = self._act(work, game, number)
        except Trouble as trouble:  # somebody else was at it; it will still be due at the next tick
            log.warning("clock not minded", game=game, board=number, trouble=type(trouble).__name__)
            return ""
        except Exception:  # our mistake with one board is no other's
            log.exception("clock not minded", game=game, board=number)
            with self.store.work() as work:
                work.clocks.look_again(game, number, self.desk.clock.now() + AFTER_TROUBLE)
            return ""
        if event:
            log.info(event, game=game, board=number)
        return event

    def _act(self, work: Work, game: str, number: int) -> str:
        board, now = work.boards.hold(game, number), self.desk.clock.now()
        if board is None or (seat := board.match.to_move) is None or not board.deadlines:
            return ""
        if board.players[seat].banned:  # their boards wait for the admin
            work.clocks.look_again(game, number, now + AFTER_TROUBLE)
            return ""
        stands = board.clock.stands(seat, now)
        if stands:
            work.clocks.look_again(game, number, stands)
            return ""
        if board.deadlines.forfeit <= now:
            self._forfeit(work, board, seat, now)
            return "forfeited"
        return "nagged" if self._nag(work, board, seat, board.deadlines, now) else ""

    def _nag(
        self, work: Work, board: Board, seat: int, deadlines: Deadlines, now: datetime
    ) -> bool:
        """Whether a reminder was due and not sent before; the next one is noted."""
        day = board.clock.nag_day(seat, board.terms, now)
        following = board.clock.nag(seat, board.terms, 0 if day is None else day + 1)
        coming = [at for at in (following, deadlines.warning, deadlines.forfeit) if at > now]
        work.clocks.look_again(board.game.name, board.number, min(coming))
        due = day is not None and work.clocks.first_nag(board, day)
        notice = reminded(self.desk.session(work, Speaker(admin=True)), board, seat, due=due)
        if notice is None:
            return False
        send(work, self.post, [notice], now)
        return isinstance(notice.said, BoardSaid) and notice.said.nag

    def _forfeit(self, work: Work, board: Board, seat: int, now: datetime) -> None:
        player = board.players[seat]
        session = self.desk.session(work, Speaker(admin=True))
        news = f"{player.userid} didn't move in time, and forfeits."
        after = board.forfeit(seat, now, SERVER)
        acted = act(session, board, after, player, news=news, comment="")
        notices = in_their_way(session, acted).notices
        work.outbox.put(self.post.notices(notices, [], now))
