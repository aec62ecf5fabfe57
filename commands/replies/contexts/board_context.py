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

    @cached_property
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
