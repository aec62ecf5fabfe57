"""Bounces to the plain address are recognised by the Message-ID that comes back."""

import re
from email.header import decode_header, make_header
from email.utils import parseaddr

import pytest

from commands.outbound.addressing import AddressForms
from commands.system.metrics import MailOutcome
from mail.composing.mime_headers import MAX_ENCODED_WORD
from mail.reading.incoming import read_incoming_mail
from tests.support.bounce_samples import AWAY, HARD, SOFT, simple
from tests.support.cases import cases
from tests.support.site import ADDRESS, PLAYERS, Site, simple_mail

ALICE, BOB, CAROL = (f"{name} {password}" for name, (password, _) in PLAYERS.items())
AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())
FAILED = "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp;550 no such user\n"


@pytest.fixture
def site():
    """A server that sends everything from its own address; alice and bob play."""
    made = Site(forms=AddressForms("reference", "address"))
    made.sign_up("alice", "bob", "carol")
    made.begin("knightpanic challenge alice bob")
    yield made
    made.close()


@pytest.fixture
def make():
    """Makes servers, which are closed at the end."""
    made = []

    def make(*args, **more):
        made.append(Site(*args, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()


def to_bob(site):
    """Returns a new mail to bob as it was sent."""
    site.say(f"knightpanic chat 101 {ALICE}", read=lambda: "Hello?")
    return next(each for each in site.messages() if each.recipient == AT_BOB)


def header(sent, name):
    lines = re.sub(r"\r\n(?= )", "", sent.message.decode()).split("\r\n")
    return next(line for line in lines if line.startswith(f"{name}: ")).partition(": ")[2]


def report(text, *, kind="message/rfc822", status=FAILED, headers=""):
    """Returns a delivery status notification with these headers of the returned mail."""
    return (
        f"From: Mail Delivery System <MAILER-DAEMON@mx.example.com>\nTo: {ADDRESS}\n"
        f"Subject: Undelivered Mail\n{headers}MIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"\n\n'
        "--=_b\nContent-Type: text/plain\n\nIt failed.\n\n"
        f"--=_b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n{status}\n"
        f"--=_b\nContent-Type: {kind}\n\n{text}\n\nIt is bob's turn.\n\n--=_b--\n"
    ).encode()


def handle(site, content, sender="<>"):
    """Returns the outcome of a mail to the plain address."""
    with site.database.work() as work, work.savepoint():
        mail = read_incoming_mail(sender, (ADDRESS,), content)
        return site.mail_handler.handle(work, mail)


def kinds(site, address=AT_BOB):
    with site.database.work() as work:
        return [each.kind for each in work.bounces.of([address])]


def test_envelope_senders(tmp_path, make):
    """`verp` has an address for each notice and none for answers; the others are one for all.

    Where no plus address is shown, notices of `verp` have the server's own.
    """
    senders = {}
    for form in ("verp", "address", "null", "reference"):
        forms = AddressForms("both", form) if form != "reference" else AddressForms("reference")
        site = make(f"sqlite:///{tmp_path / form}.db", forms=forms)
        site.sign_up("alice", "bob")
        line = f"knightpanic challenge alice bob -password={PLAYERS['alice'][0]}"
        content = simple_mail(AT_ALICE, line)
        with site.database.work() as work:
            site.mail_handler.handle(work, read_incoming_mail(AT_ALICE, (ADDRESS,), content))
        senders[form] = {each.recipient: each.sender for each in site.messages()}
        site.close()
    assert senders["address"] == {AT_ALICE: ADDRESS, AT_BOB: ADDRESS}
    assert senders["reference"] == {AT_ALICE: "", AT_BOB: ADDRESS}
    assert senders["null"] == {AT_ALICE: "", AT_BOB: ""}
    assert senders["verp"][AT_ALICE] == ""
    assert senders["verp"][AT_BOB].startswith("pbm+b.")


@pytest.mark.parametrize(
    "kind", ["message/rfc822", "text/rfc822-headers", "message/global", "message/rfc822-headers"]
)
def test_the_returned_mail_names_itself(site, kind):
    """Its Message-ID stands in the part that holds it, or its headers alone."""
    sent = to_bob(site)
    text = f"From: pbm <{ADDRESS}>\nMessage-ID:\n {header(sent, 'Message-ID')}\nTo: {AT_BOB}"
    done = handle(site, report(text, kind=kind))
    assert done.kind == MailOutcome.BOUNCE
    assert kinds(site) == ["hard"]
    assert site.mails() == []


def test_a_relay_that_replaces_message_ids(site):
    """Then the trace in References names the mail."""
    sent = to_bob(site)
    text = f"Message-ID: <1@relay.example>\nReferences: {header(sent, 'References')}"
    assert handle(site, report(text)).kind == MailOutcome.BOUNCE
    assert kinds(site) == ["hard"]


@pytest.mark.parametrize("name", ["In-Reply-To", "References"])
def test_a_report_without_the_mail(site, name):
    """The report's own headers name the mail; an absence is noted, and counts as none."""
    id = header(to_bob(site), "Message-ID")
    content = report("Subject: x", headers=f"{name}: <0@x> {id}\n")
    assert handle(site, content).kind == MailOutcome.BOUNCE
    away = simple(
        f"Bob <{AT_BOB}>",
        "Out of office",
        "Back on Monday.",
        **{name: id, "Auto-Submitted": "auto-replied"},
    )
    assert handle(site, away, AT_BOB).kind == MailOutcome.BOUNCE
    assert kinds(site) == ["hard", "away"]
    assert site.mails() == []


def test_quoted_text(site):
    """Old servers quote the mail in their text."""
    message = to_bob(site).message.decode().replace("\r\n", "\n")
    text = (
        "Hi. This is the qmail-send program at example.com.\nI'm afraid I wasn't able to "
        "deliver your message to the following addresses.\nThis is a permanent error; I've given "
        f"up. Sorry it didn't work out.\n\n<{AT_BOB}>:\n550 no such user\n\n--- Below this line "
        f"is a copy of the message.\n\n{message}"
    )
    content = simple("MAILER-DAEMON@example.com", "failure notice", text)
    assert handle(site, content).kind == MailOutcome.BOUNCE
    assert kinds(site) == ["hard"]


def test_three_bounces_cut_off(site):
    """They count as those to bounce addresses do: bob is unreachable, and alice is told."""
    for _ in range(3):
        text = f"Message-ID: {header(to_bob(site), 'Message-ID')}"
        handle(site, report(text))
    assert any("bob" in mail["Subject"] for mail in site.mails() if mail["To"] == AT_ALICE)
    with site.database.work() as work:
        assert work.players.find("bob").unreachable


def test_an_answer_that_comes_back(site):
    """With the server's address as envelope sender, answers come back as well; they don't count."""
    with site.database.work() as work:
        mail = read_incoming_mail(AT_BOB, (ADDRESS,), simple_mail(AT_BOB, "list"))
        site.mail_handler.handle(work, mail)
    (sent,) = site.messages()
    done = handle(site, report(f"Message-ID: {header(sent, 'Message-ID')}"))
    assert (done.kind, kinds(site)) == (MailOutcome.BOUNCE, [])
    assert site.mails() == []


class TestForged:
    """Nobody cuts off another player."""

    @cases("number", range(4))
    def test_an_invented_token(self, site, number):
        """A token that wasn't signed for the mail is none, and the mail is just automatic."""
        id = header(to_bob(site), "Message-ID")
        name, _, rest = id.partition("+b.")
        ids = [
            id.replace("+b.a", "+b.b"),
            id.partition("+")[0] + "@example.net>",
            f"{name}+b.{'a' * 29}@example.net>",
            f"{name}+b.{rest[:20]}@example.net>",
        ]
        done = handle(site, report(f"Message-ID: {ids[number]}"))
        assert done.kind == MailOutcome.AUTOMATIC
        assert kinds(site) == []

    def test_the_own_mail_alone(self, site):
        """Who has got a mail can report it as bounced: that concerns the own address."""
        site.say(f"knightpanic chat 101 {BOB}", read=lambda: "Hello?")
        sent = next(each for each in site.messages() if each.recipient == AT_ALICE)
        handle(site, report(f"Message-ID: {header(sent, 'Message-ID')}"))
        assert (kinds(site), kinds(site, AT_ALICE)) == ([], ["hard"])

    def test_a_mail_that_was_answered(self, site):
        """A copy of a reply shows others the Message-ID; it proves that the mail arrived."""
        sent = [to_bob(site) for _ in range(3)]
        site.clock.forward(minutes=1)
        content = simple_mail(
            AT_BOB, "Re: x", "chat\nhi", Cc=AT_CAROL, In_Reply_To=header(sent[0], "Message-ID")
        )
        site.receive(AT_BOB, content)
        for each in sent:
            handle(site, report(f"Message-ID: {header(each, 'Message-ID')}"))
        with site.database.work() as work:
            assert not work.players.find("bob").unreachable

    @cases(
        ("headers", "sender"),
        [
            ({"List-Id": "<x.example>"}, AT_BOB),
            ({"X-Pbm-Loop": ADDRESS}, AT_BOB),
            ({"X-Pbm-Loop": ADDRESS}, "<>"),
        ],
    )
    def test_words_of_a_player(self, site, headers, sender):
        """An automatic mail that quotes a player's words is no bounce, whatever they say."""
        id = header(to_bob(site), "Message-ID")
        text = "> alice writes:\n> Action: failed\n> Status: 5.1.1"
        content = simple(f"Bob <{AT_BOB}>", "Re: x", text, **headers, **{"In-Reply-To": id})
        assert handle(site, content, sender).kind == MailOutcome.AUTOMATIC
        assert kinds(site) == []

    def test_twice(self, site):
        """A mail bounces once."""
        text = f"Message-ID: {header(to_bob(site), 'Message-ID')}"
        for _ in range(4):
            handle(site, report(text))
        assert kinds(site) == ["hard"]


class TestNoAnswer:
    """A bounce is never answered, whatever it looks like."""

    @cases("sender", ["<>", "postmaster@example.com", "relay@example.com"])
    @cases("content", [*HARD.values(), *SOFT.values(), *AWAY.values()])
    def test_unknown_bounces(self, site, sender, content):
        """One that names no mail of ours is dropped, also without a null sender."""
        handle(site, content, sender)
        assert site.mails() == []

    def test_an_unreadable_one(self, site):
        """A notice that can't be read gets no advice how to write."""
        content = simple("Mail Delivery System <robot@example.com>", "Undeliverable: x", "x")
        head = b"Content-Type: multipart/mixed; boundary=x\n" * 60 + content
        assert handle(site, head, "robot@example.com").kind == MailOutcome.AUTOMATIC
        assert site.mails() == []

    def test_it_confirms_nothing(self, site):
        """A notice of absence refers to the mail that asks, and isn't marked as automatic."""
        (asked,) = site.mail("dave@example.org", "signup dave Long-Passw0rd!")
        with site.database.work() as work:
            before = work.players.find("dave")
        away = simple(
            "dave@example.org",
            f"Out of office: {asked['Subject']}",
            "I am away until Monday.",
            **{"In-Reply-To": asked["Message-ID"]},
        )
        handle(site, away, "dave@example.org")
        assert site.mails() == []
        with site.database.work() as work:
            assert work.players.find("dave") == before


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("pbm", "pbm <pbm@example.net>"),
        ("Board Games", "Board Games <pbm@example.net>"),
        ("Games, Inc.", '"Games, Inc." <pbm@example.net>'),
        ('The "Club" \\o/', '"The \\"Club\\" \\\\o/" <pbm@example.net>'),
        ("Schach & Co. Köln", "=?utf-8?b?U2NoYWNoICYgQ28uIEvDtmxu?= <pbm@example.net>"),
    ],
)
def test_the_name_of_the_sender(name, shown, make):
    """PBM_NAME stands in From, quoted or encoded where that is needed."""
    site = make(forms=AddressForms(name=name))
    site.say(f"signup alice {PLAYERS['alice'][0]} {AT_ALICE}")
    (sent,) = site.messages()
    assert header(sent, "From") == shown
    site.close()


def test_a_long_name_is_one_line(make):
    """Sixty signs of any script are encoded in words of at most 75 characters."""
    site = make(forms=AddressForms(name="象棋" * 30))
    site.say(f"signup alice {PLAYERS['alice'][0]} {AT_ALICE}")
    (sent,) = site.messages()
    words, address = parseaddr(header(sent, "From"))
    assert address == ADDRESS
    assert max(map(len, words.split())) <= MAX_ENCODED_WORD
    assert str(make_header(decode_header(words))) == "象棋" * 30
    site.close()
