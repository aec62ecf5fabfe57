"""The one family of errors that reaches people."""


class Refusal(Exception):
    """Says to the person who asked what was wrong and how to do it right; nothing has changed."""

    @property
    def text(self) -> str:
        """The refusal as it is said: sentences, and lines of help below them."""
        return str(self.args[0])


class Unreadable(Refusal):
    """The words can't be understood."""


class Usage(Unreadable):
    """The line fits no command's grammar."""


class Illegal(Refusal):
    """Understood, but against the rules of the game."""


class NotYours(Refusal):
    """Somebody else's turn, board or name."""


class NotAllowed(Refusal):
    """Understood, but this server or this board doesn't do it."""


class Frozen(NotAllowed):
    """A board whose log no longer leads to what was stored."""


class Unknown(Refusal):
    """A board, player or game that isn't there."""
