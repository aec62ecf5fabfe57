"""Chat that waits until its writer confirms it."""

import hashlib

from pydantic import BaseModel, ConfigDict

from commands.boards.comments import MAX_COMMENT_LENGTH, clean_comment
from commands.content.reply_claims import LOW_16_BITS, ReplyClaims, claims_of
from commands.context.context import Context
from commands.players.confirmation_mails import CONFIRMATION_PERIOD
from commands.system.secrets.secret import Secret
from pbm.board.board import Board
from pbm.stored import Pending


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
