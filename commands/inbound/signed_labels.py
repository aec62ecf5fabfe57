"""Finds the signed labels of an email, in our addresses and in its references to our emails."""

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
"""Maximum number of labels from each place, because the To header may have thousands."""
LABEL = re.compile(r"(?:[bcgmuw]\.)?[a-z2-7]{29,32}|confirm\.[a-z0-9]{16}")
"""The pattern of a label, whether it is valid or not."""


@dataclass(frozen=True, slots=True)
class MailLabels:
    """The relevant labels of an email, and all labels in its headers."""

    labels: tuple[str, ...] = ()
    by_reference: bool = False
    """Whether the labels are from the references, and not from an address of the email."""
    shown: tuple[str, ...] = ()
    """All labels in the headers. Everybody with a copy of the email knows them."""


def find_labels(
    parsed_mail: ParsedMail, recipients: Sequence[str], address: str, *, by_reference: bool
) -> MailLabels:
    """Returns the labels from the first place that has any.

    The places are, in this order: the envelope, the headers that record the delivery, and To and
    Cc. If references may identify a reply, these follow: In-Reply-To, the subject, and the latest
    trace or otherwise the latest id of the References header.

    `address`: the server's address.
    `by_reference`: whether references may identify a reply.
    """
    addressed = [*_in_addresses(parsed_mail, recipients, address)]
    referring = [*_in_references(parsed_mail, address)] if by_reference else []
    places = [tuple(filter(LABEL.fullmatch, labels)) for labels in (*addressed, *referring)]
    all_labels = tuple(dict.fromkeys(label for labels in places for label in labels))
    place = next((number for number, labels in enumerate(places) if labels), None)
    if place is None:
        return MailLabels(next(filter(None, addressed), ()), shown=all_labels)
    return MailLabels(places[place], place >= len(addressed), all_labels)


def _in_addresses(
    parsed_mail: ParsedMail, recipients: Sequence[str], address: str
) -> Iterator[tuple[str, ...]]:
    own_addresses = (each for each in parsed_mail.addressees if is_own(each, address))
    for addresses in (recipients, parsed_mail.delivered_to, own_addresses):
        yield tuple(islice(subaddresses(addresses), MAX_LABELS))


def _in_references(parsed_mail: ParsedMail, address: str) -> Iterator[tuple[str, ...]]:
    host = address.partition("@")[2]
    yield _reply_labels(parsed_mail.answered, host)
    yield (parsed_mail.subject_reference,) if parsed_mail.subject_reference else ()
    latest = parsed_mail.references[: -MAX_LABELS - 1 : -1]
    # A trace identifies the email replied to. Other ids may belong to older emails.
    for message_id in (*filter(is_trace, latest), *latest):
        yield _reply_labels((message_id,), host)


def _reply_labels(message_ids: Sequence[str], host: str) -> tuple[str, ...]:
    """Returns the labels of these Message-IDs, except labels for recognizing bounces."""
    labels = (label for each in message_ids[:MAX_LABELS] for label in labels_in(each, host))
    return tuple(label for label in labels if not label.startswith(BOUNCE))


def is_own(address: str, server_address: str) -> bool:
    """Whether this is the server's own address, with or without a label."""
    return without_subaddress(address).lower() == server_address.lower()


@dataclass(frozen=True)
class MailIdentity:
    """An email with its labels, digests and indications of a bounce, each computed at most once."""

    mail: IncomingMail
    address: str
    """The server's address."""
    forms: AddressForms
    keys: KeyRing

    @cached_property
    def labels(self) -> MailLabels:
        parsed_mail, recipients = self.mail.parsed_mail, self.mail.recipients
        return find_labels(
            parsed_mail, recipients, self.address, by_reference=self.forms.by_reference
        )

    @property
    def logged_sender(self) -> str:
        """The envelope sender.

        Labels are removed from the server's own addresses, to keep them secret.
        """
        sender = self.mail.sender
        return without_subaddress(sender) if is_own(sender, self.address) else sender

    @cached_property
    def reads_like_bounce(self) -> bool:
        """Whether the headers are typical of a bounce or an absence notice."""
        return reads_like_bounce(self.mail.content, self.mail.sender)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """The digests that identify the email if it arrives again.

        An email without Message-ID and Date can't be distinguished from other emails, so it has no
        digests and is always new. An email to several of our addresses may arrive once for each
        label, and is new each time.
        """
        parsed_mail = self.mail.parsed_mail
        if not parsed_mail.message_id and not parsed_mail.date:
            return ()
        text = parsed_mail.text.rstrip()  # mail servers may append a line end
        identity = (
            parsed_mail.sender,
            parsed_mail.message_id,
            parsed_mail.date,
            parsed_mail.subject,
            text,
        )
        return self.keys.digests(*identity, *self.labels.labels)
