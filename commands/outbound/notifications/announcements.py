"""Announce news of a player to the opponents on all running boards."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from commands.context.context import Context
from commands.outbound.notifications.digests import hold, schedule_of
from commands.outbound.notifications.schedule import EACH
from pbm import games
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.viewers import SERVER
from pbm.clock import DAY
from pbm.errors import BoardFrozenError


def announce(
    context: Context, player: Player, news: str, at: datetime, *, moves_deadlines: bool = True
) -> None:
    """Tells all opponents of a player, each when their mails are due from this time on.

    At once, it is one mail for all boards: they are held for the next tick. `moves_deadlines`:
    whether the player's current deadlines have changed.
    """
    for board in running_boards(context, player):
        moving = moves_deadlines and board.mover is not None and board.mover.id == player.id
        for opponent in board.players:
            if opponent.id != player.id and opponent.addresses:
                content = context.snapshot(board, to=opponent.userid, news=news)
                content = content.model_copy(update={"deadline_changed": moving})
                hold(context, opponent, board, content, _due(context, opponent, at))


def announce_vacation(context: Context, player: Player, news: str) -> None:
    """Tells the opponents at once, or a day after the last news, of all changes until then."""
    at = _next_news(context, player)
    if at is None:
        return
    if at > context.now():
        news = f"{player.userid} has changed the vacation since; the deadlines are the new ones."
    announce(context, player, news, at)


def _next_news(context: Context, player: Player) -> datetime | None:
    """Returns when a player's opponents may hear of a change of vacations, and counts that.

    They hear of one within a day; None if another is waiting to be told anyway.
    """
    counts, key, now = context.work.limit_counts, f"vacation {player.id}", context.now()
    counts.lock(key)
    told = counts.times([key], now)[key]
    if told and told[-1] > now:
        return None
    at = told[-1] + DAY if told else now
    counts.add(key, at, at + DAY)
    return at


def _due(context: Context, reader: Player, at: datetime) -> datetime | None:
    schedule = schedule_of(context, reader)
    return at if schedule.mode == EACH else schedule.due(at)


def running_boards(context: Context, player: Player) -> Iterator[Board]:
    """Yields the boards on which a player still plays, as far as they can be shown."""
    for game in games.games():
        _, lines = context.work.boards.lines(game, [player.userid], "active", viewer=SERVER)
        for line in lines:
            with suppress(BoardFrozenError):  # it can't be shown
                board = context.work.boards.find(game, line.number)
                yield from [board] if board else []
