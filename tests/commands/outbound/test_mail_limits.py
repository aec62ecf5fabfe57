"""One mail causes few: above the limits notifications are joined, and nothing is lost."""

import re
from datetime import timedelta

import pytest

from commands.cli.server.status import overflow_words
from commands.server.workers.clock_watcher import ClockWatcher
from mail.same_mailbox import mailbox
from tests.support.cases import cases
from tests.support.site import PLAYERS, QUICK, Site, text_of, words_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())
STRANGER = "x@example.org"
PASSWORD = "kH7-qw2z"


@pytest.fixture
def make_site():
    """Makes servers where alice plays bob, and carol watches them."""
    made = []

    def make(**policy):
        site = Site(messages_per_day=10_000, **policy)
        made.append(site)
        site.sign_up("alice", "bob", "carol")
        site.begin("knightpanic challenge alice bob", f"knightpanic subscribe 101 {CAROL}")
        site.clock.forward(hours=2)
        return site

    yield make
    for site in made:
        site.close()


def chat(*texts):
    """Returns lines by which alice chats."""
    return "\n".join(f"knightpanic chat 101 {ALICE}\n{text}" for text in texts)


def to(mails, address):
    """Returns the mails to this address."""
    return [mail for mail in mails if mail["To"] == address]


def tick(site):
    """Returns the mails that a tick sends."""
    ClockWatcher(site.database, site.services, site.mailer, timedelta(days=99)).tick()
    return site.mails()


def test_few_notifications_of_a_mail_come_singly(make_site):
    """Up to 20 notifications of a mail are sent as they are, each in its board's thread."""
    mails = make_site().mail(AT_ALICE, "", chat(*map(str, range(10))))
    assert [len(to(mails, each)) for each in (AT_ALICE, AT_BOB, AT_CAROL)] == [1, 10, 10]


def test_many_notifications_of_a_mail_are_joined(make_site):
    """Each reader gets one mail, with the board as it is and all that was written."""
    mails = make_site().mail(AT_ALICE, "", chat(*(f"word{number}." for number in range(30))))
    for reader in (AT_BOB, AT_CAROL):
        (mail,) = to(mails, reader)
        assert re.findall(r"word\d+\.", text_of(mail)) == [f"word{n}." for n in range(30)]
        assert "It is alice's turn." in text_of(mail)
    assert "+" in to(mails, AT_BOB)[0]["Reply-To"]
    assert to(mails, AT_CAROL)[0]["List-Unsubscribe"]


def test_a_joined_message_is_answered_where_it_says(make_site):
    """A reply to a joined mail goes to no player by mistake; each part tells its address."""
    body = f"{chat('Hello')}\nmessage {ALICE} bob\nHow are you?"
    (mail,) = to(make_site(notifications_per_mail=1).mail(AT_ALICE, "", body), AT_BOB)
    assert mail["Subject"] == "2 messages"
    assert mail["Reply-To"] is None
    assert len(set(re.findall(r"write to:\s+(\S+)", text_of(mail)))) == 2


def test_above_the_limit_of_an_hour_mails_wait_and_are_joined(make_site):
    """Everything above it comes later in one mail, in which nothing is missing."""
    site = make_site(emails_per_address=15)
    mails = [m for n in range(8) for m in site.mail(AT_ALICE, "", chat(f"word{n}."), Date=str(n))]
    assert len(to(mails, AT_BOB)) == 3
    held = [each for each in site.say(f"mydata {BOB}").data["mails"] if each["state"] == "held"]
    assert len(held) == 5
    assert tick(site) == []
    site.clock.forward(minutes=61)
    (mail,) = to(tick(site), AT_BOB)
    assert re.findall(r"word\d\.", text_of(mail)) == [f"word{n}." for n in range(3, 8)]
    assert tick(site) == []


def test_admins_see_what_is_held(make_site):
    """How many mails wait to be joined, for how many addresses, and until when."""
    site = make_site(emails_per_address=15)
    for number in range(8):
        site.mail(AT_ALICE, "", chat(f"word{number}."), Date=str(number))
    with site.database.snapshot() as work:
        held = work.overflow.state()
    assert (held.recipients, held.mails) == (3, 12)
    words = re.fullmatch(r"(\d+) held back for 3 addresses, next (.+)", overflow_words(held))
    assert words.groups() == (str(held.mails), f"{held.due:%Y-%m-%d %H:%M}")


def test_joined_mails_count_as_well(make_site):
    """A mailbox gets so many joined mails in an hour, however many addresses it has here."""
    site = make_site(emails_per_address=5)
    for name in (f"w{number}" for number in range(12)):
        with site.database.work() as work:  # five may sign up, but more may be here from before
            address = f"victim+{name}@gmail.com"
            work.players.add(name, QUICK.hash(PASSWORD), [address], site.clock.now())
        site.say(f"knightpanic subscribe 101 {name} {PASSWORD}")
    site.clock.forward(hours=2)
    tick(site)
    site.clock.forward(hours=2)
    told = []
    for _ in range(4):
        told.append([m for m in site.mail(AT_ALICE, "", chat("Hello")) if "victim" in m["To"]])
        site.clock.forward(minutes=61)
        told[-1] += tick(site)
    assert [len(mails) for mails in told] == [6, 5, 5, 5]


def test_a_flood_delays_other_mails_for_an_hour_at_most(make_site):
    """However often a player writes, what waits for the other comes within the hour."""
    site = make_site(emails_per_address=10)
    site.begin("knightpanic challenge carol bob")
    for number in range(7):
        site.mail(AT_ALICE, "", chat(f"spam{number}"), Date=str(number))
        if number == 3:
            site.mail(AT_CAROL, f"knightpanic chat 102 {CAROL}", "Greetings from carol.")
        site.clock.forward(minutes=15)
    assert any("Greetings from carol." in text_of(mail) for mail in to(tick(site), AT_BOB))


def test_words_delay_no_moves(make_site):
    """One opponent's words don't use up the mails that another's moves need."""
    site = make_site(emails_per_address=10)
    site.say("knightpanic challenge carol bob")
    site.clock.forward(hours=2)
    site.mails()
    for number in range(4):
        site.mail(AT_ALICE, "", chat(f"spam{number}"), Date=str(number))
    site.say(f"knightpanic move 102 {CAROL} a1-c5")
    assert any("carol moves a1-c5" in text_of(mail) for mail in to(site.mails(), AT_BOB))


def test_an_opponent_is_told_at_once_whatever_the_watchers_get(make_site):
    """Notifications that a player causes elsewhere are limited; a game of one's own goes on."""
    site = make_site(notifications_caused_per_hour=2)
    mails = [m for n in range(5) for m in site.mail(AT_ALICE, "", chat(f"word{n}."), Date=str(n))]
    assert [len(to(mails, each)) for each in (AT_BOB, AT_CAROL)] == [5, 2]
    site.clock.forward(minutes=61)
    assert [mail["To"] for mail in tick(site)] == [AT_CAROL]


def test_news_of_the_account_never_wait(make_site):
    """A flood can't hold back the mail by which a player learns of a new password."""
    site = make_site(emails_per_address=5)
    site.mail(AT_ALICE, "", chat("Hello", "you"))
    mails = site.mail(STRANGER, f"change password {BOB} newpass-99")
    assert [mail["Subject"] for mail in to(mails, AT_BOB)] == ["Password changed for bob"]


LINES = {
    "forgot": [f"forgot w{number}" for number in range(20)],
    "signup": [
        f"signup v{n} {PASSWORD} " + " ".join(f"v{n}@h{host}.org" for host in range(5))
        for n in range(5)
    ],
    "change": [
        f"change address {ALICE} " + " ".join(f"v{n}@h{host}.org" for host in range(5))
        for n in range(20)
    ],
}


@cases("what", LINES)
def test_a_mail_has_few_codes_and_confirmations_sent(make_site, what):
    """Codes and confirmations can't be joined: above ten a line sends none."""
    site = make_site(confirm=True)
    site.begin(*(f"signup w{number} {PASSWORD} w{number}@example.com" for number in range(20)))
    mails = site.mail(STRANGER, "multiple", "\n".join(LINES[what]))
    others = [mail for mail in mails if mail["To"] not in (STRANGER, AT_ALICE)]
    assert len(others) == 10
    refusal = "we send confirmation requests and codes to at\nmost 10 addresses."
    assert (refusal in text_of(to(mails, STRANGER)[0])) == (what != "forgot")


def test_a_player_asks_for_few_addresses_a_day(make_site):
    """Mail by mail, one account has ten confirmations sent, and the refusal tells till when."""
    site = make_site(confirm=True)
    mails = [mail for line in LINES["change"] for mail in site.mail(AT_ALICE, line)]
    asked = [mail for mail in mails if mail["Subject"].startswith("Please confirm")]
    assert len(asked) == 10
    assert "Try again after Mon 2 Mar 2026, 14:01 UTC." in text_of(mails[-1])


class TestStrangers:
    """Addresses that never proved themselves, in whose name anybody may write."""

    def test_they_get_five_mails_a_day(self, make_site):
        """Answers end before confirmations do, and tags make no new addresses."""
        site = make_site(confirm=True, stranger_mails_per_day=5)
        mails = []
        for number in range(12):
            mails += site.mail(f"victim+{number}@gmail.com", "list", str(number))
            site.clock.forward(minutes=1)
        subjects = [mail["Subject"] for mail in mails]
        assert subjects == ["List of games"] * 3 + ["No replies until Mon 2 Mar 2026, 14:02 UTC"]
        assert "signup USERID PASSWORD" in words_of(mails[-1])
        line = f"signup dora {PASSWORD} vic.tim@googlemail.com"
        asked = [m for n in range(5) for m in site.mail(AT_BOB, line.replace("dora", f"d{n}"))]
        assert len(to(asked, "vic.tim@googlemail.com")) == 1
        assert "We send at most 5 emails a day" in text_of(asked[-1])

    @cases("before", [0, 3, 4, 9])
    def test_newcomers_can_register_after_their_answers(self, make_site, before):
        """However much they asked before, the mail comes by which they confirm their address."""
        site = make_site(confirm=True, stranger_mails_per_day=5)
        for number in range(before):
            site.mail(STRANGER, "list", str(number))
        mails = site.mail(STRANGER, f"signup dora {PASSWORD}")
        (asked,) = (mail for mail in mails if mail["Subject"].startswith("Please confirm"))
        assert "Welcome, dora." in text_of(site.reply(asked)[0])
        assert site.mail(STRANGER, "help")

    def test_a_vouched_address_is_no_stranger(self, make_site):
        """A mail server's word, or a registration, is proof enough for answers as usual."""
        site = make_site(authserv_id="mx.example.net", stranger_mails_per_day=5)
        proof = "mx.example.net; dmarc=pass header.from=example.org"
        found = [
            site.mail(STRANGER, "list", str(n), Authentication_Results=proof) for n in range(8)
        ]
        found += [site.mail(AT_BOB, "list", str(number)) for number in range(8)]
        assert [len(mails) for mails in found] == [1] * 16


def test_one_mailbox_is_one_address(make_site):
    """A player can't give an address twice by what stands after a +."""
    answer = make_site().say(f"signup dora {PASSWORD} dora@example.org dora+2@example.org")
    assert "Two of these addresses belong to the same mailbox" in answer.content.text


@cases(
    ("address", "counted_as"),
    [
        ("Alice+x+y@Example.org", "alice@example.org"),
        ("a.l.ice+1@gmail.com", "alice@gmail.com"),
        ("a.lice@googlemail.com", "alice@gmail.com"),
        ("a.lice@example.org", "a.lice@example.org"),
        ("+x@example.org", "+x@example.org"),
    ],
)
def test_mailboxes(address, counted_as):
    """Capitals and tags make no new mailbox anywhere, and dots none at Gmail."""
    assert mailbox(address) == counted_as
