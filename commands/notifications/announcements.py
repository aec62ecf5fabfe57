"""Announcements: news of a player that concern the opponents on all running boards."""

from collections.abc import Iterator
from contextlib import suppress

from commands.context.context import Context
from commands.notifications.digests import hold, schedule_of
from commands.notifications.schedule import EACH
from pbm import games
from pbm.board import Board, Player
from pbm.errors import BoardFrozenError


def announce(context: Context, player: Player, news: str) -> None:
    """Tells all opponents of a player, each when their mails are due.

    At once, it is one mail for all boards: they are held for the next tick.
    """
    for board in _running_boards(context, player):
        for opponent in board.players:
            if opponent.id != player.id and opponent.addresses:
                _tell(context, opponent, board, player, news)


def _tell(context: Context, reader: Player, board: Board, player: Player, news: str) -> None:
    mover = board.mover
    content = context.snapshot(board, to=reader.userid, news=news)
    changed = mover is not None and mover.id == player.id
    schedule, now = schedule_of(context, reader), context.now()
    due = now if schedule.mode == EACH else schedule.due(now)
    hold(context, reader, board, content.model_copy(update={"deadline_changed": changed}), due)


def _running_boards(context: Context, player: Player) -> Iterator[Board]:
    for game in games.games():
        for line in context.work.boards.lines(game, [player.userid], "active")[1]:
            with suppress(BoardFrozenError):  # it can't be shown
                board = context.work.boards.find(game, line.number)
                yield from [board] if board else []
