"""The lines of a reply that may be its command."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from commands.replies.command_lines import END_WORDS
from commands.replies.greetings import without_greeting
from commands.replies.moves.plans import REMARK
from mail.reading.characters import plain_signs

REPLY_END_WORDS = tuple(word for word in END_WORDS if word != "thanks")
"""A line with one of these words alone ends the search: below "Thanks" people write more."""


@dataclass(frozen=True)
class ReplyLine:
    """A line that the player wrote."""

    text: str
    whole: str
    """The line with its greeting."""
    number: int
    """Its place among all lines that the player wrote."""
    is_first: bool
    """True if it is the first line above, between or below quotations."""
    has_greeting: bool = False
    """True if it began with a greeting, which `text` leaves out."""
    is_below: bool = False
    """True if other words of the player's stand above it, a greeting included."""

    def with_text(self, text: str) -> "ReplyLine":
        """Returns the line with another text, such as one without a board number."""
        return self if text == self.text else replace(self, text=text)

    @property
    def is_called_out(self) -> bool:
        """True for a word without digits said to others: "Down!", "right?"."""
        is_said = (self.is_below and "!" in self.text) or self.has_greeting
        is_asked = self.is_below and "?" in self.text
        return (is_said or is_asked) and not any(map(str.isdigit, self.text))

    @property
    def is_addressed_to_others(self) -> bool:
        """True for a word said to the opponents or asked: "Hi Bob, resign!", "Resign?"."""
        return self.has_greeting or "?" in self.text


def reply_lines(blocks: Sequence[str], names: frozenset[str]) -> Iterator[ReplyLine]:
    """Yields the lines that may be the command, up to a word that ends them.

    Greetings and lines that only address a player of these names are left out.
    """
    start = 0
    is_below = False
    for block in blocks:
        is_first, lines = True, block.split("\n")
        for number, line in enumerate(lines, start):
            text = plain_signs(line).strip()
            if text.lower().rstrip("!.,") in REPLY_END_WORDS:
                return
            rest = without_greeting(text, names)
            if rest and not REMARK.match(rest):
                yield ReplyLine(rest, text, number, is_first, rest != text, is_below)
                is_first = False
            is_below = is_below or bool(text)
        start += len(lines) + 1  # with the empty line between blocks
