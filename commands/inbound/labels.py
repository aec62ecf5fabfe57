"""Signed labels that an email brings: in our addresses, and in its references to our emails."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from commands.outbound.addressing import AddressForms
from commands.security.keys.key_ring import KeyRing
from commands.security.labelled_message_ids import is_trace, labels_in
from commands.security.tokens import BOUNCE, subaddresses, without_subaddress
from mail.reading.bounces.bounce_report import reads_like_bounce
from mail.reading.incoming import IncomingMail
from mail.reading.parsed_mail import ParsedMail

MAX_LABELS = 10
"""The most labels that are looked at of each kind: To alone may have thousands."""
LABEL = re.compile(r"(?:[bcmuw]\.)?[a-z2-7]{29,32}|confirm\.[a-z0-9]{16}")
"""A label of ours, valid or not."""


@dataclass(frozen=True, slots=True)
class MailLabels:
    """The labels of a mail that count, and all that it brings."""

    labels: tuple[str, ...] = ()
    by_reference: bool = False
    """True if they don't stand in an address to which the mail was sent."""
    shown: tuple[str, ...] = ()
    """All labels in its headers: whoever got a copy of the mail knows them."""


def find_labels(
    parsed_mail: ParsedMail, recipients: Sequence[str], address: str, *, by_reference: bool
) -> MailLabels:
    """Returns the labels of the best place that has any of ours.

    The envelope counts most, then the headers that say where the mail was delivered, then To and
    Cc; then, if a reply may be known by its references, In-Reply-To, the subject, and the latest
    trace or else id of the References. `address`: the server's.
    """
    addressed = [*_in_addresses(parsed_mail, recipients, address)]
    referring = [*_in_references(parsed_mail, address)] if by_reference else []
    known = [tuple(filter(LABEL.fullmatch, labels)) for labels in (*addressed, *referring)]
    shown = tuple(dict.fromkeys(label for labels in known for label in labels))
    place = next((number for number, labels in enumerate(known) if labels), None)
    if place is None:
        return MailLabels(next(filter(None, addressed), ()), shown=shown)
    return MailLabels(known[place], place >= len(addressed), shown)


def _in_addresses(
    parsed_mail: ParsedMail, recipients: Sequence[str], address: str
) -> Iterator[tuple[str, ...]]:
    own = (each for each in parsed_mail.addressees if is_own(each, address))
    for addresses in (recipients, parsed_mail.delivered_to, own):
        yield tuple(islice(subaddresses(addresses), MAX_LABELS))


def _in_references(parsed_mail: ParsedMail, address: str) -> Iterator[tuple[str, ...]]:
    host = address.partition("@")[2]
    yield _reply_labels(parsed_mail.answered, host)
    yield (parsed_mail.subject_reference,) if parsed_mail.subject_reference else ()
    latest = parsed_mail.references[: -MAX_LABELS - 1 : -1]
    # a trace names the mail answered, behind which stands the first mail about its board
    for message_id in (*filter(is_trace, latest), *latest):
        yield _reply_labels((message_id,), host)


def _reply_labels(message_ids: Sequence[str], host: str) -> tuple[str, ...]:
    """Returns the labels of a reply; labels of bounces count in bounces only."""
    labels = (label for each in message_ids[:MAX_LABELS] for label in labels_in(each, host))
    return tuple(label for label in labels if not label.startswith(BOUNCE))


def is_own(address: str, own: str) -> bool:
    """Returns True for the server's own address, with or without a label."""
    return without_subaddress(address).lower() == own.lower()


@dataclass(frozen=True)
class MailIdentity:
    """An email with its labels, digests and signs, each found at most once."""

    mail: IncomingMail
    address: str
    """The server's address."""
    forms: AddressForms
    keys: KeyRing

    @cached_property
    def labels(self) -> MailLabels:
        """The labels that the mail brings."""
        parsed_mail, recipients = self.mail.parsed_mail, self.mail.recipients
        return find_labels(
            parsed_mail, recipients, self.address, by_reference=self.forms.by_reference
        )

    @property
    def logged_sender(self) -> str:
        """The envelope sender; of the server's own addresses only the plain one."""
        sender = self.mail.sender
        return without_subaddress(sender) if is_own(sender, self.address) else sender

    @cached_property
    def reads_like_bounce(self) -> bool:
        """Whether its headers are those of a bounce or a notice of absence."""
        return reads_like_bounce(self.mail.content, self.mail.sender)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """The digests by which the mail is known if it comes again; none if it isn't.

        Without Message-ID and Date it can't be distinguished from others, so it is always new.
        One to several of our addresses may arrive once for each, and is new each time.
        """
        parsed_mail = self.mail.parsed_mail
        if not parsed_mail.message_id and not parsed_mail.date:
            return ()
        text = parsed_mail.text.rstrip()  # servers on the way may add a line end
        identity = (
            parsed_mail.sender,
            parsed_mail.message_id,
            parsed_mail.date,
            parsed_mail.subject,
            text,
        )
        return self.keys.digests(*identity, *self.labels.labels)
