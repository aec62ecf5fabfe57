"""The context of a reply to a player's message, from the token in the reply address."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from commands.content.reply_claims import (
    MessageClaims,
    ReplyAge,
    password_stamp,
)
from commands.replies.contexts.board_context import registered_sender
from commands.security.tokens import TokenSigner, UnverifiedMessage
from commands.system.stored_types import UnitOfWork
from pbm.board.players import Player


@dataclass(frozen=True)
class MessageContext:
    """The two players of a message's reply address: the reader, who replies, and the writer."""

    reader: Player
    writer: Player
    claims: MessageClaims
    registered_sender: str
    """The reader's registered address that sent the reply, or "" if the sender isn't registered."""
    age: ReplyAge


def find_message_context(
    work: UnitOfWork,
    tokens: TokenSigner,
    labels: Sequence[str],
    senders: Sequence[str],
    now: datetime,
) -> MessageContext | None:
    """Returns the context of a reply to a message, or None if the email has no valid token."""
    unverified = next(filter(None, map(tokens.read_message, labels)), None)
    if unverified is None:
        return None
    try:
        reader, writer = work.players.by_ids([unverified.reader, unverified.writer])
    except KeyError:  # the token is from another database with other players
        return None
    claims = _claims(unverified, reader)
    if not tokens.verify_message(unverified, claims.stamp) or claims.expired(now):
        return None
    return MessageContext(
        reader, writer, claims, registered_sender(reader, senders), claims.age(now)
    )


def _claims(unverified: UnverifiedMessage, reader: Player) -> MessageClaims:
    return MessageClaims(
        reader=unverified.reader,
        writer=unverified.writer,
        day=unverified.day,
        stamp=password_stamp(reader),
    )
