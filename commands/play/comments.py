"""Texts that players write for others: without passwords, tokens and forged rules."""

import hashlib
import re

from pydantic import BaseModel, ConfigDict

from commands.context.address_confirmation import CONFIRMATION_PERIOD
from commands.context.context import Context
from commands.messages.reply_claims import LOW_16_BITS, ReplyClaims, claims_of
from commands.security.masking import mask_addresses
from pbm.board.board import Board, Player
from pbm.board.public_boards import without_addresses
from pbm.secret import Secret
from pbm.stored import Pending

MAX_COMMENT_LENGTH = 8_000
COMMENT_RULE = re.compile(r"(?m)^[ \t]*\*[* \t]{18,}$")
"""A line of stars, like that above comments: with one, a writer could forge others' comments."""
_PASSWORD_OPTION = re.compile(r"(-password=)\S+", re.IGNORECASE)


def clean_comment(context: Context, first: str, body: str, password: Secret) -> str:
    """Returns the comment of a command's line and the mail's body, which others may read.

    It is without the password, and without reply addresses, which are secrets of their owners.
    """
    written = "\n".join(filter(None, [first.strip(), body.strip()]))
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
    if comment:
        text = without_addresses(comment)
        context.work.published_comments.add(board, player, text, context.now())


class HeldWords(BaseModel):
    """Words of a player on a board, which are sent once the player says yes."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)
    board: str
    text: str
    mails: int = 1
    """The number of mails that they came in."""


def hold_words(context: Context, board: Board, seat: int, text: str) -> HeldWords | None:
    """Holds words with those held before in the same position.

    Returns all of them, or None if they are too long.
    """
    claims = claims_of(board).for_seat(seat)
    waiting, earlier = _pending(context, claims), held_words(context, claims)
    text = clean_comment(context, "", text, Secret(""))
    held = HeldWords(board=f"{board.game.name} {board.number}", text=text)
    if earlier:
        new = earlier.text if earlier.text.endswith(text) else f"{earlier.text}\n\n{text}"
        held = held.model_copy(update={"text": new, "mails": earlier.mails + 1})
    if len(held.text) > MAX_COMMENT_LENGTH:
        return None
    drop_held_words(context, claims)
    until = waiting.until if waiting else context.now() + CONFIRMATION_PERIOD
    pending = Pending("words", board.players[seat].id, held.model_dump_json(), until)
    context.work.pending_confirmations.add(_held_key(claims), pending)
    return held


def held_words(context: Context, claims: ReplyClaims) -> HeldWords | None:
    """Returns the words that wait for a yes to a mail about this position."""
    found = _pending(context, claims)
    return HeldWords.model_validate_json(found.content) if found else None


def _pending(context: Context, claims: ReplyClaims) -> Pending | None:
    return context.work.pending_confirmations.find(_held_key(claims), context.now())


def drop_held_words(context: Context, claims: ReplyClaims) -> None:
    """Deletes the words that wait for a yes to a mail about this position."""
    context.work.pending_confirmations.take(_held_key(claims), context.now())


def _held_key(claims: ReplyClaims) -> str:
    """Returns the key of words, which is of one position: nobody wants old ones sent later."""
    position = f"{claims.epoch & LOW_16_BITS} {claims.ply & LOW_16_BITS}"
    return hashlib.sha256(f"words {claims.board} {claims.seat} {position}".encode()).hexdigest()


def masked(context: Context, text: str) -> str:
    """Returns a text without secret addresses and codes of the server."""
    return mask_addresses(text, context.site, context.codes)
