"""Run the players' clocks: send reminders, forfeit games, and compensate for downtimes.

Several processes may do this simultaneously, even while mail is handled. Each board is locked and
read again in its own transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from commands.boards.board_changes import SERVER_AUTHOR, apply_change, has_left, sign_off_board
from commands.content.messages import BoardSnapshot
from commands.context.board_notifications import deputy_of_mover, to_deputy
from commands.context.services import Services
from commands.outbound.mailer import Mailer
from commands.outbound.notifications.deferral import reminder
from commands.players.reachability import escalate_to_admin
from commands.server.workers.automatic_vacations import take_vacation
from commands.server.workers.due_work import do_due_work
from commands.server.workers.explorer import Explorer
from commands.server.workers.retention import Retention, delete_expired
from commands.server.workers.tournaments.tournament_worker import give_back
from commands.system.clock_jumps import MIN_DOWNTIME, ClockJumps, jump_in_words, set_back
from commands.views.board_paragraphs import MISSED_DEADLINE
from pbm import games
from pbm.board.board import Board
from pbm.board.time_control.board_clock import Deadlines
from pbm.board.time_control.periods import Period
from pbm.errors import BoardFrozenError
from pbm.process.lazy_logger import get_logger
from pbm.tournaments.recurring import RecurringTournament
from pbm.wording import counted, local_time
from storage import Database, TransientError
from storage.unit_of_work import UnitOfWork

log = get_logger()
RETRY_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class TickResult:
    downtime: Period | None
    nagged: tuple[str, ...] = ()
    """Names of boards, such as `knightpanic 101`."""
    forfeited: tuple[str, ...] = ()
    digests: int = 0
    """The number of players who got a digest."""
    robot_moves: int = 0

    def __str__(self) -> str:
        nagged = f"{counted(len(self.nagged), 'reminder')}, "
        forfeited = counted(len(self.forfeited), "forfeit")
        forfeited += f", {counted(self.digests, 'digest')}" if self.digests else ""
        if self.robot_moves:
            forfeited += f", {counted(self.robot_moves, 'robot move')}"
        if self.downtime is None:
            return f"{nagged}{forfeited}."
        since, until = local_time(self.downtime.since), local_time(self.downtime.until)
        return (
            f"{nagged}{forfeited}. pbm credited all players with the time from {since} to {until}."
        )


@dataclass(frozen=True)
class ClockWatcher:
    """Sends the reminders and makes the forfeits that are due."""

    database: Database
    services: Services
    mailer: Mailer
    min_downtime: timedelta = MIN_DOWNTIME
    """Maximum time between two ticks that isn't a downtime."""
    admin: str = ""
    """Email address of the admin who decides about boards that wait for a decision."""
    retention: Retention = field(default_factory=Retention)
    calendar: Sequence[RecurringTournament] = ()
    jumps: ClockJumps = field(default_factory=ClockJumps)
    explorer: Explorer = field(default_factory=Explorer)

    def heartbeat(self) -> Period | None:
        """Records that the server is running. Gives back the downtime that this ends, if any."""
        return self._heartbeat(self.services.clock.now())

    def follow_clock(self) -> None:
        """Gives back time that the clock jumped, or the server slept, since the last heartbeat.

        It is called before each email, because a move mustn't cost time that no player could use.
        """
        now = self.services.clock.now()
        if not self.jumps.is_far_from_last(now, self.min_downtime):
            return
        with self.database.work() as work:
            last = work.clocks.last_heartbeat()
        since_last = self.min_downtime if last is None else now - last
        if self.jumps.since_last(now) or not timedelta() <= since_last <= self.min_downtime:
            self._heartbeat(now)
        else:
            self.jumps.record(now)  # another node runs the clocks

    def _heartbeat(self, now: datetime) -> Period | None:
        jump = self.jumps.since_last(now)
        min_downtime = timedelta() if jump > timedelta() else self.min_downtime
        with self.database.work() as work:
            last = work.clocks.last_heartbeat()
            downtime = work.clocks.heartbeat(now, min_downtime)
            jump = jump or set_back(last or now, now)
            if jump:
                work.incidents.add("clock", "", jump_in_words(jump, now), now)
        self.jumps.record(now)
        if jump:
            log.warning("clock jumped", seconds=round(jump.total_seconds()))
        if downtime:
            log.info("downtime given back", since=downtime.since, until=downtime.until)
        return downtime

    def tick(self) -> TickResult:
        """Checks each board that is due, then does the other work that is due.

        Each tick also deletes a few expired rows and explores a few finished games.
        """
        # Read the time only once, because a clock that jumps during the tick mustn't make players
        # late.
        now = self.services.clock.now()
        downtime = self._heartbeat(now)
        with self.database.work() as work:
            own_games = frozenset(games.games())
            served = work.nodes.served(now) or own_games
            if back := work.clocks.follow_games(served, now):
                log.info("games are back", games=[*back])
                give_back(work, back, now)
            due = work.clocks.due(now, served & own_games)
            confirmed = work.clocks.confirmed(now)
            waiting = escalate_to_admin(work, confirmed, self.admin)
            self.mailer.publish(self.services.server_context(work), waiting)
        boards: dict[str, list[str]] = {}
        for game, number in due:
            event = self._check_board(game, number, now)
            boards.setdefault(event, []).append(f"{game} {number}")
        digests = do_due_work(self.database, self.services, self.mailer, self.calendar, confirmed)
        delete_expired(self.database, confirmed, self.retention)
        self.explorer.explore(self.database, now)
        nagged, forfeited = boards.get("nagged", ()), boards.get("forfeited", ())
        return TickResult(downtime, tuple(nagged), tuple(forfeited), digests)

    def _check_board(self, game: str, number: int, now: datetime) -> str:
        """Returns the event on this board, such as `nagged` or `forfeited`, or an empty string."""
        try:
            with self.database.work() as work:
                event = self._act(work, game, number, now)
        # Another process has locked the board. The board is still due at the next tick.
        except TransientError as error:
            log.warning(
                "failed to check a game's clock",
                game=game,
                board=number,
                error=type(error).__name__,
            )
            return ""
        except BoardFrozenError as error:
            log.warning("game's clock stopped", game=game, board=number, error=error.text)
            with self.database.work() as work:
                work.clocks.restart_turn(game, number, now, now + RETRY_AFTER)
            return ""
        except Exception:  # an error on one board mustn't affect the others
            log.exception("failed to check a game's clock", game=game, board=number)
            with self.database.work() as work:
                work.clocks.check_again(game, number, now + RETRY_AFTER)
            return ""
        if event:
            log.info(event, game=game, board=number)
        return event

    def _act(self, work: UnitOfWork, game: str, number: int, now: datetime) -> str:
        board = work.boards.lock(game, number)
        if board and (gone := _seat_of_former_player(board)) is not None:
            context = self.services.server_context(work)
            self.mailer.publish(context, sign_off_board(context, board, gone))
            work.clocks.check_again(game, number, now)  # other players may have signed off, too
            return "signed off"
        if board is None or (seat := board.match.to_move) is None or not board.deadlines:
            return ""
        if board.players[seat].banned:  # boards of banned players wait for the admin
            work.clocks.check_again(game, number, now + RETRY_AFTER)
            return ""
        stopped_until = board.clock.stopped_until(seat, now)
        if stopped_until:
            work.clocks.check_again(game, number, stopped_until)
            return ""
        deadlines, fallen = board.deadlines, board.deadlines.forfeit
        # the tournament worker ends the game
        if deadlines.round_ends_first and deadlines.move_by <= now:
            work.clocks.check_again(game, number, now + RETRY_AFTER)
            return ""
        if fallen <= now:
            context = self.services.server_context(work)
            if notification := take_vacation(context, board, seat, Period(fallen, now)):
                self.mailer.publish(context, [notification])
                return "vacation"
            self._forfeit(work, board, seat, fallen, now)
            return "forfeited"
        return "nagged" if self._nag(work, board, seat, deadlines, now) else ""

    def _nag(
        self, work: UnitOfWork, board: Board, seat: int, deadlines: Deadlines, now: datetime
    ) -> bool:
        """Sends a reminder if one is due, and schedules the next check.

        Returns whether the player was reminded to move.
        """
        day = board.clock.nag_day(seat, board.terms, now)
        following = board.clock.nag(seat, board.terms, 0 if day is None else day + 1)
        coming = [at for at in (following, deadlines.warning, deadlines.forfeit) if at > now]
        work.clocks.check_again(board.game.name, board.number, min(coming))
        due = day is not None and work.clocks.first_nag(board, day)
        context = self.services.server_context(work)
        notification = reminder(context, board, seat, due=due)
        if notification is None:
            return False
        deputy = deputy_of_mover(context, board) if due else None
        reminded = context.snapshot(board).model_copy(update={"nag": True})
        also = [to_deputy(deputy, board, reminded)] if deputy else []
        self.mailer.publish(context, [notification, *also])
        return isinstance(notification.content, BoardSnapshot) and notification.content.nag

    def _forfeit(
        self, work: UnitOfWork, board: Board, seat: int, deadline: datetime, now: datetime
    ) -> None:
        player = board.players[seat]
        context = self.services.server_context(work)
        after = board.forfeit(seat, now, SERVER_AUTHOR)
        outcome = after.match.outcome
        # The result of a two-player game already says who forfeited.
        is_said = outcome is not None and "forfeited" in outcome.reason
        forfeits = "" if is_said else " and forfeits the game"
        news = f"{player.userid} {MISSED_DEADLINE} {local_time(deadline)}{forfeits}."
        response = apply_change(context, board, after, player, news=news, comment="")
        self.mailer.publish(context, response.notifications)


def _seat_of_former_player(board: Board) -> int | None:
    """Returns a seat on a running board whose player has signed off but not left the board yet.

    A player who signs off leaves only a few boards immediately. The clocks handle the others later.
    """
    players = enumerate(board.players) if board.active else ()
    seats = (seat for seat, player in players if player.gone and not has_left(board, seat))
    return next(seats, None)
