"""Texts that players write for others: without passwords, tokens and forged rules."""

import re

from commands.context.context import Context
from commands.security.masking import mask_addresses
from commands.system.secrets.secret import Secret
from pbm.board.address_masking import without_addresses
from pbm.board.board import Board
from pbm.board.players import Player

MAX_COMMENT_LENGTH = 8_000
COMMENT_RULE = re.compile(r"(?m)^[ \t]*\*[* \t]{18,}$")
"""A line of stars, like that above comments: with one, a writer could forge others' comments."""
_PASSWORD_OPTION = re.compile(r"(-password=)\S+", re.IGNORECASE)


def clean_comment(context: Context, first: str, body: str, password: Secret) -> str:
    """Returns the comment of a command's line and the mail's body, which others may read.

    It is without the password, and without reply addresses, which are secrets of their owners.
    """
    written = "\n".join(filter(None, [first.strip(), body.strip()]))
    if not written:
        return ""
    comment = COMMENT_RULE.sub("***", password.hide(written))
    comment = _PASSWORD_OPTION.sub(r"\1***", comment)
    comment = masked(context, comment)
    if len(comment) <= MAX_COMMENT_LENGTH:
        return comment
    note = f"[cut here: comments are at most {MAX_COMMENT_LENGTH} long]"
    return f"{comment[:MAX_COMMENT_LENGTH]}\n{note}"


def publish_comment(context: Context, board: Board, player: Player, comment: str) -> None:
    """Stores a comment for the board's page, if its writer wants that and the board is public.

    `board`: right after what the comment is about. Mail addresses in the comment are left out.
    """
    if comment and board.seat_of(player) is not None:
        text = without_addresses(comment)
        context.work.published_comments.add(board, player, text, context.now())


def masked(context: Context, text: str) -> str:
    """Returns a text without secret addresses and codes of the server."""
    return mask_addresses(text, context.site, context.codes)
