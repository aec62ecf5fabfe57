"""Who replies to a mail about a board, as the token in the reply address shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.messages.reply_claims import ReplyClaims, claims_of, password_stamp
from commands.security.tokens import TokenSigner
from mail.reading.letter import Letter
from pbm.board import Board, Player
from pbm.ports import UnitOfWork


@dataclass(frozen=True)
class ReplyContext:
    """A player who writes to their own reply address, or somebody who got hold of it."""

    board: Board
    claims: ReplyClaims
    """As signed: the ply and epoch are those of the mail replied to, cut to 16 bits."""
    own: str
    """The address registered for the player from which the letter came; empty for another."""

    @property
    def player(self) -> Player:
        """For whom the token speaks."""
        return self.board.players[self.claims.seat]

    def now(self, work: UnitOfWork) -> ReplyClaims | None:
        """The player's ticket as the board stands by now; none to those who must be confirmed."""
        board = work.boards.find(self.board.game.name, self.board.number)
        return claims_of(board).for_seat(self.claims.seat) if board and self.own else None


def find_reply_context(
    work: UnitOfWork, tokens: TokenSigner, labels: Sequence[str], letter: Letter
) -> ReplyContext | None:
    """Whose reply this is; of several tokens (a reply to all) the sender's own counts."""
    found = [reply for label in labels if (reply := _reply_context(work, tokens, label, letter))]
    return next((reply for reply in found if reply.own), found[0] if found else None)


def _reply_context(
    work: UnitOfWork, tokens: TokenSigner, label: str, letter: Letter
) -> ReplyContext | None:
    unverified = tokens.read_claims(label)
    board = work.boards.lock_id(unverified.board) if unverified else None
    if not unverified or not board or unverified.seat >= len(board.players):
        return None
    player = board.players[unverified.seat]
    if not tokens.verify(unverified, password_stamp(player)):
        return None
    claims = claims_of(board).for_seat(unverified.seat)
    signed = claims.model_copy(update={"epoch": unverified.epoch, "ply": unverified.ply})
    return ReplyContext(board, signed, _registered_sender(player, letter))


def _registered_sender(player: Player, letter: Letter) -> str:
    """Where the letter came from, if that is an address of the player's.

    The From header counts as well as the envelope: forwarders rewrite the one, and neither
    proves more than the other. The token is what proves.
    """
    kept = {address.lower(): address for address in player.addresses}
    written = (letter.author.lower(), letter.sender.lower())
    return next((kept[address] for address in written if address in kept), "")
