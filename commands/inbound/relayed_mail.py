"""Recognizes emails that services send for players.

The envelope sender of such an email collects bounces, and nobody reads it. If the author is a
player, the email is handled as one that the author sent.
"""

from dataclasses import replace

from commands.inbound.signed_labels import MailIdentity
from commands.system.stored_types import UnitOfWork


def with_author(work: UnitOfWork, identity: MailIdentity) -> MailIdentity:
    """Returns the email with a player as its sender, if a service sent it for this player.

    Returns any other email unchanged. The address in From is no proof, and neither is an envelope
    sender.
    """
    mail, author = identity.mail, identity.mail.parsed_mail.relayed_author
    if not author or not work.players.is_registered(author):
        return identity
    parsed_mail = replace(mail.parsed_mail, sender=author, automatic="", relayed_author="")
    return replace(identity, mail=replace(mail, sender=author, parsed_mail=parsed_mail))
