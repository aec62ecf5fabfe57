"""An email on its way to a writer."""

from concurrent.futures import Future
from dataclasses import dataclass, field

from commands.context.allowance import Allowance, GaveWay
from commands.inbound.mail_handler import HandledMail
from commands.server.writer.deferred_hashing import Hashes, HashPending
from mail.reading.incoming import IncomingMail

Outcome = HandledMail | Exception | HashPending | GaveWay


@dataclass(frozen=True)
class WaitingMail:
    """A mail that waits to be processed, and the future of its result."""

    mail: IncomingMail
    network: str
    """The client's network."""
    done: "Future[None]" = field(default_factory=Future)
    hashes: Hashes = field(default_factory=dict)
    """The hashes that were computed for it."""

    allowance: Allowance = field(default_factory=Allowance)
    """The allowance that is left for its lines."""

    @property
    def lane(self) -> str:
        """The sender, whose mails are answered in the order in which they came."""
        return self.mail.parsed_mail.sender.lower()
