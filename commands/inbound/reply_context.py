"""Who replies to a mail about a board, as the token in the reply address shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.messages.reply_claims import Ticket, seats_of, stamp
from commands.security.tokens import Tokens
from mail.reading.letter import Letter
from pbm.board import Board, Player
from pbm.ports import Work


@dataclass(frozen=True)
class Replying:
    """A player who writes to their own reply address, or somebody who got hold of it."""

    board: Board
    ticket: Ticket
    """As signed: the ply and epoch are those of the mail replied to, cut to 16 bits."""
    own: str
    """The address registered for the player from which the letter came; empty for another."""

    @property
    def player(self) -> Player:
        """For whom the token speaks."""
        return self.board.players[self.ticket.seat]

    def now(self, work: Work) -> Ticket | None:
        """The player's ticket as the board stands by now; none to those who must be confirmed."""
        board = work.boards.find(self.board.game.name, self.board.number)
        return seats_of(board).ticket(self.ticket.seat) if board and self.own else None


def who_replies(
    work: Work, tokens: Tokens, labels: Sequence[str], letter: Letter
) -> Replying | None:
    """Whose reply this is; of several tokens (a reply to all) the sender's own counts."""
    found = [reply for label in labels if (reply := _replying(work, tokens, label, letter))]
    return next((reply for reply in found if reply.own), found[0] if found else None)


def _replying(work: Work, tokens: Tokens, label: str, letter: Letter) -> Replying | None:
    claim = tokens.claim(label)
    board = work.boards.hold_id(claim.board) if claim else None
    if not claim or not board or claim.seat >= len(board.players):
        return None
    player = board.players[claim.seat]
    if not tokens.holds(claim, stamp(player)):
        return None
    ticket = seats_of(board).ticket(claim.seat)
    signed = ticket.model_copy(update={"epoch": claim.epoch, "ply": claim.ply})
    return Replying(board, signed, _own(player, letter))


def _own(player: Player, letter: Letter) -> str:
    """Where the letter came from, if that is an address of the player's.

    The From header counts as well as the envelope: forwarders rewrite the one, and neither
    proves more than the other. The token is what proves.
    """
    kept = {address.lower(): address for address in player.addresses}
    written = (letter.author.lower(), letter.sender.lower())
    return next((kept[address] for address in written if address in kept), "")
