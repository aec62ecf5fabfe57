"""A mail with the information about its sender."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from commands.context.caller import Caller
from commands.inbound.reply.context import MessageContext, ReplyContext
from commands.inbound.service.no_command import is_reply_to_us, thread_reference
from commands.messages.content import Content, TextMessage
from commands.outbound.addressing import AddressForms
from commands.security.key_ring import KeyRing
from commands.security.labelled_message_ids import is_trace, labels_in
from commands.security.tokens import BOUNCE, subaddresses, without_subaddress
from commands.system.stored_types import UnitOfWork
from mail.reading.incoming import IncomingMail
from mail.reading.parsed_mail import ParsedMail
from pbm.errors import GameFailedError


@dataclass(frozen=True)
class Request:
    """A mail, with the reply context and authentication of its sender."""

    parsed_mail: ParsedMail
    host: str
    """The part of our address after the @."""
    labels: tuple[str, ...] = ()
    """The labels that it brings: subaddresses of ours, or from the mail that it refers to."""
    by_reference: bool = False
    """True if it brings them by reference, and was sent to the plain address."""
    replying: ReplyContext | None = None
    """The board, if it replies to a mail about one."""
    message: MessageContext | None = None
    """The pair of players, if it replies to a message."""
    authenticated_address: str = ""
    """The sender's address, if our own mail server has authenticated it."""
    denied: bool = False
    """True if our own mail server says that the mail isn't from its sender's address."""

    confirming_address: str = ""
    """The address from which it came with a valid one-time code, if that was asked for it."""

    @property
    def has_valid_token(self) -> bool:
        """True if a player wrote to their own reply address, or brought a one-time code."""
        return bool(self._registered_sender)

    @property
    def to(self) -> str:
        """The recipient of the answer.

        A registered address is preferred to the envelope sender, which forwarders rewrite.
        """
        return self._registered_sender or self.parsed_mail.sender

    @property
    def _registered_sender(self) -> str:
        context = self.replying or self.message
        return context.registered_sender if context else self.confirming_address

    @property
    def meant_as_reply(self) -> bool:
        """True if it was sent to an invalid reply address, or replies to a mail of ours."""
        if self.labels or thread_reference(self.parsed_mail):
            return True
        return is_reply_to_us(self.parsed_mail, self.host)

    @cached_property
    def caller(self) -> Caller:
        """The caller of its commands."""
        context = self.replying or self.message
        if context is None:
            return Caller(
                self.authenticated_address or self.parsed_mail.sender,
                message_id=self.parsed_mail.message_id,
                authenticated_address=self.authenticated_address,
                denied=self.denied,
                date=self.parsed_mail.date,
            )
        return Caller(
            self.to,
            message_id=self.parsed_mail.message_id,
            claims=self.replying.claims if self.replying else None,
            message=None if self.replying or not self.message else self.message.claims,
            from_own_address=bool(self._registered_sender),
            reply_age=context.age,
            authenticated_address=self.authenticated_address,
            denied=self.denied,
            by_subject=bool(self.replying and self.replying.by_subject),
        )

    def answerable(self, work: UnitOfWork, content: Content) -> Content:
        """Returns the answer with the claims of the reply; about a board, also with its thread.

        So an answer to a reply may be replied to as well. A refusal shows the board. "Message sent"
        has no claims: a program that replied to it would write to the player once more.
        """
        if not isinstance(content, TextMessage) or content.confirm:
            return content
        if self.message and self.message.registered_sender:
            if not content.refusal:
                return content
            return content.model_copy(update={"answer": self.message.claims})
        if not self.replying:
            return content
        board = self.replying.current_board(work)
        if board is None:
            return content
        update: dict[str, object] = {"ticket": self.replying.ticket(board)}
        update |= {"board": content.board or f"{board.game.name} {board.number}"}
        if content.refusal:
            with suppress(GameFailedError):
                update |= {"shown": self.replying.snapshot(board)}
        return content.model_copy(update=update)


# Signed labels that a mail brings: in our addresses, and in its references to our mails.

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


# The labels of a mail, and the digests by which it is known if it comes again.


@dataclass(frozen=True)
class MailIdentity:
    """The labels and digests of a mail, found out once for reading ahead and for handling it."""

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
