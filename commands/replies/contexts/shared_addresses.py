"""Reply tokens that others know, because the player has sent them a copy of a reply.

The token stays the same as long as the board does, and the token for messages is the same for a
day. Anyone who has read it in the headers of a copy could use it at once. So actions that can't be
undone need confirmation until there is another token.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from commands.content.reply_claims import (
    MessageClaims,
    ReplyAge,
    ReplyClaims,
)
from commands.replies.contexts.board_context import ReplyContext, find_reply_context
from commands.replies.contexts.message_context import MessageContext, find_message_context
from commands.security.tokens import TokenSigner, UnverifiedClaims
from commands.system.stored_types import UnitOfWork
from mail.addresses import mailbox
from pbm.board.players import Player
from pbm.errors import UserError
from pbm.generations import Generations

MEMORY = timedelta(days=366)


@dataclass(frozen=True)
class SharedAddresses:
    """The reply addresses that others have been sent, as of now."""

    work: UnitOfWork
    now: datetime
    address: str
    """The server's address."""

    def marked(self, replying: ReplyContext | None) -> ReplyContext | None:
        """Returns the context of a reply, marked if its address was shown to others before."""
        known = replying is not None and self._is_known(_key(replying.claims))
        return replace(replying, shared=True) if replying and known else replying

    def marked_message(self, message: MessageContext | None) -> MessageContext | None:
        """Returns the context of a reply to a message, likewise."""
        known = message is not None and self._is_known(_key(message.claims))
        return replace(message, age=ReplyAge.OLD) if message and known else message

    def record(
        self, claims: ReplyClaims | MessageClaims, player: Player, addressees: Sequence[str]
    ) -> None:
        """Records a reply address of this player's that was shown to these addressees."""
        key, own = _key(claims), {mailbox(each) for each in (self.address, *player.addresses)}
        if not own.issuperset(map(mailbox, addressees)) and not self._is_known(key):
            self.work.limit_counts.add(key, self.now, self.now + MEMORY)

    def record_all(
        self, tokens: TokenSigner, labels: Sequence[str], addressees: Sequence[str]
    ) -> None:
        """Records the labels in a mail's headers that these addressees needn't know."""
        if {mailbox(self.address)}.issuperset(map(mailbox, addressees)):
            return
        for label in labels:
            with suppress(UserError):  # the board is frozen
                self._record_label(tokens, label, addressees)

    def _record_label(self, tokens: TokenSigner, label: str, addressees: Sequence[str]) -> None:
        if replying := find_reply_context(self.work, tokens, [label], (), self.now):
            self.record(replying.claims, replying.writer, addressees)
        elif message := find_message_context(self.work, tokens, [label], (), self.now):
            self.record(message.claims, message.reader, addressees)

    def _is_known(self, key: str) -> bool:
        return bool(self.work.limit_counts.times([key], self.now)[key])


def shared_counters(claims: UnverifiedClaims, generations: Generations) -> Iterator[str]:
    """Yields the counters of a reply address, one of which it has if its token is valid."""
    known = generations.knowing(board=claims.board)
    return (_seat_key(claims, generation) for generation in known)


def _key(claims: ReplyClaims | MessageClaims) -> str:
    """Returns the counter of a reply address."""
    if isinstance(claims, MessageClaims):
        return f"shared message {claims.reader} {claims.writer} {claims.day}"
    return _seat_key(claims, claims.generation)


def _seat_key(claims: ReplyClaims | UnverifiedClaims, generation: int) -> str:
    return f"shared {claims.board} {claims.place} {generation} {claims.epoch} {claims.ply}"
