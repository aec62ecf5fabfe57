"""The kinds of incoming emails. Each kind has the facts that its handler needs."""

from dataclasses import dataclass

from commands.content.messages import Subscription
from commands.inbound.signed_labels import MailIdentity, MailLabels
from mail.reading.parsed_mail import ParsedMail


@dataclass(frozen=True, slots=True)
class MailToRoles:
    """An email that is addressed only to postmaster or abuse."""


@dataclass(frozen=True, slots=True)
class Probe:
    """An email that `pbm doctor` sent to the server itself."""

    label: str


@dataclass(frozen=True, slots=True)
class Bounce:
    """A bounce of one of pbm's emails, or an absence notice about it."""

    number: int | None
    """The number of the email in the outbox, or None if the token isn't valid."""


@dataclass(frozen=True, slots=True)
class UnsubscribeRequest:
    """An email to an unsubscribe address."""

    subscription: Subscription | None
    """The subscription to end, or None if the token isn't valid."""


@dataclass(frozen=True, slots=True)
class OwnMail:
    """An email from the server's own address."""


@dataclass(frozen=True, slots=True)
class UnknownBounce:
    """An unreadable email that looks like a bounce, but isn't about one of pbm's emails."""


@dataclass(frozen=True, slots=True)
class UnreadableMail:
    """An email that can't be parsed."""


@dataclass(frozen=True, slots=True)
class AutoReply:
    """An email that a program wrote."""

    sign: str
    """The header or phrase that shows that a program wrote the email."""


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
class DigestReply(WrittenMail):
    """A reply to a digest of several boards. Its token isn't verified yet."""


@dataclass(frozen=True, slots=True)
class CommandMail(WrittenMail):
    """Any other email. Its commands are in its subject and body."""


ServiceKind = Probe | Bounce | UnsubscribeRequest | OwnMail | UnknownBounce | UnreadableMail
WrittenKind = ConfirmationReply | BoardReply | MessageReply | DigestReply | CommandMail
EmailKind = MailToRoles | ServiceKind | AutoReply | WrittenKind
