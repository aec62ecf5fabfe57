"""Who gives a command."""

from collections.abc import Callable
from dataclasses import dataclass

from commands.messages.reply_claims import ReplyClaims
from pbm.board import Player


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a mail, or the user at the shell."""

    address: str = ""
    """The address the mail came from; empty in the shell."""
    admin: bool = False
    """True if the caller may speak for any player."""
    read: Callable[[], str] = str
    """Reads the text that goes with a command, where there is something to read from."""
    letter: str = ""
    """The Message-ID of the mail, if it has one."""
    confirmed: bool = False
    """True if the command was pending, and a reply has confirmed it."""
    claims: ReplyClaims | None = None
    """The claims of the reply address that the mail was sent to."""
    vouched: str = ""
    """The sender's address, if the site's own mail server has authenticated it."""
    own: bool = False
    """True if the mail came from an address of the player of the claims."""


class ConfirmationRequired(Exception):
    """The command must wait until the player's registered address has confirmed it."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.userid)
        self.player = player
