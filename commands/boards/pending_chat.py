"""Chat that isn't sent until its author confirms it."""

import hashlib

from pydantic import BaseModel, ConfigDict

from commands.boards.comment_cleaning import MAX_COMMENT_LENGTH, clean_comment
from commands.content.reply_claims import LOW_16_BITS, ReplyClaims, claims_of
from commands.context.context import Context
from commands.players.confirmation_mails import CONFIRMATION_PERIOD
from commands.system.secrets.secret import Secret
from pbm.board.board import Board
from pbm.stored_values import Pending


class PendingChat(BaseModel):
    """Text by a player of a board that is sent after the player replies yes."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)
    board: str
    text: str
    mails: int = 1
    """Number of emails that the text came from."""


def add_pending_chat(context: Context, board: Board, seat: int, text: str) -> PendingChat | None:
    """Stores a text together with pending chat from the same player in the same position.

    Returns all pending chat, or None if it would be too long.
    """
    claims = claims_of(board).for_seat(seat)
    waiting, earlier = _pending(context, claims), find_pending_chat(context, claims)
    text = clean_comment(context, "", text, Secret(""))
    held = PendingChat(board=f"{board.game.name} {board.number}", text=text)
    if earlier:
        new = earlier.text if earlier.text.endswith(text) else f"{earlier.text}\n\n{text}"
        held = held.model_copy(update={"text": new, "mails": earlier.mails + 1})
    if len(held.text) > MAX_COMMENT_LENGTH:
        return None
    drop_pending_chat(context, claims)
    until = waiting.until if waiting else context.now() + CONFIRMATION_PERIOD
    pending = Pending("words", board.players[seat].id, held.model_dump_json(), until)
    context.work.pending_confirmations.add(_key(claims), pending)
    return held


def find_pending_chat(context: Context, claims: ReplyClaims) -> PendingChat | None:
    """Returns the pending chat that a yes to an email about this position would send."""
    pending = _pending(context, claims)
    return PendingChat.model_validate_json(pending.content) if pending else None


def _pending(context: Context, claims: ReplyClaims) -> Pending | None:
    return context.work.pending_confirmations.find(_key(claims), context.now())


def drop_pending_chat(context: Context, claims: ReplyClaims) -> None:
    """Deletes the pending chat of this position."""
    context.work.pending_confirmations.take(_key(claims), context.now())


def _key(claims: ReplyClaims) -> str:
    """Returns the key of pending chat.

    It contains the position, because nobody wants old chat sent later.
    """
    position = f"{claims.epoch & LOW_16_BITS} {claims.ply & LOW_16_BITS}"
    return hashlib.sha256(f"words {claims.board} {claims.seat} {position}".encode()).hexdigest()
