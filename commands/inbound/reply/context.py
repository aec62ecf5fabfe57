"""The context of a reply to a mail about a board, from the token in the reply address."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from commands.context.deputy_rights import addressed_to_deputy, deputy_at, deputy_claims
from commands.messages.content import BoardSnapshot
from commands.messages.reply_claims import (
    MessageClaims,
    ReplyAge,
    ReplyClaims,
    claims_of,
    password_stamp,
    reply_age,
)
from commands.messages.snapshot import snapshot_of
from commands.security.tokens import TokenSigner, UnverifiedClaims, UnverifiedMessage
from commands.system.stored_types import UnitOfWork
from mail.addresses import mailbox
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import BoardFrozenError, UserError
from pbm.generations import Generations


@dataclass(frozen=True)
class ReplyContext:
    """The board and claims of a reply address, used by its player or by somebody who found it."""

    board: Board
    claims: ReplyClaims
    """The claims as signed: the state when the mail was sent, each number cut to 16 bits."""
    registered_sender: str
    """The player's registered address from which the mail came; empty for any other address."""
    prefix: str = ""
    """The kind of the mail replied to: CHAT, ASKING or none."""
    held: str = ""
    """The words that a yes sends."""
    by_subject: bool = False
    """True if the mail came to our plain address, and its subject alone names the board."""
    shared: bool = False
    """True if others have been sent an address of the player's for this state of the board."""
    deputy: Player | None = None
    """The player who replies as the deputy of the seat's player, and moves for them."""

    @property
    def age(self) -> ReplyAge:
        """The age of the mail replied to; an address that others know counts as old."""
        return ReplyAge.OLD if self.shared else reply_age(self.board, self.claims)

    @property
    def player(self) -> Player:
        """The player of the seat for which the token was signed."""
        return self.board.players[self.claims.seat]

    @property
    def writer(self) -> Player:
        """The player for whom the token was signed."""
        return self.deputy or self.player

    def ticket(self, board: Board) -> ReplyClaims:
        """Returns the claims of the writer's next reply about the board as it is now."""
        seat = self.claims.seat
        if self.deputy:
            return deputy_claims(board, seat, self.deputy)
        return claims_of(board).for_seat(seat)

    def snapshot(self, board: Board) -> BoardSnapshot:
        """Returns a snapshot of the board for the writer."""
        if self.deputy:
            return addressed_to_deputy(snapshot_of(board), board, self.claims.seat, self.deputy)
        return snapshot_of(board, to=self.player.userid)

    @property
    def holds_move(self) -> bool:
        """True if a move waits for the player's yes, and no offer does."""
        return self._has_held_move and self.claims.seat not in self.board.asked

    @property
    def is_offered(self) -> bool:
        """True if the mail replied to shows an offer that waits for the player's yes or no.

        Where a move waits as well, either word could mean one of the two.
        """
        is_asked = self.claims.seat in self.board.asked
        return is_asked and self.age is ReplyAge.LATEST and not self._has_held_move

    @property
    def _has_held_move(self) -> bool:
        move = self.board.submitted.get(self.claims.seat, "").partition("\n")[0]
        is_due = move.endswith(f"#{self.board.match.ply + 1}")
        return is_due and self.board.mover == self.player

    @property
    def others(self) -> list[Player]:
        """The other players, without robots."""
        players = self.board.players
        return [each for each in players if each != self.player and not each.robot]

    @property
    def names(self) -> frozenset[str]:
        """The userids that address a player where they stand alone on a line: "Hi, Bob!"."""
        return names_on(self.board)

    def current_board(self, work: UnitOfWork) -> Board | None:
        """Returns the board as it is now.

        None for a sender who isn't registered, and so must be confirmed; and if it is frozen.
        """
        if self.registered_sender:
            with suppress(BoardFrozenError):
                return work.boards.find(self.board.game.name, self.board.number)
        return None


def names_on(board: Board) -> frozenset[str]:
    """Returns the userids of a board's players, in lower case, without such as are moves."""
    userids = (player.userid.lower() for player in board.players)
    return frozenset(name for name in userids if board.match.outcome or not board.match.reads(name))


def find_reply_context(
    work: UnitOfWork,
    tokens: TokenSigner,
    labels: Sequence[str],
    senders: Sequence[str],
    now: datetime,
) -> ReplyContext | None:
    """Returns the context of a reply, or None for a mail with no valid token.

    Of several tokens, as in a reply to all, the sender's own counts. `senders`: the addresses in
    whose name the mail may have been sent.
    """
    found = [
        reply for label in labels if (reply := _reply_context(work, tokens, label, senders, now))
    ]
    return next((reply for reply in found if reply.registered_sender), found[0] if found else None)


def _reply_context(
    work: UnitOfWork, tokens: TokenSigner, label: str, senders: Sequence[str], now: datetime
) -> ReplyContext | None:
    unverified = tokens.read_claims(label)
    board = work.boards.lock_id(unverified.board) if unverified else None
    if not unverified or not board or unverified.seat >= len(board.players):
        return None
    player, deputy = board.players[unverified.seat], None
    stamp = password_stamp(player)
    if unverified.by_deputy:
        deputy = deputy_at(work, board, unverified.seat, now)
        if deputy is None:
            return None
        stamp = deputy_claims(board, unverified.seat, deputy).stamp
    generation = tokens.signed_generation(unverified, stamp)
    if generation is None:
        return None
    claims = ReplyClaims(
        board=board.id,
        epoch=unverified.epoch,
        ply=unverified.ply,
        seat=unverified.seat,
        stamp=stamp,
        generation=generation,
        offer=unverified.offer,
        by_deputy=unverified.by_deputy,
    )
    sender = registered_sender(deputy or player, senders)
    return ReplyContext(board, claims, sender, unverified.prefix, deputy=deputy)


def registered_sender(player: Player, senders: Sequence[str]) -> str:
    """Returns the first of these addresses that is registered for the player, or nothing.

    The From header counts as well as the envelope: forwarders rewrite the envelope, and neither
    is proof. The token is the proof.
    """
    registered = {address.lower(): address for address in player.addresses}
    return next((registered[sender] for sender in senders if sender in registered), "")


# The context of a reply to a player's message, from the token in the reply address.


@dataclass(frozen=True)
class MessageContext:
    """The pair of players of a reply address: the reader of a message, and its writer."""

    reader: Player
    writer: Player
    claims: MessageClaims
    registered_sender: str
    """The reader's registered address from which the mail came; empty for any other address."""
    age: ReplyAge
    """The age of the message."""


def find_message_context(
    work: UnitOfWork,
    tokens: TokenSigner,
    labels: Sequence[str],
    senders: Sequence[str],
    now: datetime,
) -> MessageContext | None:
    """Returns the context of a reply to a message, or None for a mail with no valid token."""
    unverified = next(filter(None, map(tokens.read_message, labels)), None)
    if unverified is None:
        return None
    try:
        reader, writer = work.players.by_ids([unverified.reader, unverified.writer])
    except KeyError:  # the token is of an older database
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


# Reply tokens that others know, as the player has sent them a copy of a reply.
#
# While the board stays as it is, so does the token, and that for messages of a day is one: whoever
# has read it in the headers of a copy could use it at once. So what can't be taken back is
# confirmed until there is another token.

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
