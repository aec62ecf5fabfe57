"""What is said where no command was found in a letter."""

import re
from collections.abc import Sequence

from mail.letter import Letter

NOTHING = (
    "No command was found in your mail. Write one as the subject, or as a line of the text; "
    'the word "help" alone brings an overview.'
)
BAD_ADDRESS = (
    "The address that you wrote to isn't good, or no longer: it was changed on the way, or belongs "
    "to\na password that was changed since. Reply to the newest mail about the board, or write the "
    "command\nin full, such as: {example}"
)
BARE_ADDRESS = (
    "Your reply came to our plain address, which doesn't tell whose it is. Reply to the address in "
    'the\nheader "Reply-To" of the mail about your board, as most mail programs do by themselves, '
    "or write\nthe command in full, such as: {example}"
)
EXAMPLE = "GAME move BOARD USERID PASSWORD MOVE"

_THREAD = re.compile(r"<([a-z]+)\.([0-9]{1,9})@[^>]*>")
"""The Message-ID that all mails about a board follow."""


def thread_of(letter: Letter) -> re.Match[str] | None:
    """The game and number of the board to whose thread a letter belongs, if to any."""
    return next(filter(None, map(_THREAD.fullmatch, letter.references)), None)


def nothing_found(letter: Letter, labels: Sequence[str]) -> str:
    """Why a letter without commands does nothing, and how to write one that does."""
    board = thread_of(letter)
    example = f"{board[1]} move {board[2]} USERID PASSWORD MOVE" if board else EXAMPLE
    if labels:
        return BAD_ADDRESS.format(example=example)
    return BARE_ADDRESS.format(example=example) if board else NOTHING
