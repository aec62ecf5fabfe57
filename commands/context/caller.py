"""Who gives a command."""

from collections.abc import Callable
from dataclasses import dataclass

from commands.messages.reply_claims import Ticket
from pbm.board import Board, Player


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whoever gives a command."""

    address: str = ""
    """Where their mail came from; empty in the shell."""
    admin: bool = False
    """Whether they may speak for anybody."""
    read: Callable[[], str] = str
    """Reads the text that goes with a command, where there is something to read from."""
    letter: str = ""
    """The Message-ID of their mail, if it has one."""
    confirmed: bool = False
    """Whether the line was held, and a reply has confirmed it."""
    ticket: Ticket | None = None
    """What the reply address to which they wrote speaks for."""
    vouched: str = ""
    """The address from which they surely write, as the site's mail server says so."""
    own: bool = False
    """Whether they wrote from an address of the player for whom the ticket speaks."""
    board: Board | None = None
    """The ticket's board, held already, until something has been done on it."""


class MustConfirmError(Exception):
    """The line must be held until the player's registered address has confirmed it."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.userid)
        self.player = player
