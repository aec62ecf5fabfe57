"""Records the arrival of emails that `pbm doctor` sends to the server itself.

These emails are never answered. Each has a signed token that is valid for an hour, so that nobody
else can send one.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from commands.inbound.answers.combined_answers import MailResult
from commands.security.keys.key_ring import KeyRing
from commands.security.tokens import PROBE, TokenSigner, subaddresses
from commands.system.metrics import MailOutcome
from commands.system.stored_types import UnitOfWork
from mail.reading.incoming import IncomingMail
from pbm.clock import Clock

MAX_AGE = timedelta(hours=1)
RANDOM_BITS = 32
"""Number of random lower bits in a token's number. The upper bits are the Unix time."""
LABEL = re.compile(rf"{re.escape(PROBE)}[a-z2-7]{{29}}")
"""The pattern of a token of `pbm doctor`, even an invalid one. Other labels don't match."""
IN_MESSAGE_ID = re.compile(rf"<({LABEL.pattern})@[^>]*>", re.IGNORECASE)


@dataclass(frozen=True)
class ProbeMail:
    """Handles the emails of `pbm doctor`."""

    clock: Clock
    tokens: TokenSigner

    def handle(self, work: UnitOfWork, label: str) -> MailResult:
        """Records the arrival of the email with this token."""
        number, now = self.tokens.probed(label), self.clock.now()
        if number is None or abs(now - probe_time(number)) > MAX_AGE:
            return MailResult(MailOutcome.INVALID, "email from pbm doctor without a valid token")
        work.seen_mails.first_time(arrival_keys(self.tokens.keys, label), now)
        return MailResult(MailOutcome.OWN, "email from pbm doctor, not answered")


def find_probe(mail: IncomingMail) -> str:
    """Returns the probe token from an address of the email or its Message-ID, or ""."""
    parsed_mail = mail.parsed_mail
    addresses = (*mail.recipients, *parsed_mail.delivered_to, *parsed_mail.addressees)
    labels = filter(LABEL.fullmatch, subaddresses(addresses))
    own_id = IN_MESSAGE_ID.fullmatch(parsed_mail.message_id)
    return next(labels, own_id[1].lower() if own_id else "")


def arrival_keys(keys: KeyRing, label: str) -> tuple[str, ...]:
    """Returns the keys under which the arrival of an email is recorded."""
    return keys.digests("probe", label)


def probe_number(now: datetime, random: int) -> int:
    """Returns the number of a token that is made at this time."""
    return int(now.timestamp()) << RANDOM_BITS | random


def probe_time(number: int) -> datetime:
    """Returns the time at which the token with this number was made."""
    return datetime.fromtimestamp(number >> RANDOM_BITS, UTC)
