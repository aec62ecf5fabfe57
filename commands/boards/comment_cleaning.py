"""Clean and publish texts that players write to others.

Passwords, tokens and lines that imitate pbm's own separators are removed.
"""

import re

from commands.context.context import Context
from commands.security.masking import mask_addresses
from commands.system.secrets.secret import Secret
from pbm.board.address_masking import without_addresses
from pbm.board.board import Board
from pbm.board.players import Player

MAX_COMMENT_LENGTH = 8_000
COMMENT_RULE = re.compile(r"(?m)^[ \t]*\*[* \t]{18,}$")
"""Matches a line of stars such as pbm puts above comments. With it, a player could forge somebody
else's comment.
"""
_PASSWORD_OPTION = re.compile(r"(-password=)\S+", re.IGNORECASE)


def clean_comment(context: Context, first: str, body: str, password: Secret) -> str:
    """Returns the comment that other players may read.

    `first`: the comment on the command's line.
    `body`: the text of the email.
    `password`: removed from the comment. Reply addresses are removed, too, because they are secrets
    of their owners.
    """
    written = "\n".join(filter(None, [first.strip(), body.strip()]))
    if not written:
        return ""
    comment = COMMENT_RULE.sub("***", password.hide(written))
    # The text may contain a challenge with a password, copied or misplaced.
    comment = _PASSWORD_OPTION.sub(r"\1***", comment)
    comment = masked(context, comment)
    if len(comment) <= MAX_COMMENT_LENGTH:
        return comment
    note = f"[cut: a comment can have at most {MAX_COMMENT_LENGTH:,} characters]"
    return f"{comment[:MAX_COMMENT_LENGTH]}\n{note}"


def publish_comment(context: Context, board: Board, player: Player, comment: str) -> None:
    """Stores a comment for the board's web page if its author allows it and the board is public.

    `board`: the board right after the move that the comment is about. Email addresses in the
    comment are removed.
    """
    if comment and board.seat_of(player) is not None:
        text = without_addresses(comment)
        context.work.published_comments.add(board, player, text, context.now())


def masked(context: Context, text: str) -> str:
    """Returns a text without secret addresses and codes of the server."""
    return mask_addresses(text, context.site, context.codes)
