"""The error for a reply that asks the server for something, but isn't a command."""

from collections.abc import Sequence

from pbm.errors import ParseError


class ServerRequestError(ParseError):
    """The error for a request to the server whose command isn't clear.

    The answer names the commands. The text is never offered to the opponents as chat.
    """

    def __init__(self, topics: Sequence[str], text: str, who: str = "", note: str = "") -> None:
        super().__init__("Your reply contains no command that we recognize.")
        self.topics = topics
        """The services that the text names."""
        self.words = text
        self.who = who
        """The userid of the player whom the commands should name, or ""."""
        self.note = note
        """What the answer says before the commands, or ""."""
