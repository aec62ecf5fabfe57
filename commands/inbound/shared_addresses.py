"""Reply addresses that others know, as the player has sent them a copy of a reply.

While the board stays as it is, so does the address, and that for messages of a day is one: whoever
has read it in a Cc could use it at once. So what can't be taken back is confirmed until there is
another address.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from commands.inbound.message_context import MessageContext
from commands.inbound.reply_context import ReplyContext
from commands.messages.reply_claims import MessageClaims, ReplyAge, ReplyClaims
from mail.reading.mailboxes import mailbox
from pbm.board import Player
from pbm.ports import UnitOfWork

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
            self.work.rate_counters.add(key, self.now, self.now + MEMORY)

    def _is_known(self, key: str) -> bool:
        return bool(self.work.rate_counters.of([key], self.now)[key])


def _key(claims: ReplyClaims | MessageClaims) -> str:
    """Returns the counter of a reply address."""
    if isinstance(claims, MessageClaims):
        return f"shared message {claims.reader} {claims.writer} {claims.day}"
    state = f"{claims.generation} {claims.epoch} {claims.ply}"
    return f"shared {claims.board} {claims.seat} {state}"
