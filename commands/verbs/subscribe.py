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
        title = self.game.title
        games = f"all {title} games" if self.which is None else f"{title} board {self.which}"
        return text_response(f"{title}: watching", f"{what} {games}.", {"board": self.which})


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
                raise IllegalError(
                    f"You're playing on board {board.number}, so you already get its emails."
                )
            _check_may_watch(board, player)
        new = context.work.watches.add(player, self.game.name, self.which, end_only=False)
        return self._response("You're now watching" if new else "You're already watching")


class Unsubscribe(_Watching):
    """Stops watching a game, or all games of this kind."""

    names: ClassVar = ("unsubscribe",)
    also: ClassVar = ("unsub",)
    example: ClassVar = "{game} unsubscribe all carol PASSWORD"

    def run(self, context: Context) -> Response:
        """Removes the watch. `all` doesn't remove the watches of single boards."""
        player = authenticate(context, self.userid, self.password)
        watched = context.work.watches.remove(player, self.game.name, self.which)
        return self._response("You're no longer watching" if watched else "You weren't watching")


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
        named = listing([str(number) for number in boards])
        end = (
            f"these {self.game.title} games end: {named}"
            if boards
            else f"any {self.game.title} game ends"
        )
        text = f"We'll email you when {end}."
        return text_response(f"{self.game.title}: notify", text, {"boards": boards})

    def _named(self, context: Context, player: Player) -> list[int]:
        boards = list(dict.fromkeys(self.boards))
        if len(boards) > MAX_BOARDS:
            raise NotAllowedError(f"Give at most {MAX_BOARDS} boards.")
        for number in boards:
            _check_may_watch(context.board(self.game, number), player)
        return boards


def _check_may_watch(board: Board, player: Player) -> None:
    """Raises NotAllowedError if the board is private and the player isn't one of its players."""
    if board.is_private and board.seat_of(player) is None:
        raise NotAllowedError(
            f"{board.game.title} board {board.number} is private: only its players get its emails."
        )
