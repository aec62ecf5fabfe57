"""The results of an email's lines, and what they mean for the lines below."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from commands.content.messages import FileMessage
from commands.content.response import Response


@dataclass(frozen=True, slots=True)
class LineResult:
    """The response to a line, and what the line proved and did."""

    response: Response
    title: str = ""
    """The command as the answer to several names it."""
    proved: frozenset[int] = frozenset()
    """The ids of the players who authenticated with it by mail."""
    moves: Mapping[int, int] = field(default_factory=dict)
    """The number of moves that it made, by the id of the board."""
    unsent: str = ""
    """The text that came with it, and went to nobody."""


@dataclass(frozen=True, slots=True)
class EarlierLines:
    """What the earlier lines of the same email proved, asked for and did."""

    proved: frozenset[int] = frozenset()
    """The ids of the players who authenticated, or confirmed the command."""
    moves: Mapping[int, int] = field(default_factory=dict)
    """The number of moves made, by the id of the board."""
    asked: frozenset[str] = frozenset()
    """The addresses, in lower case, to which confirmations or codes are sent."""
    has_file: bool = False
    """Whether a line was answered by a file."""

    def after(self, result: LineResult) -> "EarlierLines":
        """Returns the earlier lines of the line below one with this result."""
        response = result.response
        return replace(
            self.after_moves(result.moves),
            proved=self.proved | result.proved,
            asked=self.asked | response.asked,
            has_file=self.has_file or isinstance(response.content, FileMessage),
        )

    def after_moves(self, moves: Mapping[int, int]) -> "EarlierLines":
        """Returns the same with these moves added."""
        return replace(self, moves=Counter(self.moves) + Counter(moves))
