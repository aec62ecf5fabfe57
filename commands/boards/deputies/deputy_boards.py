"""The boards that a deputy would cover, and the boards that wait for a deputy's move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from commands.content.response import Notification
from commands.context.board_notifications import deputy_of_mover, to_deputy
from commands.context.context import Context
from commands.context.deputy_rights import deputy_at
from pbm import games
from pbm.board.board import Board
from pbm.board.deputies import Deputy, Deputyship
from pbm.board.players import Player
from pbm.board.viewers import SERVER
from pbm.errors import BoardFrozenError, UserError
from pbm.wording import listing

MAX_NAMED = 10
"""Maximum number of boards named in an email."""
MAX_BOARDS_SENT = 20
"""Maximum number of boards whose emails a new deputy gets at once."""
MOVED = "A deputy can move only in games in which {} already moved."
THEY = "They", "they", "they", "they", "them"
YOU = "You", "you", "you", "you", "you"
EXCEPTIONS = (
    "{} also can't move in games in which {} play or are the deputy of another player, in games of "
    "a tournament that {} have joined, or against players whom {} block or who block {}."
)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of a player's running boards a deputy would cover."""

    player: Player
    deputy: Player
    boards: int
    """Number of running boards."""
    uncovered: tuple[str, ...]
    """Names of the boards on which the deputy couldn't move."""

    def to_player(self) -> str:
        """Returns a note on the boards that aren't covered, or an empty string if all are."""
        if not self.uncovered:
            return "" if self.boards else "You aren't playing any games right now."
        names = [*self.uncovered[:MAX_NAMED]]
        if more := len(self.uncovered) - len(names):
            names.append(f"{more} more")
        able = f"Right now, {self.deputy.userid} {self._ability('your')}"
        but = f", but not in {listing(names)}" if self._covered else f" ({listing(names)})"
        return f"{able}{but}. {MOVED.format('you have')} {EXCEPTIONS.format(*THEY)}"

    def to_deputy(self) -> str:
        """Returns a note on the number of covered boards, or an empty string if all are covered."""
        userid = self.player.userid
        if not self.uncovered:
            return "" if self.boards else f"{userid} isn't playing any games right now."
        ability = self._ability(f"{userid}'s")
        return (
            f"Right now, you {ability}. {MOVED.format(f'{userid} has')} {EXCEPTIONS.format(*YOU)}"
        )

    @property
    def _covered(self) -> int:
        return self.boards - len(self.uncovered)

    def _ability(self, whose: str) -> str:
        """Returns `can move in 2 of your 5 games`, or that they can't move in any."""
        if not self._covered:
            return f"can't move in any of {whose} games"
        return f"can move in {self._covered} of {whose} {self.boards} games"


def find_coverage(
    context: Context, player: Player, deputy: Player, deputyship: Deputyship
) -> Coverage:
    """Returns the boards that a deputy would cover if they agreed now."""
    new_deputy = Deputy(deputy.id, deputy.userid, context.now(), deputyship.until)
    boards = [*running_boards(context, player)]
    uncovered = [each for each in boards if not _is_covered(context, each, player, new_deputy)]
    names = tuple(f"{board.game.title} board {board.number}" for board in uncovered)
    return Coverage(player, deputy, len(boards), names)


def _is_covered(context: Context, board: Board, player: Player, new_deputy: Deputy) -> bool:
    seat = board.seat_of(player)
    players = tuple(
        replace(each, deputy=new_deputy) if place == seat else each
        for place, each in enumerate(board.players)
    )
    agreed = replace(board, players=players)
    return seat is not None and deputy_at(context.work, agreed, seat, context.now()) is not None


def running_boards(context: Context, player: Player) -> Iterator[Board]:
    """Yields the running boards of a player.

    Frozen boards are skipped because they can't be read.
    """
    for game in games.games():
        lines = context.work.boards.lines(game, [player.userid], "active", viewer=SERVER)[1]
        for line in lines:
            try:
                board = context.work.boards.find(game, line.number)
            except BoardFrozenError:
                continue
            if board:
                yield board


def waiting_boards(
    context: Context, held: Sequence[Deputyship], *, agreed: bool = False
) -> Iterator[Board]:
    """Yields the boards that wait for a move by the deputy.

    `agreed`: whether the deputy has just agreed to all these deputyships. The agreement isn't
    stored yet.
    """
    players = [each.player for each in held if each.since or agreed]
    for player in context.work.players.by_ids(players):
        for game in games.games().values():
            lines = context.work.boards.lines(game.name, [player.userid], "next", viewer=SERVER)[1]
            for line in lines:
                try:
                    board = context.work.boards.find(game.name, line.number)
                except UserError:  # A frozen board can't be read.
                    continue
                if board and deputy_of_mover(context, board):
                    yield board


def emails_of_waiting_boards(
    context: Context, deputy: Player, agreed: Deputyship
) -> Sequence[Notification]:
    """Returns the emails about the boards that wait for a player who has just agreed."""
    waiting = islice(waiting_boards(context, [agreed], agreed=True), MAX_BOARDS_SENT)
    return [to_deputy(deputy, board, context.snapshot(board, news="")) for board in waiting]
