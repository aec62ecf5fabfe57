"""Classifies an incoming email.

The input is the email with its labels. The output is one of the kinds in `email_kinds`. Only the
email and the server's keys matter. The database isn't read.
"""

from dataclasses import replace

from commands.inbound.email_kinds import (
    AutoReply,
    BoardReply,
    Bounce,
    CommandMail,
    ConfirmationReply,
    DigestReply,
    EmailKind,
    MailToRoles,
    MessageReply,
    OwnMail,
    Probe,
    ServiceKind,
    UnknownBounce,
    UnreadableMail,
    UnsubscribeRequest,
    WrittenKind,
)
from commands.inbound.requests.replaced_subjects import has_own_subject
from commands.inbound.service.probe_mail import find_probe
from commands.inbound.service.service_mail import returned_mail_number
from commands.inbound.signed_labels import MailIdentity, is_own
from commands.players.reserved_addresses import RoleAddresses
from commands.security.one_time_codes import find_code
from commands.security.tokens import BOUNCE, UNSUBSCRIBE, TokenSigner


def classify(identity: MailIdentity, tokens: TokenSigner) -> EmailKind:
    """Returns the first kind of email that fits."""
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
    # the player pressed Reply to write an independent email
    if brought.by_reference and has_own_subject(parsed_mail):
        parsed_mail, brought = replace(parsed_mail, is_reply=False), replace(brought, labels=())
    if code := find_code(brought.labels):
        return ConfirmationReply(identity, parsed_mail, brought, code)
    if any(map(tokens.read_claims, brought.labels)):
        return BoardReply(identity, parsed_mail, brought)
    if any(map(tokens.read_message, brought.labels)):
        return MessageReply(identity, parsed_mail, brought)
    if any(map(tokens.read_digest, brought.labels)):
        return DigestReply(identity, parsed_mail, brought)
    return CommandMail(identity, parsed_mail, brought)
