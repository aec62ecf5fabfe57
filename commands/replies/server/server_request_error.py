"""The error for a reply that asks the server for something, but isn't a command."""

from collections.abc import Sequence

from commands.content.banners_and_actions import Action
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
        """The paragraph before the commands, or ""."""


class ServerAnswer(ServerRequestError):
    """The answer in words to a question or wish that no command fulfills.

    It names the commands that come nearest.
    """

    def __init__(
        self,
        answer: str,
        topics: Sequence[str] = (),
        text: str = "",
        *,
        userid: str = "",
        who: str = "",
        tournament: str = "",
        actions: Sequence[Action] = (),
        is_repeated: bool = True,
    ) -> None:
        super().__init__(topics, text, who)
        self.answer = answer
        self.userid = userid
        """The userid of the writer, if the email isn't a reply about a board or to a player."""
        self.tournament = tournament
        """The name of the tournament that the commands should name, or ""."""
        self.actions = tuple(actions)
        """Commands to name before the commands of the services."""
        self.is_repeated = is_repeated
        """Whether the same answer may be sent again soon. A program may thank us each time."""
