"""Announces changes of a player, such as vacations, to the opponents on all running boards."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from commands.context.context import Context
from commands.outbound.notifications.digest_contents import defer_message, schedule_of
from commands.outbound.notifications.schedule import EACH
from commands.players.preferences import muted
from pbm import games
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.viewers import SERVER
from pbm.clock import DAY
from pbm.errors import BoardFrozenError


def announce(
    context: Context, player: Player, news: str, at: datetime, *, moves_deadlines: bool = True
) -> None:
    """Notifies all opponents of a player, according to their delivery schedules.

    The notifications are deferred to the next tick, when they become one email for all boards.

    `moves_deadlines`: whether the player's current deadlines have changed.
    """
    for board in running_boards(context, player):
        moving = moves_deadlines and board.mover is not None and board.mover.id == player.id
        for opponent in board.players:
            if opponent.id != player.id and opponent.addresses:
                content = context.snapshot(board, to=opponent.userid, news=news)
                content = content.model_copy(update={"deadline_changed": moving})
                due = _due(context, opponent, board, at)
                defer_message(context, opponent, board, content, due)


def announce_vacation(context: Context, player: Player, news: str) -> None:
    """Notifies the opponents of changed vacations, at most once a day.

    A later announcement includes all changes until then.
    """
    at = _next_news(context, player)
    if at is None:
        return
    if at > context.now():
        news = f"{player.userid} has changed their vacation. The deadlines below are up to date."
    announce(context, player, news, at)


def _next_news(context: Context, player: Player) -> datetime | None:
    """Returns when the opponents may be notified of a change of vacations, and records that time.

    The time is within a day. Returns None if another notification is already pending.
    """
    counts, key, now = context.work.limit_counts, f"vacation {player.id}", context.now()
    counts.lock(key)
    announced = counts.times([key], now)[key]
    if announced and announced[-1] > now:
        return None
    at = announced[-1] + DAY if announced else now
    counts.add(key, at, at + DAY)
    return at


def _due(context: Context, reader: Player, board: Board, at: datetime) -> datetime | None:
    if context.work.preferences.get(reader, muted(f"{board.game.name} {board.number}")):
        return None
    schedule = schedule_of(context, reader)
    return at if schedule.mode == EACH else schedule.due(at)


def running_boards(context: Context, player: Player) -> Iterator[Board]:
    """Yields the boards on which a player still plays, except frozen ones."""
    for game in games.games():
        _, lines = context.work.boards.lines(game, [player.userid], "active", viewer=SERVER)
        for line in lines:
            with suppress(BoardFrozenError):  # a frozen board can't be shown
                board = context.work.boards.find(game, line.number)
                yield from [board] if board else []
