"""Classify an incoming email.

Takes the email with its labels and returns one kind of a closed set, with the facts that its
handler needs. The email and the server's keys decide; the database isn't read.
"""

from dataclasses import dataclass, replace

from commands.content.messages import Subscription
from commands.inbound.labels import MailIdentity, MailLabels, is_own
from commands.inbound.service.probe_mail import find_probe
from commands.inbound.service.service_mail import returned_mail_number
from commands.inbound.typed_subjects import has_own_subject
from commands.players.role_addresses import RoleAddresses
from commands.security.one_time_codes import find_code
from commands.security.tokens import BOUNCE, UNSUBSCRIBE, TokenSigner
from mail.reading.parsed_mail import ParsedMail


@dataclass(frozen=True, slots=True)
class MailToRoles:
    """An email to postmaster or abuse only."""


@dataclass(frozen=True, slots=True)
class Probe:
    """An email that `pbm doctor` sent to the server itself."""

    label: str


@dataclass(frozen=True, slots=True)
class Bounce:
    """A bounce or notice of absence about an email of ours."""

    number: int | None
    """The number of our email in the outbox; None if its token isn't valid."""


@dataclass(frozen=True, slots=True)
class UnsubscribeRequest:
    """An email to an unsubscribe address."""

    subscription: Subscription | None
    """None if its token isn't valid."""


@dataclass(frozen=True, slots=True)
class OwnMail:
    """An email from the server's own address."""


@dataclass(frozen=True, slots=True)
class UnknownBounce:
    """An unreadable email that looks like a bounce, but isn't known to be about one of ours."""


@dataclass(frozen=True, slots=True)
class UnreadableMail:
    """An email that can't be parsed."""


@dataclass(frozen=True, slots=True)
class AutoReply:
    """An email that a program wrote."""

    sign: str
    """The header or phrase that shows it."""


@dataclass(frozen=True, slots=True)
class WrittenMail:
    """An email that a person seems to have written."""

    identity: MailIdentity
    parsed_mail: ParsedMail
    brought: MailLabels

    @property
    def labels(self) -> tuple[str, ...]:
        return self.brought.labels


@dataclass(frozen=True, slots=True)
class ConfirmationReply(WrittenMail):
    """A reply to an email that asks for a confirmation."""

    code: str


@dataclass(frozen=True, slots=True)
class BoardReply(WrittenMail):
    """A reply to an email about a board. Its token isn't verified yet."""


@dataclass(frozen=True, slots=True)
class MessageReply(WrittenMail):
    """A reply to a player's message. Its token isn't verified yet."""


@dataclass(frozen=True, slots=True)
class CommandMail(WrittenMail):
    """Any other email: its commands are in its subject and text."""


ServiceKind = Probe | Bounce | UnsubscribeRequest | OwnMail | UnknownBounce | UnreadableMail
WrittenKind = ConfirmationReply | BoardReply | MessageReply | CommandMail
EmailKind = MailToRoles | ServiceKind | AutoReply | WrittenKind


def classify(identity: MailIdentity, tokens: TokenSigner) -> EmailKind:
    """Returns the kind of an email: the first that fits."""
    mail, roles = identity.mail, RoleAddresses(identity.address)
    if mail.recipients and all(map(roles.role, mail.recipients)):
        return MailToRoles()
    kind = _service_kind(identity, tokens)
    if kind is not None:
        return kind
    if sign := mail.parsed_mail.automatic:
        return AutoReply(sign)
    return _written_kind(identity, tokens)


def _service_kind(identity: MailIdentity, tokens: TokenSigner) -> ServiceKind | None:
    mail = identity.mail
    if label := find_probe(mail):
        return Probe(label)
    for label in identity.labels.labels:
        if label.startswith(BOUNCE):
            return Bounce(tokens.bounced(label))
        if label.startswith(UNSUBSCRIBE):
            return UnsubscribeRequest(tokens.unsubscribed(label))
    if is_own(mail.sender, identity.address):
        return OwnMail()
    # Other automatic mail may quote players' words, so a token in it is no evidence of a bounce.
    if mail.parsed_mail.automatic and identity.reads_like_bounce:
        number = returned_mail_number(mail.content, tokens)
        if number is not None:
            return Bounce(number)
    if mail.error:
        return UnknownBounce() if identity.reads_like_bounce else UnreadableMail()
    return None


def _written_kind(identity: MailIdentity, tokens: TokenSigner) -> WrittenKind:
    parsed_mail, brought = identity.mail.parsed_mail, identity.labels
    if brought.by_reference and has_own_subject(parsed_mail):  # begun by a reply to another
        parsed_mail, brought = replace(parsed_mail, is_reply=False), replace(brought, labels=())
    if code := find_code(brought.labels):
        return ConfirmationReply(identity, parsed_mail, brought, code)
    if any(map(tokens.read_claims, brought.labels)):
        return BoardReply(identity, parsed_mail, brought)
    if any(map(tokens.read_message, brought.labels)):
        return MessageReply(identity, parsed_mail, brought)
    return CommandMail(identity, parsed_mail, brought)
