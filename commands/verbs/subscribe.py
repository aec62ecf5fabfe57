"""Commands to watch boards."""

from typing import Annotated, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid, read_board_number
from commands.language.slots import Many, One
from commands.players.authentication import authenticate
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError
from pbm.wording import listing

MAX_BOARDS = 50
"""Maximum number of boards in one line. Each takes a query."""


def _number_or_all(word: str) -> int | None:
    return None if word.lower() == "all" else read_board_number(word)


class _Watching(GameCommand):
    """Base of the commands about watching one board, or all boards of a game."""

    which: Annotated[int | None, One("BOARD|all", _number_or_all)]
    userid: Userid
    password: Password

    def _response(self, what: str) -> Response:
        boards = "all its boards" if self.which is None else f"board {self.which}"
        title = self.game.title
        return text_response(
            f"{title}: watching", f"{what} {boards} of {title}.", {"board": self.which}
        )


class Subscribe(_Watching):
    """Watches a game, or all games of this kind. You get the same emails as the players."""

    also: ClassVar = ("sub",)
    example: ClassVar = "{game} subscribe 101 carol PASSWORD"

    def run(self, context: Context) -> Response:
        """Adds the watch.

        Raises IllegalError for players of the board, who get its emails anyway.
        """
        player = authenticate(context, self.userid, self.password)
        if self.which is not None:
            board = context.board(self.game, self.which)
            if board.seat_of(player) is not None:
                raise IllegalError(f"You play on board {board.number}: you get its mails already.")
            _check_may_watch(board, player)
        new = context.work.watches.add(player, self.game.name, self.which, end_only=False)
        return self._response("You watch" if new else "You watch already")


class Unsubscribe(_Watching):
    """Stops watching a game, or all games of this kind."""

    names: ClassVar = ("unsubscribe",)
    also: ClassVar = ("unsub",)
    example: ClassVar = "{game} unsubscribe all carol PASSWORD"

    def run(self, context: Context) -> Response:
        """Removes the watch. `all` doesn't remove the watches of single boards."""
        player = authenticate(context, self.userid, self.password)
        watched = context.work.watches.remove(player, self.game.name, self.which)
        return self._response("You no longer watch" if watched else "You don't watch")


class Notify(GameCommand):
    """Sends you an email when these games end, or when any game of this kind ends."""

    names: ClassVar = ("notify",)
    example: ClassVar = "{game} notify carol PASSWORD 101"

    userid: Userid
    password: Password
    boards: Annotated[tuple[int, ...], Many("[BOARD...]", read=read_board_number)]

    def run(self, context: Context) -> Response:
        """Adds watches for the ends of these boards. Raises NotFoundError if one doesn't exist."""
        player = authenticate(context, self.userid, self.password)
        boards = self._named(context, player)
        numbers: list[int | None] = [*boards] or [None]
        for which in numbers:
            context.work.watches.add(player, self.game.name, which, end_only=True)
        named = listing([str(number) for number in boards]) or "all boards"
        text = f"You will be told when these {self.game.title} boards end: {named}."
        return text_response(f"{self.game.title}: notify", text, {"boards": boards})

    def _named(self, context: Context, player: Player) -> list[int]:
        boards = list(dict.fromkeys(self.boards))
        if len(boards) > MAX_BOARDS:
            raise NotAllowedError(f"At most {MAX_BOARDS} boards are named at once.")
        for number in boards:
            _check_may_watch(context.board(self.game, number), player)
        return boards


def _check_may_watch(board: Board, player: Player) -> None:
    """Raises NotAllowedError if the board is private and the player isn't one of its players."""
    if board.is_private and board.seat_of(player) is None:
        raise NotAllowedError(
            f"{board.game.title} board {board.number} is private: only its players get its mails."
        )
