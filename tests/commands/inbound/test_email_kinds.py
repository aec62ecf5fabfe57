"""The kind of an incoming email."""

from commands.inbound.classification import classify
from commands.inbound.email_kinds import (
    AutoReply,
    BoardReply,
    Bounce,
    CommandMail,
    ConfirmationReply,
    DigestReply,
    MailToRoles,
    MessageReply,
    OwnMail,
    Probe,
    UnknownBounce,
    UnreadableMail,
    UnsubscribeRequest,
)
from commands.inbound.service.probe_mail import probe_number
from commands.inbound.signed_labels import MailIdentity
from commands.security.one_time_codes import code_subaddress
from mail.reading.incoming import read_incoming_mail
from tests.support.site import ADDRESS, simple_mail

ALICE = "alice@example.org"
NAME, _, HOST = ADDRESS.partition("@")


def kind_of(site, sender, to, content=None):
    """Returns the kind of an email, which is the line help unless given."""
    mail = read_incoming_mail(sender, (to,), content or simple_mail(to, "help"))
    return classify(MailIdentity(mail, ADDRESS, site.forms, site.keys), site.tokens)


def test_emails_are_told_apart_by_their_addresses(site):
    """A token needn't be valid: who handles the kind says so."""
    kinds = {
        "b." + "a" * 29: Bounce,
        "u." + "a" * 29: UnsubscribeRequest,
        "m." + "a" * 32: MessageReply,
        "g." + "a" * 29: DigestReply,
        "c." + "a" * 31: BoardReply,
        "a" * 31: BoardReply,
        code_subaddress("a" * 16): ConfirmationReply,
        "other": CommandMail,
        site.tokens.probe(probe_number(site.clock.now(), 7)): Probe,
    }
    found = {label: type(kind_of(site, ALICE, f"{NAME}+{label}@{HOST}")) for label in kinds}
    assert found == kinds


def test_other_emails_are_told_apart_by_sender_and_headers(site):
    """Those to a role are the admin's, whoever wrote them."""
    assert isinstance(kind_of(site, ADDRESS, f"abuse@{HOST}"), MailToRoles)
    assert isinstance(kind_of(site, ADDRESS, ADDRESS), OwnMail)
    assert isinstance(kind_of(site, ALICE, ADDRESS), CommandMail)
    automatic = b"Auto-Submitted: auto-generated\r\n" + simple_mail(ADDRESS, "help")
    assert isinstance(kind_of(site, ALICE, ADDRESS, automatic), AutoReply)


def test_unreadable_emails_that_look_like_bounces_are_told_apart(site):
    """Nobody reads advice that goes to a mail server."""
    encrypted = simple_mail(ADDRESS, "help").replace(b"text/plain", b"multipart/encrypted")
    assert isinstance(kind_of(site, ALICE, ADDRESS, encrypted), UnreadableMail)
    assert isinstance(kind_of(site, "", ADDRESS, encrypted), UnknownBounce)
