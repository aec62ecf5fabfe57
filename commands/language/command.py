"""Base classes of the commands. Each command has a separate file in `commands/verbs/`."""

from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, field, fields
from inspect import getdoc
from typing import ClassVar, dataclass_transform

from commands.content.reply_claims import ReplyAge
from commands.content.response import Response
from commands.context.context import Context
from commands.language.fields import BoardNumber, Password, Userid
from commands.language.grammar import slots
from commands.players.authentication import authenticate
from commands.players.reply_authentication import authenticate_digest, authenticate_reply
from commands.system.secrets.secret import Secret
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import BoardFrozenError
from pbm.games import AnyGame, games
from pbm.wording import listing


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Command(ABC):
    """A parsed command line.

    The fields of a subclass are its grammar, and its docstring is its help text. Subclasses become
    frozen dataclasses, too.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)
        if not hasattr(cls, "names") and cls.__module__ != __name__:
            cls.names = (cls.__module__.rpartition(".")[2],)

    names: ClassVar[tuple[str, ...]]
    """The verb and its synonyms, as shown in the usage line. Defaults to the name of the file."""
    also: ClassVar[tuple[str, ...]] = ()
    """Further accepted names, such as abbreviations and misspellings."""
    last_words: ClassVar[tuple[str, ...]] = ()
    """Words that may be the last part of the line, although players may take them for verbs."""
    irreversible: ClassVar[bool] = False
    """Whether a player can't undo the command. If it needs a confirmation, only an explicit yes
    confirms it.
    """
    by_reply: ClassVar[bool] = False
    """Whether a reply about a board may give the command without userid and password.

    It must concern only its player's own settings, and be possible to undo.
    """
    takes_words: ClassVar[bool] = False
    """Whether the command passes on the text that accompanies it."""
    saves_words: ClassVar[bool] = False
    """Whether the command only saves this text, and so nobody but its writer sees it."""
    needs_database: ClassVar[bool] = True
    """False if the command neither reads nor changes stored data."""
    may_be_first: ClassVar[bool] = False
    """Whether the command may create the server's database."""
    example: ClassVar[str]
    """An example line. `{game}` and `{move}` are replaced by the name of a game and a move."""

    @abstractmethod
    def run(self, context: Context) -> Response:
        """Runs the command. Raises UserError if it can't run, and then changes nothing."""

    def is_irreversible(self) -> bool:
        """Whether the effect of this command can't be undone."""
        return self.irreversible

    def effect(self) -> str:
        """Returns a sentence on the effect of the command.

        It is for players who don't know the language.
        """
        sentence = self.help().partition(".")[0]
        return f"This {sentence[:1].lower()}{sentence[1:]}."

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Returns facts that the player should know before confirming the command. May be empty.

        Raises UserError if the command can't run. The error must not contain anything private.
        """
        return ""

    def confirmation_limit(self, context: Context) -> str:
        """Returns when to confirm the command, such as `before the tournament starts`.

        If it is empty, the usual time limit applies.
        """
        return ""

    def secrets(self) -> list[Secret]:
        """Returns the passwords and codes in the command."""
        values = (getattr(self, each.name) for each in fields(self))
        return [value for value in values if isinstance(value, Secret)]

    @classmethod
    def usage(cls, game: AnyGame | None = None) -> str:
        """Returns the grammar of the command, such as `GAME resign BOARD USERID PASSWORD`."""
        words = ["|".join(cls.names), *(slot.usage for slot in slots(cls).values())]
        return " ".join([*cls.head(game), *filter(None, words)])

    @classmethod
    def sample(cls, game: AnyGame | None = None) -> str:
        """Returns an example line, with this game if the command is about one."""
        game = game or next(iter(games().values()))
        return cls.example.format(game=game.name, move=game.example[1][0])

    @classmethod
    def help(cls) -> str:
        """Returns the class docstring. Backquotes become quotation marks."""
        return (getdoc(cls) or "").replace("`", '"')

    @classmethod
    def notes(cls, context: Context) -> str:
        """Returns text to append to the help page, for facts that differ between servers."""
        return ""

    @classmethod
    def head(cls, _game: AnyGame | None) -> list[str]:
        """Returns the words of the usage line before the verb."""
        return []


class PlayerCommand(Command):
    """A command that begins with a player's userid and password."""

    userid: Userid
    password: Password


class ChangeCommand(Command):
    """A command that sets a preference of a player."""

    names: ClassVar = ("change",)

    what: str
    """Name of the preference. Subclasses annotate it with a literal word."""
    userid: Userid
    password: Password


class GameCommand(Command):
    """A command about one game."""

    game: AnyGame

    @classmethod
    def head(cls, game: AnyGame | None) -> list[str]:
        """Returns the name of the game, or `GAME` if there is none."""
        return [game.name if game else "GAME"]


class SeatCommand(GameCommand):
    """A command by a player on one of their own boards."""

    lasting: ClassVar[bool] = False
    """Whether a reply may give the command after the board has changed."""
    oldest_reply: ClassVar[ReplyAge] = ReplyAge.OLD
    """Maximum age of an email to which players may reply with this command without a confirmation.

    Commands that can't be undone require a reply to the latest email. A move is also protected by
    its number.
    """

    for_deputies: ClassVar[bool] = False
    """Whether a deputy may give the command."""
    on_removed_boards: ClassVar[bool] = False
    """Whether the command may be given on a removed board, such as a declined one."""

    board: BoardNumber
    userid: Userid
    password: Password

    locked: Board | None = field(default=None, kw_only=True, repr=False)
    """The board, if it has been read and locked already."""

    def sit(self, context: Context) -> tuple[Player, Board, int]:
        """Authenticates the player and locks the board.

        Returns the player, the board and the seat.
        """
        reply = context.caller.reply
        if (reply.claims or reply.digest) and self.password == Secret("-"):
            board = self._board(context)
            by_reply = authenticate_reply if reply.claims else authenticate_digest
            player = by_reply(
                context, board, self.userid, lasting=self.lasting, oldest=self._oldest_reply()
            )
        else:
            player = authenticate(context, self.userid, self.password)
            board = self._board(context)
        return player, board, context.seat(board, player, moves=self.for_deputies)

    def opponents_note(self, context: Context, player: Player) -> str:
        """Returns a sentence that names the player's opponents, or "" if there are none.

        It is empty for everybody else than the board's players.
        """
        board = None
        with suppress(BoardFrozenError):
            board = self.locked or context.work.boards.find(self.game.name, self.board)
        if board is None or player not in board.players:
            return ""
        others = [each.userid for each in board.players if each.id != player.id]
        are = "Your opponent is" if len(others) == 1 else "Your opponents are"
        return f"{are} {listing(others)}." if others else ""

    def _oldest_reply(self) -> ReplyAge:
        return self.oldest_reply

    def _board(self, context: Context) -> Board:
        if self.locked is None:
            return context.lock_board(self.game, self.board, removed=self.on_removed_boards)
        return context.check_exists(
            self.locked, self.game, self.board, removed=self.on_removed_boards
        )
