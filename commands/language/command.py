"""The base classes of commands, each of which has its own file in `commands/verbs/`."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields
from inspect import getdoc
from typing import ClassVar, dataclass_transform

from commands.content.reply_claims import ReplyAge
from commands.content.response import Response
from commands.context.context import Context
from commands.language.fields import BoardNumber, Password, Userid
from commands.language.grammar import slots
from commands.players.authentication import authenticate
from commands.players.reply_authentication import authenticate_reply
from commands.system.secrets.secret import Secret
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.games import AnyGame, games


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Command(ABC):
    """A parsed line. Its fields are its grammar, its docstring is its help.

    Subclasses are frozen dataclasses, too.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)
        if not hasattr(cls, "names") and cls.__module__ != __name__:
            cls.names = (cls.__module__.rpartition(".")[2],)

    names: ClassVar[tuple[str, ...]]
    """The verb and its synonyms, as in the usage line; by default the name of the file."""
    also: ClassVar[tuple[str, ...]] = ()
    """Abbreviations and misspellings that are accepted as well."""
    irreversible: ClassVar[bool] = False
    """True if its victim can't undo it: then only a plain yes confirms it, where it waits."""
    by_reply: ClassVar[bool] = False
    """True if a reply about a board gives it without userid and password: it concerns its player's
    own settings and can be undone.
    """
    takes_words: ClassVar[bool] = False
    """True if it passes on the text that comes with it."""
    needs_database: ClassVar[bool] = True
    """False for commands that read and change nothing that is stored."""
    may_be_first: ClassVar[bool] = False
    """True for commands that may be a server's first, which make its database."""
    example: ClassVar[str]
    """A line that shows its use; `{game}` and `{move}` stand for a game's name and a move."""

    @abstractmethod
    def run(self, context: Context) -> Response:
        """Executes the command; raises UserError, and then changes nothing."""

    def is_irreversible(self) -> bool:
        """Returns True if what it does can't be undone."""
        return self.irreversible

    def effect(self) -> str:
        """Returns what it does, in a sentence, for those who don't know the language."""
        sentence = self.help().partition(".")[0]
        return f"It {sentence[:1].lower()}{sentence[1:]}."

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Returns what this player should know before confirming it; may be empty.

        Raises UserError if it can't be done, as everybody may know.
        """
        return ""

    def secrets(self) -> list[Secret]:
        """Returns its passwords and codes."""
        values = (getattr(self, each.name) for each in fields(self))
        return [value for value in values if isinstance(value, Secret)]

    @classmethod
    def usage(cls, game: AnyGame | None = None) -> str:
        """Returns its grammar in one line, such as `GAME resign BOARD USERID PASSWORD`."""
        words = ["|".join(cls.names), *(slot.usage for slot in slots(cls).values())]
        return " ".join([*cls.head(game), *filter(None, words)])

    @classmethod
    def sample(cls, game: AnyGame | None = None) -> str:
        """Returns an example, with this game if the command is about one."""
        game = game or next(iter(games().values()))
        return cls.example.format(game=game.name, move=game.example[1][0])

    @classmethod
    def help(cls) -> str:
        """Returns the class docstring, with words of the language in quotes."""
        return (getdoc(cls) or "").replace("`", '"')

    @classmethod
    def notes(cls, context: Context) -> str:
        """Returns text to append to its help, for facts that differ from server to server."""
        return ""

    @classmethod
    def head(cls, _game: AnyGame | None) -> list[str]:
        """Returns the words before the verb."""
        return []


class PlayerCommand(Command):
    """A command that begins with a player's userid and password."""

    userid: Userid
    password: Password


class ChangeCommand(Command):
    """A command that sets a preference of a player."""

    names: ClassVar = ("change",)

    what: str
    """The word for the preference, as a literal."""
    userid: Userid
    password: Password


class GameCommand(Command):
    """A command about one game."""

    game: AnyGame

    @classmethod
    def head(cls, game: AnyGame | None) -> list[str]:
        """Returns the game's name, or `GAME` for any game."""
        return [game.name if game else "GAME"]


class SeatCommand(GameCommand):
    """A command by which a player acts on one of their own boards."""

    lasting: ClassVar[bool] = False
    """True if a reply may give it even if the board has changed since the mail replied to."""
    oldest_reply: ClassVar[ReplyAge] = ReplyAge.OLD
    """The oldest mail to which a reply gives the command without having to be confirmed.

    What can't be taken back demands the latest mail. A move is checked by its number, too.
    """

    for_deputies: ClassVar[bool] = False
    """True if a deputy may give it."""
    on_removed_boards: ClassVar[bool] = False
    """True if it may be given on a board that was removed, such as a declined one."""

    board: BoardNumber
    userid: Userid
    password: Password

    locked: Board | None = field(default=None, kw_only=True, repr=False)
    """The board, if it has been read and locked already."""

    def sit(self, context: Context) -> tuple[Player, Board, int]:
        """Returns the authenticated player, the board, locked, and the player's seat."""
        if context.caller.reply.claims and self.password == Secret("-"):
            board = self._board(context)
            player = authenticate_reply(
                context, board, self.userid, lasting=self.lasting, oldest=self._oldest_reply()
            )
        else:
            player = authenticate(context, self.userid, self.password)
            board = self._board(context)
        return player, board, context.seat(board, player, moves=self.for_deputies)

    def _oldest_reply(self) -> ReplyAge:
        return self.oldest_reply

    def _board(self, context: Context) -> Board:
        if self.locked is None:
            return context.lock_board(self.game, self.board, removed=self.on_removed_boards)
        return context.check_exists(
            self.locked, self.game, self.board, removed=self.on_removed_boards
        )
