"""What is said where no command was found in a letter."""

import re
import textwrap
from collections.abc import Sequence

from mail.reading.letter import Letter
from pbm.wording import WIDTH

NOTHING = (
    "No command was found in your mail. Write one as the subject, or as a line of the text; "
    'the word "help" alone brings an overview.'
)
BAD_ADDRESS = (
    "The address that you wrote to isn't good, or no longer: it was changed on the way, or belongs "
    "to a password that was changed since. Reply to the newest mail about the board, or write the "
    "command in full, such as:"
)
BARE_ADDRESS = (
    "Your reply came to our plain address, which doesn't tell whose it is. Reply to the address in "
    'the header "Reply-To" of the mail about your board, as most mail programs do by themselves, '
    "or write the command in full, such as:"
)
NO_BOARD = (
    "The mail that you reply to belongs to no single board, so a move alone doesn't say on which "
    "board it is meant. Reply to the board's own mail, write to the address that stands above the "
    "board in a mail about several, or write the command in full, such as "
    '"knightpanic move 101 USERID PASSWORD a1-c5". The word "help" alone brings an overview.'
)
EXAMPLE = "GAME move BOARD USERID PASSWORD MOVE"

_THREAD = re.compile(r"<([a-z]+)\.([0-9]{1,9})@[^>]*>")
"""The Message-ID that all mails about a board follow."""


def thread_of(letter: Letter) -> re.Match[str] | None:
    """The game and number of the board to whose thread a letter belongs, if to any."""
    return next(filter(None, map(_THREAD.fullmatch, letter.references)), None)


def answers_us(letter: Letter, host: str) -> bool:
    """Whether a letter is a reply to a mail of ours, about whatever."""
    return any(id.lower().endswith(f"@{host.lower()}>") for id in letter.references)


def nothing_found(letter: Letter, labels: Sequence[str], host: str) -> str:
    """Why a letter without commands does nothing, and how to write one that does."""
    board = thread_of(letter)
    example = f"{board[1]} move {board[2]} USERID PASSWORD MOVE" if board else EXAMPLE
    if not (labels or board):
        return textwrap.fill(NO_BOARD, WIDTH) if answers_us(letter, host) else NOTHING
    why = textwrap.fill(BAD_ADDRESS if labels else BARE_ADDRESS, WIDTH)
    return f"{why}\n  {example}"
