"""Errors whose text is sent to users."""


class UserError(Exception):
    """An error with a message for the user that includes how to correct it. Nothing was changed."""

    @property
    def text(self) -> str:
        """The message: sentences, perhaps followed by lines of help."""
        return str(self.args[0])


class ParseError(UserError):
    """The input can't be parsed."""


class UsageError(ParseError):
    """The line doesn't match the grammar of any command."""

    def __init__(self, text: str, problem: str = "") -> None:
        super().__init__(text)
        self.problem = problem
        """The first sentence, without the usage below it."""


class UnreadableMoveError(ParseError):
    """The text isn't a move in any notation of the game."""

    def __init__(self, problem: str, right: str = "") -> None:
        super().__init__(f"{problem}{right}")
        self.problem = problem
        """The first sentence, without the legal moves below it."""


class IllegalError(UserError):
    """The input was understood, but breaks the rules of the game."""


class NotYoursError(UserError):
    """The turn, board or name belongs to somebody else."""


class NotAllowedError(UserError):
    """The input was understood, but this server or this board doesn't support it."""


class BoardFrozenError(NotAllowedError):
    """The board's log no longer leads to the stored state."""


class GameAbsentError(BoardFrozenError):
    """The game has boards, but isn't served at present."""


class GameFailedError(UserError):
    """A game's own code failed. The error was logged."""

    def __init__(self, text: str, cause: str = "", *, hangs: bool = False) -> None:
        super().__init__(text)
        self.cause = cause
        """The method and its error, for the admin."""
        self.hangs = hangs
        """Whether the call took too long."""


class NotFoundError(UserError):
    """The board, player or game doesn't exist."""
