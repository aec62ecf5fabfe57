"""Records reply addresses that other people know because a player sent them a copy of a reply.

A board's token doesn't change until the board changes. A message's token is the same for a day.
Until then, somebody who finds a token in the headers of a copy could use it. So actions that can't
be undone need a confirmation until the token changes. All commands by a digest's token need one,
because the token is valid for many boards.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from commands.content.reply_claims import DigestClaims, MessageClaims, ReplyAge, ReplyClaims
from commands.replies.contexts.board_context import ReplyContext, find_reply_context
from commands.replies.contexts.digest_context import DigestContext, find_digest_context
from commands.replies.contexts.message_context import MessageContext, find_message_context
from commands.security.tokens import TokenSigner, UnverifiedClaims
from commands.system.stored_types import UnitOfWork
from mail.same_mailbox import mailbox
from pbm.board.players import Player
from pbm.errors import UserError
from pbm.generations import Generations

MEMORY = timedelta(days=366)
Claims = ReplyClaims | MessageClaims | DigestClaims


@dataclass(frozen=True)
class KnownReplyAddresses:
    """The reply addresses that are known to other people at this time."""

    work: UnitOfWork
    now: datetime
    address: str
    """The server's email address."""

    def marked(self, replying: ReplyContext | None) -> ReplyContext | None:
        """Returns the context with `shared` set if other people know its reply address."""
        is_shared = replying is not None and self._is_known(_key(replying.claims))
        return replace(replying, shared=True) if replying and is_shared else replying

    def marked_message(self, message: MessageContext | None) -> MessageContext | None:
        """Returns the context with an old age if other people know its reply address."""
        is_shared = message is not None and self._is_known(_key(message.claims))
        return replace(message, age=ReplyAge.OLD) if message and is_shared else message

    def marked_digest(self, digest: DigestContext | None) -> DigestContext | None:
        """Returns the context with an old age if other people know its reply address."""
        is_shared = digest is not None and self._is_known(_key(digest.claims))
        return replace(digest, age=ReplyAge.OLD) if digest and is_shared else digest

    def record(self, claims: Claims, player: Player, addressees: Sequence[str]) -> None:
        """Records that the player's reply address was shown to these addressees.

        Does nothing if all of them are the player's own addresses or the server's.
        """
        key, unshared = _key(claims), {mailbox(each) for each in (self.address, *player.addresses)}
        if not unshared.issuperset(map(mailbox, addressees)) and not self._is_known(key):
            self.work.limit_counts.add(key, self.now, self.now + MEMORY)

    def record_all(
        self, tokens: TokenSigner, labels: Sequence[str], addressees: Sequence[str]
    ) -> None:
        """Records all labels in an email's headers as known to its addressees."""
        if {mailbox(self.address)}.issuperset(map(mailbox, addressees)):
            return
        for label in labels:
            with suppress(UserError):  # a frozen board can't be read
                self._record_label(tokens, label, addressees)

    def _record_label(self, tokens: TokenSigner, label: str, addressees: Sequence[str]) -> None:
        if replying := find_reply_context(self.work, tokens, [label], (), self.now):
            self.record(replying.claims, replying.writer, addressees)
        elif message := find_message_context(self.work, tokens, [label], (), self.now):
            self.record(message.claims, message.reader, addressees)
        elif digest := find_digest_context(self.work, tokens, [label], ()):
            self.record(digest.claims, digest.reader, addressees)

    def _is_known(self, key: str) -> bool:
        return bool(self.work.limit_counts.times([key], self.now)[key])


def shared_counters(claims: UnverifiedClaims, generations: Generations) -> Iterator[str]:
    """Yields the possible keys of a reply address whose token isn't verified yet."""
    possible = generations.knowing(board=claims.board)
    return (_seat_key(claims, generation) for generation in possible)


def _key(claims: Claims) -> str:
    """Returns the key under which a reply address is recorded in `limit_counts`."""
    if isinstance(claims, MessageClaims):
        return f"shared message {claims.reader} {claims.writer} {claims.day}"
    if isinstance(claims, DigestClaims):
        return f"shared digest {claims.reader} {claims.second}"
    return _seat_key(claims, claims.generation)


def _seat_key(claims: ReplyClaims | UnverifiedClaims, generation: int) -> str:
    return f"shared {claims.board} {claims.place} {generation} {claims.epoch} {claims.ply}"
