"""Senders authenticated by the site's own mail server: a lone dash stands for their password."""

import pytest

from mail.reading.parsed_mail import parse_mail
from mail.reading.sender_checks import authenticated_sender
from tests.support.cases import cases
from tests.support.site import PLAYERS, Site, simple_mail, text_of

SITE = "mx.example.net"
AT_ALICE = PLAYERS["alice"][1]
DMARC = f"{SITE}; dmarc=pass header.from=example.org"
DKIM = f"{SITE}; dkim=pass header.d=example.org"

PROOFS = [
    DMARC,
    DKIM,
    "MX.Example.NET 1; dmarc=pass (p=none; dis=none) header.from=Example.ORG",
    f'"{SITE}"; dmarc=pass header.from="example.org"',
    f"{SITE} (a (b) dmarc=fail);\r\n\tspf=pass smtp.mailfrom=x@a.b;\r\n {DMARC[len(SITE) + 1 :]}",
    f'{SITE};\r\n dmarc = pass reason="all is well; truly" header.from = example.org;',
    f"{SITE}; dkim=fail header.d=example.org; dkim=pass header.d=example.org header.b=ab/c==",
    f"{SITE}; dmarc=none header.from=example.org; dkim/1=pass header.d=example.org",
    f"{SITE}; dmarc=pass action=none header.from=example.org;compauth=pass reason=100",
]
NO_PROOFS = [
    f"{SITE}; none",
    SITE,
    "",
    f"{SITE}; spf=pass smtp.mailfrom=alice@example.org",
    f"{SITE}; dmarc=fail header.from=example.org",
    f"{SITE}; dmarc=fail header.from=example.org; dkim=pass header.d=example.org",
    f"{SITE}; dmarc=temperror header.from=example.org; dkim=pass header.d=example.org",
    f"{SITE}; dmarc=pass header.from=org",
    f"{SITE}; dmarc=pass header.from=evil.example.org",
    f"{SITE}; dmarc=pass",
    f"{SITE}; dmarc=pass header.from=example.org header.from=example.com",
    f"{SITE}; dkim=pass header.d=org",
    f"{SITE}; dkim=pass header.d=mail.example.org",
    f"{SITE}; dkim=pass header.i=@example.org",
    f"{SITE}; dmarc=pass header.from=example.org; dmarc=fail header.from=example.com",
    f"{SITE}; spf=pass smtp.mailfrom=a; dmarc=pass header.from=example.org; x=@evil; dmarc=fail",
    f'{SITE}; spf=pass smtp.mailfrom="; dmarc=pass header.from=example.org"@evil.example',
    f"{SITE}; spf=pass (dmarc=pass header.from=example.org)",
    f"{SITE}; spf=fail (x) dmarc=pass header.from=example.org",
    f"{SITE} dmarc=pass header.from=example.org",
    f"{SITE}; dmarc=pass header.from=example.org (open",
    f'{SITE}; dmarc=pass header.from=example.org "',
    f"{SITE}; dmarc=pass header.from=example.org)",
    f"{SITE}; dmarc=pass header . from=example.org",
    "mx.example.com; dmarc=pass header.from=example.org",
    f"evil.{SITE}; dmarc=pass header.from=example.org",
    f"{SITE}.evil; dmarc=pass header.from=example.org",
    f"({SITE}); dmarc=pass header.from=example.org",
    f"{DMARC};{' x=y' * 2000}",
]


def authenticated(*headers, sender=AT_ALICE, server=SITE):
    """Returns the authenticated sender of a mail with these headers above its others."""
    head = "".join(f"{each}\r\n" for each in headers)
    content = head.encode() + simple_mail(sender, "list").replace(b"\n", b"\r\n")
    return authenticated_sender(parse_mail("bounce@x.org", (), content), server)


@cases("proof", PROOFS)
def test_a_proof_is_read(proof):
    """Comments, quotes, folding, capitals and other methods don't matter."""
    assert authenticated(f"Authentication-Results: {proof}") == AT_ALICE


@cases("proof", NO_PROOFS)
def test_other_headers_authenticate_nobody(proof):
    """Other servers, domains or methods, several results and broken headers authenticate nobody."""
    assert authenticated(f"Authentication-Results: {proof}") == ""


@cases("proof", [*PROOFS, *NO_PROOFS])
def test_without_an_id_nothing_is_trusted(proof):
    """Without the server's id no header is trusted, nor is one with another server's id."""
    assert authenticated(f"Authentication-Results: {proof}", server="") == ""
    assert authenticated(f"Authentication-Results: {proof}", server="mx.example.or") == ""


def test_only_the_topmost_header_counts():
    """The sender's own headers stand below the one that the site's server has added."""
    ours, theirs = f"Authentication-Results: {SITE}; none", f"Authentication-Results: {DMARC}"
    assert authenticated(ours, theirs) == ""
    assert authenticated("Received: from x", theirs, ours) == AT_ALICE
    assert authenticated(f"Authentication-Results: {SITE};{' ' * 5000}x=y", theirs) == ""


@cases("sender", ["alice@example.org, bob@example.org", "bob@example.com", "Alice <>", "alice"])
def test_one_author_of_that_domain_is_needed(sender):
    """Several addresses, none, or one of another domain are not authenticated."""
    head = f"Authentication-Results: {DMARC}\r\nFrom: {sender}\r\nSubject: list\r\n\r\n"
    assert authenticated_sender(parse_mail("a@x.org", (), head.encode()), SITE) == ""


def test_a_second_author_header_proves_nothing():
    """Mail readers differ on which author header they show."""
    assert authenticated(f"Authentication-Results: {DMARC}", "From: bob@example.org") == ""


@pytest.fixture
def site():
    """A server that trusts its mail server, and confirms other mails."""
    site = Site(confirm=True, authserv_id=SITE)
    site.sign_up("alice", "bob")
    yield site
    site.close()


def sent(site, subject, sender=AT_ALICE, proof=DMARC):
    """Returns the answer to a mail from an address, with its own envelope sender."""
    content = f"Authentication-Results: {proof}\n".encode() + simple_mail(sender, subject)
    return site.receive(f"relay+{sender.partition('@')[0]}@mail.example", content)[0]


def test_a_dash_stands_for_the_password(site):
    """A dash works for the player with that address, and for nobody else."""
    assert "any number" in text_of(sent(site, "panic limit alice -"))
    assert "instead of the dash" in text_of(sent(site, "panic limit bob -"))
    assert "instead of the dash" in text_of(
        sent(site, "panic limit alice -", proof=f"{SITE}; none")
    )
    (asked,) = site.mail(AT_ALICE, "panic limit alice - 3")
    assert (asked["To"], asked["Subject"][:15]) == (AT_ALICE, "Please confirm:")
    assert "limited to 3" in text_of(site.reply(asked, "yes")[0])
    assert "password is wrong" in text_of(sent(site, "panic limit alice wrong"))


def test_a_server_without_that_setting_trusts_nobody(confirming_site):
    """Without the setting no header is trusted."""
    confirming_site.sign_up("alice")
    assert "instead of the dash" in text_of(sent(confirming_site, "panic limit alice -"))


def test_a_whole_game_needs_no_password(site):
    """Challenges, moves and changes of password work with a dash."""
    assert "Your move, alice" in text_of(sent(site, "panic challenge alice bob"))
    assert "alice moves a1-c5" in text_of(sent(site, "panic move 101 alice - a1-c5"))
    assert "was changed" in text_of(sent(site, "change password alice - N3wOne-1"))
    assert site.say("panic limit alice N3wOne-1").ok


def test_a_signup_needs_no_confirmation(site):
    """The authenticated address is registered at once; any other is asked."""
    new = "dora@example.org"
    assert "Welcome, dora" in text_of(sent(site, "signup dora M9ce-and-men", new))
    for line in (
        "signup eve Le5Mis-rables eve@example.com",
        "change address dora - dora@example.com",
    ):
        assert 'Reply "yes" to it within 3 days' in text_of(sent(site, line, new))
    assert site.say("mydata dora M9ce-and-men").data["addresses"] == [new]


def test_a_reply_speaks_for_other_boards_too(site):
    """The token counts on its own board, the authenticated sender everywhere."""
    for _ in range(2):
        site.say("panic challenge alice bob")
    mails = [mail for mail in site.mails() if mail["To"] == AT_ALICE]
    proof = {"Authentication_Results": DMARC}
    line = "panic move 102 alice - a1-c5"
    assert "alice moves a1-c5" in text_of(site.reply(mails[0], line, **proof)[0])
    (asked,) = site.reply(mails[0], "panic move 102 alice - c5-a1")
    assert asked["Subject"].startswith("Please confirm")
