"""The results of an email's lines, and their effect on later lines."""

from dataclasses import dataclass

from commands.content.messages import FileMessage
from commands.content.response import Response


@dataclass(frozen=True, slots=True)
class LineResult:
    """The response to a line, the players that it proved, and the text that it didn't send."""

    response: Response
    title: str = ""
    """Name of the command, or "unknown"."""
    heading: str = ""
    """Heading of the response in an answer to several commands."""
    proved: frozenset[int] = frozenset()
    """Ids of the players that the line proved."""
    unsent: str = ""
    """Text that came with the line and wasn't sent to anybody."""


@dataclass(frozen=True, slots=True)
class EarlierLines:
    """Facts about the earlier lines of the same email that matter for the next line."""

    proved: frozenset[int] = frozenset()
    """Ids of the players who have authenticated, or confirmed the command."""
    asked: frozenset[str] = frozenset()
    """Addresses, in lower case, to which these lines send confirmation requests or codes."""
    has_file: bool = False
    """Whether a line was answered with a file."""

    def after(self, result: LineResult) -> "EarlierLines":
        """Returns these lines together with another one that had this result."""
        response = result.response
        return EarlierLines(
            proved=self.proved | result.proved,
            asked=self.asked | response.asked,
            has_file=self.has_file or isinstance(response.content, FileMessage),
        )
