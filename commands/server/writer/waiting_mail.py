"""An incoming email that waits for a writer thread."""

from concurrent.futures import Future
from dataclasses import dataclass, field

from commands.context.work_allowance import Allowance, TurnExpired
from commands.inbound.mail_handler import HandledMail
from commands.server.writer.deferred_hashing import Hashes, HashPending
from mail.reading.incoming import IncomingMail

Outcome = HandledMail | Exception | HashPending | TurnExpired


@dataclass(frozen=True)
class WaitingMail:
    """An incoming email that waits to be handled, and the future for its result."""

    mail: IncomingMail
    network: str
    done: "Future[None]" = field(default_factory=Future)
    hashes: Hashes = field(default_factory=dict)
    """Hashes that were computed for it."""

    allowance: Allowance = field(default_factory=Allowance)
    """The remaining allowance for its lines."""

    @property
    def lane(self) -> str:
        """The sender. Emails of the same sender are handled in the order of their arrival."""
        return self.mail.parsed_mail.sender.lower()
