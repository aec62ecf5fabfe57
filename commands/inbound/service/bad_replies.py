"""Explains to the writer of a reply why its address or reference isn't valid."""

from collections.abc import Sequence
from datetime import datetime

from commands.content.thread_ids import read_thread_id
from commands.security.tokens import MESSAGE
from mail.reading.parsed_mail import ParsedMail
from pbm.wording import filled, local_time

NOT_UNDERSTOOD = "We didn't understand your reply"
"""The subject of the explanation."""
BAD_ADDRESS = (
    "The address you replied to isn't valid, so we haven't done anything. Possible reasons: the "
    "address was changed in transit, your password has changed, {}or the server was restored from "
    "a backup that doesn't contain your game. Reply to the newest email about the game, or write "
    "the command in full, for example:"
)
BAD_REFERENCE = (
    "We can't accept replies to that email, so we haven't done anything. Possible reasons: its "
    "Message-ID was changed in transit, your password has changed, {}or the server was restored "
    "from a backup that doesn't contain your game. Reply to the newest email about the game, or "
    "write the command in full, for example:"
)
KEY_REPLACED = "the server's key was replaced (you can't reply to emails from before {}), "
"""A possible reason for an invalid token.

Every explanation mentions it, so that the text doesn't reveal which key signed the token.
"""
BAD_MESSAGE_ADDRESS = (
    "We haven't sent your reply, because you can no longer reply to that message. You can reply to "
    "a message for 90 days, unless you change your password or the server's key is replaced. "
    "Instead, send an email with this subject:"
)
NO_REFERENCE = (
    "We can't tell which of our emails you're replying to, who you are or which game you mean, so "
    "we haven't done anything. Choose \"Reply\" in the newest email about your game, and don't "
    "change the address that your reply goes to. Or write the command in full, for example:"
)
NO_BOARD = (
    "The email that you replied to isn't about a single game, so we haven't done anything.\n"
    "To move, reply to the newest email about your game. If that email shows several games, follow "
    "the instruction above the board.\n"
    "To use a command from the email, tap its link, or send the line with the command in a new "
    "email.\n"
    'You can also write a command in full, such as "knightpanic move 101 USERID PASSWORD a1-c5". '
    "For an overview of the commands, send: help"
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
        return "\n".join(map(filled, NO_BOARD.split("\n")))
    replaced = KEY_REPLACED.format(local_time(valid_since)) if valid_since else ""
    invalid = (BAD_REFERENCE if by_reference else BAD_ADDRESS).format(replaced)
    return f"{filled(invalid if labels else NO_REFERENCE)}\n  {example}"
