"""The results of an email's lines, and what they mean for the lines below."""

from dataclasses import dataclass

from commands.content.messages import FileMessage
from commands.content.response import Response


@dataclass(frozen=True, slots=True)
class LineResult:
    """The response to a line, and what the line proved and left unsent."""

    response: Response
    title: str = ""
    """The command as the answer to several names it."""
    proved: frozenset[int] = frozenset()
    """The ids of the players who authenticated with it by mail."""
    unsent: str = ""
    """The text that came with it, and went to nobody."""


@dataclass(frozen=True, slots=True)
class EarlierLines:
    """What the earlier lines of the same email proved, asked for and brought."""

    proved: frozenset[int] = frozenset()
    """The ids of the players who authenticated, or confirmed the command."""
    asked: frozenset[str] = frozenset()
    """The addresses, in lower case, to which confirmations or codes are sent."""
    has_file: bool = False
    """Whether a line was answered by a file."""

    def after(self, result: LineResult) -> "EarlierLines":
        """Returns the earlier lines of the line below one with this result."""
        response = result.response
        return EarlierLines(
            proved=self.proved | result.proved,
            asked=self.asked | response.asked,
            has_file=self.has_file or isinstance(response.content, FileMessage),
        )
