"""Yields the lines of a reply that may be its command."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from commands.replies.command_lines import END_WORDS
from commands.replies.sentences.greetings import without_greeting
from mail.reading.characters import plain_signs

REMARK = re.compile(r"#(?!\s?\d)")
"""The beginning of a line that is ignored. If a number follows, it may be a board's: "#241"."""
REPLY_END_WORDS = tuple(word for word in END_WORDS if word != "thanks")
"""Words that end the search for a command. "Thanks" isn't one, because people write below it."""


@dataclass(frozen=True)
class ReplyLine:
    """A line that the player wrote, without its greeting."""

    text: str
    whole: str
    """The line with its greeting."""
    number: int
    """The index of the line among all lines that the player wrote."""
    is_first: bool
    """Whether it is the first line of a block above, between or below quotations."""
    has_greeting: bool = False
    """Whether the line begins with a greeting. `text` doesn't include the greeting."""
    is_below: bool = False
    """Whether there is other text of the player above the line, such as a greeting."""

    def with_text(self, text: str) -> "ReplyLine":
        """Returns the line with another text, such as its text without a board number."""
        return self if text == self.text else replace(self, text=text)

    @property
    def is_called_out(self) -> bool:
        """Whether the line is a word without digits that is addressed to somebody.

        Examples are "Down!" and "right?".
        """
        is_said = (self.is_below and "!" in self.text) or self.has_greeting
        is_asked = self.is_below and "?" in self.text
        return (is_said or is_asked) and not any(map(str.isdigit, self.text))

    @property
    def is_addressed_to_others(self) -> bool:
        """Whether the word is addressed to the opponents or a question.

        Examples are "Hi Bob, resign!" and "Resign?".
        """
        return self.has_greeting or "?" in self.text


def reply_lines(blocks: Sequence[str], names: frozenset[str]) -> Iterator[ReplyLine]:
    """Yields the lines that may be the command, until one of REPLY_END_WORDS.

    Greetings, and lines that only address a player in `names`, are skipped.
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
        start += len(lines) + 1  # one more for the empty line between blocks
