"""The answer to a letter without a command."""

import textwrap
from collections.abc import Sequence

from commands.messages.threads import read_thread_id
from commands.security.tokens import MESSAGE
from mail.reading.letter import Letter
from pbm.wording import WIDTH

NOT_UNDERSTOOD = "Your reply wasn't understood"
"""The subject."""
BAD_ADDRESS = (
    "Nothing was done. The reply address isn't valid: it was altered on the way, your password has "
    "changed since, or the server was restored from a backup without that board. Reply to the "
    "newest mail about the board, or write the command in full, such as:"
)
BAD_REFERENCE = (
    "Nothing was done. The mail that you reply to isn't valid for replies, or no longer: what "
    "names it was altered on the way, your password has changed since, or the server was restored "
    "from a backup without that board. Reply to the newest mail about the board, or write the "
    "command in full, such as:"
)
BAD_MESSAGE_ADDRESS = (
    "Nothing was done. Your reply isn't valid, or no longer: messages can be answered by "
    "reply for 90 days, and until you change your password. Send a mail with this subject instead:"
)
NO_REFERENCE = (
    "Nothing was done. Your mail doesn't tell which mail of ours it answers, so it tells neither "
    'who you are nor which board you mean. Choose "Reply" in the newest mail about your board, and '
    "leave the address as it is, or write the command in full, such as:"
)
NO_BOARD = (
    "Nothing was done. The mail that you reply to belongs to no single board, so a move alone "
    "doesn't say on which board it is meant. Reply to the board's own mail, follow the line that "
    "stands above the board in a mail about several, or write the command in full, such as "
    '"knightpanic move 101 USERID PASSWORD a1-c5". "help" alone gives an overview.'
)
EXAMPLE = "GAME move BOARD USERID PASSWORD MOVE"
MESSAGE_EXAMPLE = "message USERID PASSWORD TO"


def thread_reference(letter: Letter) -> tuple[str, int] | None:
    """Returns the game and number of the board to whose thread a letter belongs, or None."""
    return next(filter(None, map(read_thread_id, letter.references)), None)


def is_reply_to_us(letter: Letter, host: str) -> bool:
    """Returns True if a letter is a reply to any mail of ours."""
    return any(id.lower().endswith(f"@{host.lower()}>") for id in letter.references)


def explain_bad_reply(letter: Letter, labels: Sequence[str], *, by_reference: bool) -> str:
    """Returns the reason why a reply doesn't tell what it answers, and how to write a command.

    `by_reference`: the labels don't stand in an address.
    """
    if any(label.startswith(MESSAGE) for label in labels):
        return f"{textwrap.fill(BAD_MESSAGE_ADDRESS, WIDTH)}\n  {MESSAGE_EXAMPLE}"
    board = thread_reference(letter)
    example = f"{board[0]} move {board[1]} USERID PASSWORD MOVE" if board else EXAMPLE
    if not (labels or board):
        return textwrap.fill(NO_BOARD, WIDTH)
    invalid = BAD_REFERENCE if by_reference else BAD_ADDRESS
    return f"{textwrap.fill(invalid if labels else NO_REFERENCE, WIDTH)}\n  {example}"
