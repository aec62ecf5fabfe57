"""Mail to postmaster@ and abuse@: the admin gets all of it, and nobody can misuse that."""

import pytest

from commands.server.smtp.own_addresses import OwnAddressReceiver
from commands.settings import Settings
from mail.reading.incoming import read_incoming_mail
from mail.smtp.receiver_interface import Busy
from tests.support.cases import cases
from tests.support.site import ADDRESS, PLAYERS, Site, simple_mail, text_of

ADMIN = "me@example.org"
STRANGER = "carl@elsewhere.example"
TO = "postmaster@example.net"


@pytest.fixture
def site():
    made = Site(admin=ADMIN)
    made.sign_up("alice")
    yield made
    made.close()


def write(site, to=TO, sender=STRANGER, subject="Spam from your host", body="", **headers):
    """Returns the mails that a mail to this address causes."""
    content = simple_mail(sender, subject, body, **headers)
    return site.receive(sender, content, to)


@cases("to", [TO, "Abuse@EXAMPLE.net", "POSTMASTER"])
def test_the_admin_can_read_and_answer_it(site, to):
    """It comes from our own address, with the original attached; a reply goes to its author."""
    (mail,) = write(site, to, body="It began at noon.")
    assert (mail["To"], mail["From"], mail["Reply-To"]) == (ADMIN, f"pbm <{ADDRESS}>", STRANGER)
    assert mail["Subject"].partition("@")[0] == to.partition("@")[0].lower()
    assert mail["Auto-Submitted"] == "auto-generated"
    assert "It began at noon." in text_of(mail)
    (attached,) = [part for part in mail.walk() if part.get_content_type() == "message/rfc822"]
    (original,) = attached.get_payload()
    assert (original["From"], original["Subject"]) == (STRANGER, "Spam from your host")


def test_nothing_in_it_is_a_command(site):
    """Not even a player's, with the right password; and the sender is sent nothing."""
    password, address = PLAYERS["alice"]
    subject = f"change address alice {password} mallory@example.org"
    assert [mail["To"] for mail in write(site, sender=address, subject=subject)] == [ADMIN]
    with site.database.work() as work:
        assert work.players.find("alice").addresses == (address,)


@cases(
    "headers", [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"List_Id": "<x.y>"}]
)
def test_automatic_mail_is_forwarded_too(site, headers):
    """Reports of failures and of abuse are written by programs."""
    assert [mail["To"] for mail in write(site, **headers)] == [ADMIN]


def test_a_bounce_has_nobody_to_answer(site):
    """Its null sender is named as such."""
    content = b"From: <>\r\nSubject: failed\r\nMessage-ID: <1@x>\r\n\r\nyour mail\r\n"
    (mail,) = site.receive("<>", content, TO)
    assert mail["Reply-To"] is None
    assert "Envelope sender: none" in text_of(mail)


@cases("body", ["gr\u00fc\u00dfe \u2654".encode(), b"x" * 2000, b"a\x00b\rc"])
def test_any_bytes_arrive_as_they_were(site, body):
    """A mail that isn't in 7 bits, or not in lines, is attached as a file."""
    content = b"From: carl@elsewhere.example\r\nSubject: s\r\n\r\n" + body + b"\r\n"
    (mail,) = site.receive(STRANGER, content, TO)
    (attached,) = mail.iter_attachments()
    assert (attached.get_content_type(), attached.get_filename()) == (
        "application/octet-stream",
        "mail.eml",
    )
    assert attached.get_payload(decode=True) == content


def test_what_cannot_be_read_arrives(site):
    """A hostile mail is attached, though its text isn't shown."""
    content = b"From: carl@elsewhere.example\r\nX: " + b"y" * 70_000 + b"\r\n\r\nhello\r\n"
    (mail,) = site.receive(STRANGER, content, TO)
    assert mail["To"] == ADMIN
    assert len(mail.as_bytes()) > 70_000


def test_our_own_mail_does_not_go_round(site):
    """Mail that comes back from the admin's address is not forwarded again, nor are our bounces."""
    (mail,) = write(site)
    forwarded = mail.as_bytes()
    assert site.receive(ADMIN, forwarded, TO) == []
    assert site.receive(ADDRESS, simple_mail(ADDRESS, "x"), TO) == []
    assert site.receive(ADDRESS.replace("@", "+b.1.x@"), simple_mail("x@y.example", "x"), TO) == []


def test_the_same_mail_comes_once(site):
    """Its sender may not have heard that it was accepted."""
    assert len(write(site, Message_ID="<1@x>")) == 1
    assert write(site, Message_ID="<1@x>") == []


def test_a_mail_to_both_acts_and_is_forwarded(site):
    """As a command to our own address, and as it is to the admin."""
    address = PLAYERS["alice"][1]
    with site.database.work() as work, work.savepoint():
        mail = read_incoming_mail(address, (ADDRESS, TO), simple_mail(address, "help"))
        handled = site.mail_handler.handle(work, mail)
    assert handled.outcome.endswith("postmaster: forwarded")
    assert sorted(mail["To"] for mail in site.mails()) == [address, ADMIN]


def test_a_flood_is_deferred(site):
    """One sender has a fifth of what is forwarded in a day; nothing is accepted beyond that."""
    site.limit(forwards_per_day=10)
    for number in range(2):
        assert len(write(site, subject=str(number))) == 1
    with pytest.raises(Busy):
        write(site, subject="more")
    for number in range(8):
        assert len(write(site, sender=f"carl@h{number}.example")) == 1
    with pytest.raises(Busy):
        write(site, sender="carl@h9.example")
    site.clock.forward(days=1, minutes=2)
    assert len(write(site, subject="more")) == 1


@cases(
    ("admin", "accepted"),
    [(ADMIN, True), ("", False), ("abuse@Example.net", False), ("pbm+x@example.net", False)],
)
def test_without_an_admin_there_is_no_such_address(admin, accepted):
    """An address of our own is none: what nobody reads mustn't be accepted."""
    receiver = OwnAddressReceiver(Settings(address=ADDRESS, admin=admin), lambda *_: None)
    assert [receiver.accepts(each) for each in (TO, "Postmaster", "ABUSE@example.NET")] == [
        accepted
    ] * 3
    others = ("abuse", "postmaster@example.org", "postmaster+x@example.net", "root@example.net")
    assert not any(map(receiver.accepts, others))
    assert receiver.accepts(ADDRESS)


def test_a_server_may_be_called_abuse():
    """Its own address takes commands, whatever it is called."""
    made = Site(address="abuse@example.net", admin=ADMIN)
    (mail,) = made.receive(STRANGER, simple_mail(STRANGER, "help"), "abuse@example.net")
    assert mail["To"] == STRANGER
    made.close()
