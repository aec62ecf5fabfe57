"""Words the answers to lines of a reply to a digest that pbm can't read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from commands.replies.command_lines import CommandLine
from commands.replies.contexts.digest_context import DigestContext
from commands.replies.contexts.running_boards import board_label, listed_boards, shares_number
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.named_boards.board_lines import MAX_LINES
from commands.replies.named_boards.refused_lines import NO_SUCH_BOARD, refused_line
from commands.replies.named_boards.shared_numbers import example_on
from commands.replies.vocabulary.named_boards import other_board_words as tables
from commands.replies.vocabulary.sentence_words import plain_words
from mail.reading.characters import plain_signs
from pbm.errors import ParseError
from pbm.wording import filled, listing, shown

NOT_READ = (
    'We ignored {}. To move, write the {} of the board and the move, such as "{}". '
    "Your boards are {}."
)
NO_BOARD = (
    "We can't tell what you want to do, or on which board, so we haven't done anything. Begin a "
    'line with the {} of the board, such as "{}" or "{}".'
)
THANKED = (
    "You're welcome! We haven't done anything. If you want to do something on a board, begin a "
    'line with its {}, such as "{}" or "{}".'
)
EXAMPLE_MOVE = "a1-c5"
OTHER_WISHES = (
    "To write to your opponents, use the address above the board. To change how you get "
    'emails, send "help change delivery".'
)
_NAMED_BOARD = re.compile(r"\W{0,5}(?:board|game) #?(\d{2,9})\b", re.IGNORECASE)
_MOVE_ON = re.compile(r"\W{0,5}(\d{3,9})[ :,-]{1,3}[a-z]\d", re.IGNORECASE)
"""The number of a board before a move: `104 a1-c5`."""
MAX_IGNORED = 5
"""Maximum number of ignored lines that the answer quotes."""
MAX_THANKING_WORDS = 12
"""Maximum number of words of a reply that only thanks."""


@dataclass(frozen=True)
class DigestAdvice:
    digest: DigestContext

    def not_read(self, *lines: str) -> CommandLine:
        """Returns the refusal of lines that seem meant for a board."""
        label, move, _ = self._examples
        ignored = listing([f'"{shown(line.strip())}"' for line in lines[:MAX_IGNORED]])
        note = NOT_READ.format(ignored, label, move, self._numbers)
        return refused_line(lines[0], ParseError(filled(note)))

    def no_command(self, blocks: Sequence[str]) -> NoCommandError:
        """Returns the error for a reply without any command."""
        boards = f"Your boards are {self._numbers}." if self.digest.boards else ""
        advice = THANKED if _only_thanks("\n".join(blocks)) else NO_BOARD
        advice = advice.format(*self._examples)
        text = " ".join(filter(None, (self._missing_board(blocks), advice, boards)))
        return NoCommandError(f"{filled(text)}\n\n{filled(OTHER_WISHES)}")

    def _missing_board(self, blocks: Sequence[str]) -> str:
        """Returns a sentence about the first board of the reply that isn't in the digest, or ""."""
        lines = "\n".join(blocks).split("\n")[:MAX_LINES]
        plain = map(plain_signs, lines)
        found = (_NAMED_BOARD.match(line) or _MOVE_ON.match(line) for line in plain)
        numbers = (each[1] for each in found if each)
        missing = next((each for each in numbers if not self.digest.numbered(int(each))), "")
        return NO_SUCH_BOARD.format(missing) if missing else ""

    @cached_property
    def _numbers(self) -> str:
        """The numbers of the reader's boards, with their games and opponents."""
        return listed_boards(self.digest.boards, self.digest.reader.userid)

    @cached_property
    def _examples(self) -> tuple[str, str, str]:
        """The words for the label of a line, and two example lines: a move and another command."""
        boards = self.digest.boards
        if not boards:
            return "number", f"101: {EXAMPLE_MOVE}", "101: show"
        board, text = example_on(boards, self.digest.reader.userid)
        text = EXAMPLE_MOVE if text == "show" else text
        is_shared = any(shares_number(board, boards) for board in boards)
        label = board_label(board, boards)
        return "game and number" if is_shared else "number", f"{label}: {text}", f"{label}: show"


def _only_thanks(text: str) -> bool:
    """Whether a text begins with thanks and says little else: "Thanks for the overview!"."""
    words = plain_words(text)
    is_short = 0 < len(words) <= MAX_THANKING_WORDS and not any(map(str.isdigit, text))
    return is_short and words[0] in tables.THANKS.split() and "?" not in text
