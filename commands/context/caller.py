"""The caller: the sender of a command."""

from collections.abc import Callable
from dataclasses import dataclass, field

from commands.context.allowance import Allowance, current_allowance
from commands.context.confirmation_reasons import ConfirmationReason
from commands.context.line_results import EarlierLines
from commands.context.reply_evidence import NO_REPLY, ReplyEvidence
from commands.system.secrets.secret import Secret
from pbm.board.players import Player


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a mail, or the user at the shell."""

    address: str = ""
    """The address the mail came from; empty in the shell."""
    admin: bool = False
    """True if the caller may speak for any player."""
    read: Callable[[], str] = str
    """Returns the text that goes with a command from the shell's standard input."""
    message_id: str = ""
    """The Message-ID of the mail, if it has one."""
    confirmed: bool = False
    """True if the command was pending, and a reply has confirmed it."""
    reply: ReplyEvidence = NO_REPLY
    authenticated_address: str = ""
    """The sender's address, if our own mail server has authenticated it."""
    denied: bool = False
    """True if our own mail server says that the mail isn't from the sender's address."""
    several: bool = False
    """True if the mail has several commands: then each is answered."""
    earlier: EarlierLines = field(default_factory=EarlierLines)
    """What the earlier lines of the same mail proved, asked for and brought."""
    guessed: bool = False
    """True if the command is only what a sentence seems to mean: its writer is asked first."""
    date: str = ""
    """The header Date of a mail to no reply address, which tells its writer's time zone."""
    allowance: Allowance = field(default_factory=current_allowance)
    """The allowance that is left for the lines of the same mail."""


class ConfirmationRequired(Exception):
    """Raised for a command that a reply from the player's registered address must confirm."""

    def __init__(
        self, player: Player, reason: ConfirmationReason, password: Secret | None = None
    ) -> None:
        super().__init__(player.userid)
        self.player = player
        self.reason = reason
        self.password = password or Secret("")
        """The password in the line, which isn't stored."""
