"""What a command is. Each lives in a file of its own in `commands/verbs/`."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from inspect import getdoc
from typing import ClassVar

from commands.context.authentication import authenticate, authenticate_reply
from commands.context.context import Context
from commands.language.fields import BoardNumber, Password, Userid
from commands.language.grammar import slots
from commands.messages.response import Response
from pbm.board import Board, Player
from pbm.games import AnyGame, games
from pbm.secret import Secret


@dataclass(frozen=True)
class Command(ABC):
    """A line, read. Its fields are its grammar, its docstring is its help."""

    names: ClassVar[tuple[str, ...]]
    """The verb, and other words for it that help shows."""
    also: ClassVar[tuple[str, ...]] = ()
    """Abbreviations and slips that are read as well."""
    example: ClassVar[str]
    """A line that shows its use, with `{game}` and `{move}` for a game's name and move."""

    @abstractmethod
    def run(self, context: Context) -> Response:
        """Carries it out; raises Refusal, and then changes nothing."""

    @classmethod
    def usage(cls, game: AnyGame | None = None) -> str:
        """Its grammar in one line, such as `GAME resign BOARD USERID PASSWORD`."""
        words = ["|".join(cls.names), *(slot.usage for slot in slots(cls).values())]
        return " ".join([*cls.head(game), *words])

    @classmethod
    def sample(cls, game: AnyGame | None = None) -> str:
        """An example, of this game if it is about one."""
        game = game or next(iter(games().values()))
        return cls.example.format(game=game.name, move=game.example[1][0])

    @classmethod
    def help(cls) -> str:
        """What it does."""
        return getdoc(cls) or ""

    @classmethod
    def notes(cls, context: Context) -> str:
        """What its help says besides, where that is different from server to server."""
        return ""

    @classmethod
    def head(cls, _game: AnyGame | None) -> list[str]:
        """What stands before the verb."""
        return []


@dataclass(frozen=True)
class GameCommand(Command):
    """A line about one game."""

    game: AnyGame

    @classmethod
    def head(cls, game: AnyGame | None) -> list[str]:
        """The game's name."""
        return [game.name if game else "GAME"]


@dataclass(frozen=True)
class SeatCommand(GameCommand):
    """A line by which a player does something on a board of theirs."""

    lasting: ClassVar[bool] = False
    """Whether a reply may still say it when the board has changed since the mail replied to."""

    board: BoardNumber
    userid: Userid
    password: Password

    locked: Board | None = field(default=None, kw_only=True, repr=False)
    """The board, where it has been read and locked already."""

    def sit(self, context: Context) -> tuple[Player, Board, int]:
        """Returns the authenticated player, the board, locked, and the player's seat."""
        if context.caller.claims and self.password == Secret("-"):
            board = self._board(context)
            player = authenticate_reply(context, board, self.userid, lasting=self.lasting)
        else:
            player = authenticate(context, self.userid, self.password)
            board = self._board(context)
        return player, board, context.seat(board, player)

    def _board(self, context: Context) -> Board:
        if self.locked is None:
            return context.lock_board(self.game, self.board)
        return context.check_exists(self.locked, self.game, self.board)
