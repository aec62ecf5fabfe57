"""Who gives a command, and what proves it."""

from commands.messages.reply_claims import Ticket, seats_of
from pbm.board import Board, Player
from pbm.errors import NotAllowed, NotYours


def check_current(board: Board, ticket: Ticket) -> None:
    """Refuses what was meant for another position than the present one."""
    if not ticket.fits(seats_of(board)):
        raise NotYours(
            f"Board {board.number} has changed since the mail that you reply to, so nothing was "
            f"done.\nThe next move is #{board.match.ply + 1}: please reply to the newest mail "
            "about this board,\nor to this one."
        )


def check_ready(player: Player) -> None:
    """Refuses whoever has signed off or confirmed no address."""
    if player.gone:
        raise NotAllowed(f"{player.userid} has signed off.")
    if not player.confirmed:
        raise NotAllowed(
            f"{player.userid} can't play yet: the address isn't confirmed.\n"
            "Any reply to the mail that was sent there confirms it."
        )


def demand_welcome(player: Player) -> None:
    """Refuses a player who is banned; why, only the admin knows and they themselves."""
    if player.banned:
        raise NotAllowed(f"{player.userid} is banned from this server.")
