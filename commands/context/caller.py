"""The sender of a command, and the evidence about their identity."""

from collections.abc import Callable
from dataclasses import dataclass, field

from commands.context.confirmation_reasons import ConfirmationReason
from commands.context.line_results import EarlierLines
from commands.context.reply_evidence import NO_REPLY, ReplyEvidence
from commands.context.work_allowance import Allowance, current_allowance
from commands.system.secrets.secret import Secret
from pbm.board.players import Player


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of an email, or the user of the shell."""

    address: str = ""
    """Address that the email came from. Empty in the shell."""
    admin: bool = False
    """Whether the caller may give commands for any player."""
    read: Callable[[], str] = str
    """In the shell, reads the text that accompanies a command from standard input."""
    message_id: str = ""
    """Message-ID of the email, if it has one."""
    confirmed: bool = False
    """Whether the command was pending and a reply has confirmed it."""
    reply: ReplyEvidence = NO_REPLY
    authenticated_address: str = ""
    """The sender's address, if our own mail server has authenticated it."""
    denied: bool = False
    """Whether our own mail server reports that the email isn't from the sender's address."""
    several: bool = False
    """Whether the email has several commands. Each of them gets an answer."""
    earlier: EarlierLines = field(default_factory=EarlierLines)
    """Results of the earlier lines of the same email."""
    guessed: bool = False
    """Whether the command was guessed from a sentence. If so, the sender is asked to confirm it."""
    date: str = ""
    """Date header of an email that isn't a reply. It shows the time zone of its sender."""
    allowance: Allowance = field(default_factory=current_allowance)
    """The allowance that is left for the lines of the same email."""


class ConfirmationRequired(Exception):
    """Raised if a reply from the player's registered address must confirm the command."""

    def __init__(
        self, player: Player, reason: ConfirmationReason, password: Secret | None = None
    ) -> None:
        super().__init__(player.userid)
        self.player = player
        self.reason = reason
        self.password = password or Secret("")
        """The password in the line, which isn't stored."""
