"""What a command is. Each lives in a file of its own in `commands/verbs/`."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from inspect import getdoc
from typing import TYPE_CHECKING, ClassVar

from commands.language.fields import BoardNumber, Password, Userid
from commands.language.grammar import slots
from commands.messages.response import Answer
from pbm.board import Board, Player
from pbm.games import AnyGame, games
from pbm.secret import Secret

if TYPE_CHECKING:
    from commands.context.context import Session


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
    def run(self, session: "Session") -> Answer:
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
    def notes(cls, session: "Session") -> str:
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

    def sit(self, session: "Session") -> tuple[Player, Board, int]:
        """The player, once proven, the board, held, and where they sit on it."""
        if session.speaker.ticket and self.password == Secret("-"):
            board = session.hold(self.game, self.board)
            player = session.prove_by_reply(board, self.userid, lasting=self.lasting)
        else:
            player = session.prove(self.userid, self.password)
            board = session.hold(self.game, self.board)
        return player, board, session.seat(board, player)
