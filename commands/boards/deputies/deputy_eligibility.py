"""Check who may become a deputy, until when, and who may agree to be one."""

from datetime import date, datetime

from commands.boards.deputies.deputy_texts import deputyship_sentence
from commands.context import deputy_refusals
from commands.context.context import Context
from commands.players.authentication import check_not_banned, check_reachable
from commands.players.written_days import date_of
from pbm.board.deputies import MAX_AT_ONCE, MAX_DAYS
from pbm.board.players import Player
from pbm.board.time_control.rest import Rest
from pbm.clock import DAY


def find_deputy(context: Context, player: Player, who: str) -> Player:
    """Returns the player to be asked, or raises UserError if they can't be a deputy.

    Errors don't quote the word because it may be a misplaced password.
    """
    deputy = context.find_player(who)
    if deputy is None:
        raise deputy_refusals.unknown_deputy()
    if deputy.id == player.id:
        raise deputy_refusals.own_deputy()
    if deputy.robot:
        raise deputy_refusals.robot_deputy(deputy)
    check_reachable(deputy)
    check_not_banned(deputy)
    return deputy


def last_day_and_end(player: Player, word: str, now: datetime) -> tuple[date, datetime]:
    """Returns the last day that a word names, and the end of that day in the player's time zone."""
    rest = Rest.read(player.rest)
    day = date_of(word, rest.day(now))
    return day, rest.midnight(day + DAY)


def check_end(day: date, end: datetime, now: datetime) -> None:
    """Raises IllegalError if the last day is over, or more than MAX_DAYS ahead."""
    if end <= now:
        raise deputy_refusals.day_over(day)
    if end > now + DAY * (MAX_DAYS + 1):
        raise deputy_refusals.too_long()


def check_free(context: Context, player: Player, deputy: Player, until: datetime) -> None:
    """Raises NotAllowedError if the player has a deputy, or has asked the same one already."""
    deputyship = context.work.deputies.of(player)
    if deputyship is None or deputyship.end <= context.now():
        return
    if deputyship.since:
        raise deputy_refusals.has_deputy(player, deputyship_sentence(context, deputyship))
    if (deputyship.deputy, deputyship.until) == (deputy.id, until):
        raise deputy_refusals.asked_already(deputy)


def check_agreement(context: Context, player: Player, deputy: Player) -> None:
    """Raises NotAllowedError if one of the two players is banned, or blocks the other player.

    Also raises it if the deputy already moves for the maximum number of players.
    """
    check_not_banned(player)
    check_not_banned(deputy)
    if context.work.blocks.any_between(deputy, [player], context.now()):
        raise deputy_refusals.blocked_deputy(deputy, player)
    held = context.work.deputies.held_by(deputy)
    agreed = [each for each in held if each.since and each.end > context.now()]
    if len(agreed) >= MAX_AT_ONCE:
        raise deputy_refusals.busy_deputy(deputy, len(agreed))


def lock_players(context: Context, *ids: int) -> None:
    """Locks players in the order of their ids, so that two commands can't deadlock."""
    for id in sorted(ids):
        context.work.reachability.hold(id)
