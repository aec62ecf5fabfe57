"""The context of a reply to a mail about a board, from the token in the reply address."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from commands.messages.reply_claims import ReplyAge, ReplyClaims, password_stamp, reply_age
from commands.security.tokens import TokenSigner
from pbm.board.board import Board, Player

if TYPE_CHECKING:
    from storage.unit_of_work import UnitOfWork


@dataclass(frozen=True)
class ReplyContext:
    """The board and claims of a reply address, used by its player or by somebody who found it."""

    board: Board
    claims: ReplyClaims
    """The claims as signed: the state is that of the mail replied to, cut to 16 bits a number."""
    registered_sender: str
    """The player's registered address from which the letter came; empty for any other address."""
    prefix: str = ""
    """The kind of the mail replied to: CHAT, ASKING or none."""
    held: str = ""
    """The words that a yes sends."""
    by_subject: bool = False
    """True if the letter came to our plain address, and its subject alone names the board."""
    shared: bool = False
    """True if others have been sent an address of the player's for this state of the board."""

    @property
    def age(self) -> ReplyAge:
        """The age of the mail replied to; an address that others know counts as old."""
        return ReplyAge.OLD if self.shared else reply_age(self.board, self.claims)

    @property
    def player(self) -> Player:
        """The player for whom the token was signed."""
        return self.board.players[self.claims.seat]

    @property
    def others(self) -> list[Player]:
        """The other players, without robots."""
        players = self.board.players
        return [each for each in players if each != self.player and not each.robot]

    @property
    def names(self) -> frozenset[str]:
        """The userids that address a player where they stand alone on a line: "Hi, Bob!"."""
        return names_on(self.board)

    def current_board(self, work: "UnitOfWork") -> Board | None:
        """Returns the board as it is now.

        None for a sender who isn't registered, and so must be confirmed.
        """
        if not self.registered_sender:
            return None
        return work.boards.find(self.board.game.name, self.board.number)


def names_on(board: Board) -> frozenset[str]:
    """Returns the userids of a board's players, in lower case, without such as are moves."""
    userids = (player.userid.lower() for player in board.players)
    return frozenset(name for name in userids if board.match.outcome or not board.match.reads(name))


def find_reply_context(
    work: "UnitOfWork", tokens: TokenSigner, labels: Sequence[str], senders: Sequence[str]
) -> ReplyContext | None:
    """Returns the context of a reply, or None for a letter with no valid token.

    Of several tokens, as in a reply to all, the sender's own counts. `senders`: the addresses in
    whose name the letter may have been sent.
    """
    found = [reply for label in labels if (reply := _reply_context(work, tokens, label, senders))]
    return next((reply for reply in found if reply.registered_sender), found[0] if found else None)


def _reply_context(
    work: "UnitOfWork", tokens: TokenSigner, label: str, senders: Sequence[str]
) -> ReplyContext | None:
    unverified = tokens.read_claims(label)
    board = work.boards.lock_id(unverified.board) if unverified else None
    if not unverified or not board or unverified.seat >= len(board.players):
        return None
    player = board.players[unverified.seat]
    stamp = password_stamp(player)
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
    )
    return ReplyContext(board, claims, registered_sender(player, senders), unverified.prefix)


def registered_sender(player: Player, senders: Sequence[str]) -> str:
    """Returns the first of these addresses that is registered for the player, or nothing.

    The From header counts as well as the envelope: forwarders rewrite the envelope, and neither
    is proof. The token is the proof.
    """
    registered = {address.lower(): address for address in player.addresses}
    return next((registered[sender] for sender in senders if sender in registered), "")
