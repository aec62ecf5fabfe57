"""The error for a reply that has no command."""

from pbm.errors import ParseError


class NoCommandError(ParseError):
    """The error for a reply to a board that has no command."""

    def __init__(
        self,
        text: str,
        *,
        is_attempt: bool = False,
        is_prose: bool = True,
        asks: bool = False,
        beside: str = "",
        missing: str = "",
    ) -> None:
        super().__init__(text)
        self.is_attempt = is_attempt
        """Whether the reply was meant as a command, and not as text for the opponents."""
        self.is_prose = is_prose
        """Whether nothing in the reply resembles a command."""
        self.asks = asks
        """Whether the error asks its reader whether to send the text as chat."""
        self.beside = beside
        """The text below that question."""
        self.missing = missing
        """The missing part of the reply: `move` or `command`. Empty if it has another fault."""
