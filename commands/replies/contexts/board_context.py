"""The context of a reply to an email about a board, from the token in the reply address."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from commands.content.messages import BoardSnapshot
from commands.content.reply_claims import (
    ReplyAge,
    ReplyClaims,
    claims_of,
    password_stamp,
    reply_age,
)
from commands.content.snapshot import snapshot_of
from commands.context.deputy_rights import addressed_to_deputy, deputy_at, deputy_claims
from commands.security.tokens import TokenSigner
from commands.system.stored_types import UnitOfWork
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import BoardFrozenError


@dataclass(frozen=True)
class ReplyContext:
    """The board of a reply, and the claims of the token in the reply address.

    The token proves only that its user has seen the address. Somebody else may have seen it, too,
    in a copy of the email. `registered_sender` shows whether the email is from the player.
    """

    board: Board
    claims: ReplyClaims
    """The signed claims: the state of the board when the email was sent. Numbers are cut to 16
    bits.
    """
    registered_sender: str
    """The player's registered address that sent the email, or "" if the sender isn't registered."""
    prefix: str = ""
    """The kind of the email replied to: CHAT, ASKING, or "" for any other kind."""
    pending_chat: str = ""
    """The pending chat that is sent if the reply says yes."""
    by_subject: bool = False
    """Whether only the subject names the board, because the email was sent to pbm's plain address.
    """
    shared: bool = False
    """Whether the reply address was shown to other people since the board last changed."""
    deputy: Player | None = None
    """The deputy who writes the reply and moves for the player of the seat, if there is one."""

    @property
    def age(self) -> ReplyAge:
        """The age of the email replied to. It is OLD if other people know the reply address."""
        return ReplyAge.OLD if self.shared else reply_age(self.board, self.claims)

    @property
    def player(self) -> Player:
        """The player of the token's seat, even if a deputy writes the reply."""
        return self.board.players[self.claims.seat]

    @property
    def writer(self) -> Player:
        """The player or deputy to whom the reply address was sent."""
        return self.deputy or self.player

    def next_claims(self, board: Board) -> ReplyClaims:
        """Returns the claims of the writer's next reply address, for the board's present state."""
        seat = self.claims.seat
        if self.deputy:
            return deputy_claims(board, seat, self.deputy)
        return claims_of(board).for_seat(seat)

    def snapshot(self, board: Board) -> BoardSnapshot:
        """Returns a snapshot of the board as the writer sees it."""
        if self.deputy:
            return addressed_to_deputy(snapshot_of(board), board, self.claims.seat, self.deputy)
        return snapshot_of(board, to=self.player.userid)

    @property
    def has_pending_move(self) -> bool:
        """Whether a move is pending, and no offer is. Then "yes" confirms the move."""
        return self._is_move_pending and not self.is_asked

    @property
    def is_asked(self) -> bool:
        """Whether an offer to the player is open."""
        return self.claims.seat in self.board.asked

    @property
    def is_undo_asked(self) -> bool:
        """Whether another player asks this player to take a move back."""
        offer = self.board.offer
        return self.is_asked and offer is not None and offer.kind == "undo"

    @property
    def is_offered(self) -> bool:
        """Whether the email replied to shows an open offer. A "yes" accepts it, a "no" declines it.

        False if a move is pending, too, because a yes or no could then be about either of them.
        """
        return self.is_asked and self.age is ReplyAge.LATEST and not self._is_move_pending

    @property
    def has_move_and_offer(self) -> bool:
        """Whether a move is pending while an offer is open. Then a "yes" may mean either."""
        return self.is_asked and self._is_move_pending

    @property
    def _is_move_pending(self) -> bool:
        move = self.board.submitted.get(self.claims.seat, "").partition("\n")[0]
        is_due = move.endswith(f"#{self.board.match.ply + 1}")
        return is_due and self.board.mover == self.player

    @property
    def others(self) -> list[Player]:
        """The other players of the board, without robots."""
        players = self.board.players
        return [each for each in players if each != self.player and not each.robot]

    @cached_property
    def names(self) -> frozenset[str]:
        """Userids in lower case by which a line may address somebody: "Hi, Bob!"."""
        return names_on(self.board)

    def current_board(self, work: UnitOfWork) -> Board | None:
        """Returns the board in its present state, to be shown in the response.

        Returns None if the board is frozen, or if the sender isn't registered. An unregistered
        sender must not see the board.
        """
        if self.registered_sender:
            with suppress(BoardFrozenError):
                return work.boards.find(self.board.game.name, self.board.number)
        return None


def names_on(board: Board) -> frozenset[str]:
    """Returns the board's userids in lower case, except userids that are also moves."""
    userids = (player.userid.lower() for player in board.players)
    return frozenset(name for name in userids if board.match.outcome or not board.match.reads(name))


def find_reply_context(
    work: UnitOfWork,
    tokens: TokenSigner,
    labels: Sequence[str],
    senders: Sequence[str],
    now: datetime,
) -> ReplyContext | None:
    """Returns the context of a reply, or None if the email has no valid token.

    A reply to all may have several tokens. Then the token of the sender is used, if there is one.

    `senders`: the addresses of the envelope and the From header.
    """
    contexts = [
        reply for label in labels if (reply := _reply_context(work, tokens, label, senders, now))
    ]
    return next(
        (reply for reply in contexts if reply.registered_sender), contexts[0] if contexts else None
    )


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
    """Returns the first of these addresses that is registered for the player, or "".

    Envelope and From header are both accepted, because forwarders rewrite the envelope. Neither is
    proof. The token is the proof.
    """
    registered = {address.lower(): address for address in player.addresses}
    return next((registered[sender] for sender in senders if sender in registered), "")
