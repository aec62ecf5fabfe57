"""The one family of errors that reaches people."""


class UserError(Exception):
    """Says to the person who asked what was wrong and how to do it right; nothing has changed."""

    @property
    def text(self) -> str:
        """The refusal as it is said: sentences, and lines of help below them."""
        return str(self.args[0])


class ParseError(UserError):
    """The words can't be understood."""


class UsageError(ParseError):
    """The line fits no command's grammar."""


class IllegalError(UserError):
    """Understood, but against the rules of the game."""


class NotYoursError(UserError):
    """Somebody else's turn, board or name."""


class NotAllowedError(UserError):
    """Understood, but this server or this board doesn't do it."""


class BoardFrozenError(NotAllowedError):
    """A board whose log no longer leads to what was stored."""


class NotFoundError(UserError):
    """A board, player or game that isn't there."""
