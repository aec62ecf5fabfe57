"""Use days of vacation instead of forfeiting a game when a player's time is up."""

from commands.content.response import Notification
from commands.context.context import Context
from commands.outbound.notifications.announcements import announce_vacation, running_boards
from commands.players.preferences import AUTOVACATION, OFF
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.time_control.periods import Period
from pbm.board.time_control.rest import Rest
from pbm.board.time_control.vacations import automatic_vacation
from pbm.clock import MINUTE
from pbm.wording import counted, listing, local_time

OWN_VACATION = (
    "You ran out of time in this game. To keep you in the game, we used some of your vacation "
    "days. Your clocks are paused until {1}. Move by then, because you have no time left in this "
    "game.{2} To turn off automatic vacations, send:\n  change autovacation {0} - off"
)
ALSO_MOVED = " Your deadlines in {} have moved, too."
MAX_NAMED = 10
"""Maximum number of boards that an email about a vacation names."""


def take_vacation(
    context: Context, board: Board, seat: int, since_flag: Period
) -> Notification | None:
    """Starts an automatic vacation if the player has days left, and returns the notification.

    Returns None for a player who hasn't moved yet, and so never agreed to the game.

    `since_flag`: the time since the flag fell.
    """
    work, player = context.work, board.players[seat]
    off = work.preferences.get(player, AUTOVACATION) == OFF
    if off or player.unreachable or player.gone or not board.moved(seat):
        return None
    # The vacation begins before the flag falls, because one that begins with the fall is too late.
    flag = Period(since_flag.since - MINUTE, since_flag.until)
    rest, allowed = Rest.read(player.rest), context.policy.vacation_days
    period = automatic_vacation(flag, work.vacations.of(player), rest, allowed)
    if period is None:
        return None
    work.vacations.add(player, period)
    work.clocks.check_again(board.game.name, board.number, period.until)
    userid, last = player.userid, local_time(period.until, rest.zone)
    news = (
        f"{userid} ran out of time but had vacation days left. {userid} is now on vacation until "
        f"{last}."
    )
    announce_vacation(context, player, news)
    now_stopped = work.boards.find(board.game.name, board.number) or board
    text = OWN_VACATION.format(userid, last, _also_moved(context, player, board))
    content = context.snapshot(now_stopped, to=userid, news=text)
    content = content.model_copy(update={"deadline_changed": True})
    return Notification(player.addresses, content, immediate=True)


def _also_moved(context: Context, player: Player, board: Board) -> str:
    """Returns a sentence that names the player's other boards with stopped clocks, or nothing."""
    moved_boards = sorted(
        (each.game.name, each.number)
        for each in running_boards(context, player)
        if each.id != board.id and each.mover and each.mover.id == player.id and each.deadlines
    )
    names = [f"{game} {number}" for game, number in moved_boards[:MAX_NAMED]]
    more = (
        [counted(len(moved_boards) - MAX_NAMED, "more board")] if moved_boards[MAX_NAMED:] else []
    )
    return ALSO_MOVED.format(listing([*names, *more])) if moved_boards else ""
