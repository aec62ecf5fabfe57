"""The errors whose text is sent to users."""


class UserError(Exception):
    """An error with a message for the user, including how to do it right; nothing has changed."""

    @property
    def text(self) -> str:
        """The message: sentences, and lines of help below them."""
        return str(self.args[0])


class ParseError(UserError):
    """The input can't be parsed."""


class UsageError(ParseError):
    """The line doesn't match any command's grammar."""

    def __init__(self, text: str, problem: str = "") -> None:
        super().__init__(text)
        self.problem = problem
        """The first sentence, without the usage below it."""


class UnreadableMoveError(ParseError):
    """The text is a move in no notation of the game."""

    def __init__(self, problem: str, right: str = "") -> None:
        super().__init__(f"{problem}{right}")
        self.problem = problem
        """The first sentence, without the moves below it."""


class IllegalError(UserError):
    """The input is understood, but breaks the rules of the game."""


class NotYoursError(UserError):
    """The turn, board or name belongs to somebody else."""


class NotAllowedError(UserError):
    """The input is understood, but not supported by this server or this board."""


class BoardFrozenError(NotAllowedError):
    """The board's log no longer leads to the stored state."""


class GameAbsentError(BoardFrozenError):
    """The game has boards here, and isn't served now."""


class GameFailedError(UserError):
    """A game's own code failed, which was logged."""

    def __init__(self, text: str, cause: str = "", *, hangs: bool = False) -> None:
        super().__init__(text)
        self.cause = cause
        """The method and its error, for the admin."""
        self.hangs = hangs
        """True if the call didn't end by itself."""


class NotFoundError(UserError):
    """The board, player or game doesn't exist."""
