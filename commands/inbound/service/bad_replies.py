"""Explains to the writer of a reply why its address or reference isn't valid."""

from collections.abc import Sequence
from datetime import datetime

from commands.content.threads import read_thread_id
from commands.security.tokens import MESSAGE
from mail.reading.parsed_mail import ParsedMail
from pbm.wording import filled, local_time

NOT_UNDERSTOOD = "Your reply wasn't understood"
"""The subject of the explanation."""
BAD_ADDRESS = (
    "Nothing was done. The reply address isn't valid: it was altered on the way, your password has "
    "changed since, {}or the server was restored from a backup without that board. Reply to the "
    "newest mail about the board, or write the command in full, such as:"
)
BAD_REFERENCE = (
    "Nothing was done. The mail that you reply to isn't valid for replies, or no longer: what "
    "names it was altered on the way, your password has changed since, {}or the server was "
    "restored from a backup without that board. Reply to the newest mail about the board, or write "
    "the command in full, such as:"
)
KEY_REPLACED = "the server's key was replaced (mails from before {} can't be answered any more), "
"""A possible reason for an invalid token.

Every explanation mentions it, so that the text doesn't reveal which key signed the token.
"""
BAD_MESSAGE_ADDRESS = (
    "Nothing was done. Your reply isn't valid, or no longer: messages can be answered by "
    "reply for 90 days, and until you change your password or the server's key is replaced. Send a "
    "mail with this subject instead:"
)
NO_REFERENCE = (
    "Nothing was done. Your mail doesn't tell which mail of ours it answers, so it tells neither "
    'who you are nor which board you mean. Choose "Reply" in the newest mail about your board, and '
    "leave the address as it is, or write the command in full, such as:"
)
NO_BOARD = (
    "Nothing was done. The mail that you reply to belongs to no single board, so a word or a move "
    "alone doesn't say what it is for. For what the mail offers, send the line that stands in it, "
    "or tap its link. To move, reply to the board's own mail, follow the line that stands above "
    "the board in a mail about several, or write the command in full, such as "
    '"knightpanic move 101 USERID PASSWORD a1-c5". "help" alone gives an overview.'
)
EXAMPLE = "GAME move BOARD USERID PASSWORD MOVE"
MESSAGE_EXAMPLE = "message USERID PASSWORD TO"


def thread_reference(parsed_mail: ParsedMail) -> tuple[str, int] | None:
    """Returns the game and number of the board whose thread an email belongs to, or None."""
    return next(filter(None, map(read_thread_id, parsed_mail.references)), None)


def is_reply_to_us(parsed_mail: ParsedMail, host: str) -> bool:
    """Whether the email is a reply to any of our emails."""
    return any(id.lower().endswith(f"@{host.lower()}>") for id in parsed_mail.references)


def explain_bad_reply(
    parsed_mail: ParsedMail,
    labels: Sequence[str],
    *,
    by_reference: bool,
    valid_since: datetime | None = None,
) -> str:
    """Returns the possible reasons why a reply isn't valid, and how to write the command in full.

    `by_reference`: whether the labels are from references and not from an address.
    `valid_since`: the start of the oldest valid key, if there were keys before it.
    """
    if any(label.startswith(MESSAGE) for label in labels):
        return f"{filled(BAD_MESSAGE_ADDRESS)}\n  {MESSAGE_EXAMPLE}"
    board = thread_reference(parsed_mail)
    example = f"{board[0]} move {board[1]} USERID PASSWORD MOVE" if board else EXAMPLE
    if not (labels or board):
        return filled(NO_BOARD)
    replaced = KEY_REPLACED.format(local_time(valid_since)) if valid_since else ""
    invalid = (BAD_REFERENCE if by_reference else BAD_ADDRESS).format(replaced)
    return f"{filled(invalid if labels else NO_REFERENCE)}\n  {example}"
