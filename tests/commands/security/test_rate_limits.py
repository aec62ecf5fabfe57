"""The table of limits, and the limits on what is asked for in a day."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from commands.context.caller import Caller
from commands.inbound.mail_handler import MailHandler
from commands.outbound.mailer import Mailer
from commands.security.player_limits import Policy
from commands.security.rate_limits import LimitKind, limits
from mail.reading.incoming import read_incoming_mail
from tests.support.site import ADDRESS, PLAYERS, Site, simple_mail, text_of

ALICE, BOB = "alice Xa!11ce-X", "bob Yb%0b-Yes"
AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]
ELSEWHERE = "stranger@example.com"
AGAIN = "Try again after Mon 2 Mar 2026, 12:00 UTC"


@pytest.fixture
def small(tmp_path):
    """A server where each limit is two."""
    site = Site(
        f"sqlite:///{tmp_path / 'pbm.db'}",
        challenges_per_day=2,
        messages_per_day=2,
        signups_per_day=2,
        codes_per_day=2,
        authserv_id="mx.example.net",
    )
    site.sign_up("alice", "bob")
    yield site
    site.close()


def said_to(site, sender, line, body=""):
    """Returns the answer to a new mail."""
    mails = site.mail(sender, line, body, Date=f"{site.clock.now()} {len(line)}")
    return text_of(next(mail for mail in mails if mail["To"] == sender))


def test_every_limit_is_in_the_table():
    """Each kind has a finite one, so nobody can be sent or ask for any number."""
    table = limits(Policy())
    assert set(table) == set(LimitKind)
    assert max(min(each.per_hour, each.most) for each in table.values()) <= 1500


LINES = {
    "challenge": ["panic challenge -size=4 alice bob", "panic challenge -size=5 alice bob"],
    "message": [f"message {ALICE} bob", f"panic chat 101 {ALICE}"],
    "signup": ["signup carol kH7-qw2z", "signup dora kH7-qw2z"],
}


@pytest.mark.parametrize("what", LINES)
def test_the_third_in_a_day_is_refused(small, what):
    """The refusal tells the time from which on the command works again."""
    small.begin("panic challenge alice bob")
    for line in LINES[what]:
        assert "within a day" not in said_to(small, AT_ALICE, line, "hello")
        small.clock.forward(hours=1)
    third = {
        "challenge": "dance challenge alice bob",
        "message": f"message {ALICE} bob",
        "signup": "signup eve kH7-qw2z",
    }[what]
    refusal = said_to(small, AT_ALICE, third, "hello again")
    assert "at most 2" in refusal
    assert AGAIN in refusal
    small.clock.forward(hours=22)
    assert "within a day" not in said_to(small, AT_ALICE, third, "at last")


def test_the_shell_is_not_counted(small):
    """The shell isn't limited, as its user owns the data folder."""
    for _ in range(3):
        assert small.say("panic challenge alice bob").ok
        assert small.say(f"message {ALICE} bob", read=lambda: "hello").ok


def test_others_are_counted_by_themselves(small):
    for line in LINES["challenge"]:
        said_to(small, AT_ALICE, line)
    assert "at most 2" in said_to(small, AT_ALICE, "panic challenge alice bob")
    assert "at most 2" not in said_to(small, AT_BOB, "panic challenge alice bob")


def test_a_pair_is_two(small):
    """Two boards at once count as two games."""
    said_to(small, AT_ALICE, LINES["challenge"][0])
    assert "at most 2" in said_to(small, AT_ALICE, "panic challenge -pair alice bob")


def test_a_message_counts_once_for_each_reader(small):
    """A message to two players counts as two."""
    small.sign_up("carol")
    assert "Sent to bob and carol" in said_to(small, AT_ALICE, f"message {ALICE} bob carol", "hi")
    assert "at most 2" in said_to(small, AT_ALICE, f"message {ALICE} bob", "hello")


def test_refused_lines_are_not_counted(small):
    for number in range(3):
        said_to(small, AT_ALICE, f"message {ALICE} nobody{number}", "hello")
    assert "Sent to bob" in said_to(small, AT_ALICE, f"message {ALICE} bob", "hello")
    assert len(small.say(f"mydata {ALICE}").data["counted today"]["message"]) == 1


def test_codes_are_sent_so_often_a_day(small):
    """Codes are limited without a sign in the answer; an authenticated sender still gets one."""
    told = []
    for number in range(3):
        mails = small.mail(ELSEWHERE, f"forgot {'alice' if number else 'Alice'}", str(number))
        told.append([mail["To"] for mail in mails])
        small.clock.forward(minutes=11)
    assert told == [[ELSEWHERE, AT_ALICE]] * 2 + [[ELSEWHERE]]
    proof = b"Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\n"
    asked = small.receive(AT_ALICE, proof + simple_mail(AT_ALICE, "forgot alice"))
    assert "reset alice" in text_of(asked[-1])


def test_lists_of_userids_are_sent_so_often_a_day(small):
    """They come ten minutes apart, and as often as codes, without a sign in the answer."""
    told = []
    for number, minutes in enumerate((1, 11, 11, 11)):
        mails = small.mail(ELSEWHERE, f"forgot {AT_ALICE}", str(number))
        told.append([mail["To"] for mail in mails])
        small.clock.forward(minutes=minutes)
    assert told == [[ELSEWHERE, AT_ALICE], [ELSEWHERE], [ELSEWHERE, AT_ALICE], [ELSEWHERE]]
    proof = b"Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\n"
    asked = small.receive(AT_ALICE, proof + simple_mail(AT_ALICE, f"forgot {AT_ALICE}"))
    assert asked[-1]["Subject"] == "Your userids"


class TestConfirmations:
    def test_an_address_is_asked_so_often_a_day(self, tmp_path):
        """Sign-ups and challenges in other people's names can't flood their mailboxes."""
        url = f"sqlite:///{tmp_path / 'pbm.db'}"
        site = Site(url, confirm=True, confirmations_per_day=3, signups_per_day=100)
        site.sign_up("alice", "bob")
        asked = []
        for number in range(4):
            victim = "Victim" if number % 2 else "victim"
            line = f"signup player{number} kH7-qw2z {victim}@example.org"
            asked += [mail["To"].lower() for mail in site.mail(ELSEWHERE, line)]
        assert asked.count("victim@example.org") == 3
        refusal = said_to(site, ELSEWHERE, "signup player9 kH7-qw2z victim@example.org")
        assert "at most 3 confirmation requests" in refusal
        assert AGAIN in refusal
        site.close()

    def test_a_stolen_reply_address_asks_so_often_too(self, tmp_path):
        """A stolen reply address is limited too: no mail is sent, and its user is told."""
        url = f"sqlite:///{tmp_path / 'pbm.db'}"
        site = Site(url, confirm=True, confirmations_per_day=2)
        site.sign_up("alice", "bob")
        site.begin("panic challenge alice bob")
        token = f"pbm+{site.last_token(AT_ALICE)}@example.net"
        mails = [
            mail
            for number in range(3)
            for mail in site.receive(
                ELSEWHERE, simple_mail(ELSEWHERE, "x", f"a1-c5#{number}"), token
            )
        ]
        assert [mail["To"] for mail in mails].count(AT_ALICE) == 2
        assert "at most 2 confirmation requests" in text_of(mails[-1])
        site.close()


def test_several_processes_count_together(database_url):
    """Several processes that write at once stay within one limit."""
    sites = [Site(database_url, messages_per_day=3) for _ in range(4)]
    sites[0].sign_up("alice", "bob")

    def send(site):
        with site.database.work() as work:
            caller = Caller(AT_ALICE, read=lambda: "hello")
            return site.dispatcher.dispatch_line(work, f"message {ALICE} bob", caller).ok

    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(send, sites * 3))
    for site in sites:
        site.close()
    assert done.count(True) == 3


class TestAnswers:
    """The limit on answers to an address."""

    @pytest.fixture
    def sites(self, tmp_path):
        """Two processes with one database, and a limit of two answers an hour."""
        limits = {"emails_per_address": 10}
        made = [Site(f"sqlite:///{tmp_path / 'pbm.db'}", **limits) for _ in range(2)]
        for site in made:
            site.mail_handler = MailHandler(site.dispatcher, Mailer(ADDRESS), site.tokens)
        yield made
        for site in made:
            site.close()

    def test_processes_count_them_together(self, sites):
        """Each mail for a pipe is answered by a separate process."""
        answers = [len(sites[number % 2].mail(AT_ALICE, "list", str(number))) for number in (1, 2)]
        assert answers == [1, 1]
        (announcement,) = sites[1].mail(AT_ALICE.upper(), "list", "3")
        assert "We'll reply again after" in text_of(announcement)
        assert sites[0].mail(AT_ALICE, "list", "3 again") == []
        assert len(sites[1].mail(AT_BOB, "list", "4")) == 1

    def test_rolled_back_answers_are_not_counted(self, sites):
        site = sites[0]
        for number in range(3):
            content = simple_mail(AT_ALICE, "list", str(number))
            with suppress(ZeroDivisionError), site.database.work() as work:
                site.mail_handler.handle(work, read_incoming_mail(AT_ALICE, (ADDRESS,), content))
                raise ZeroDivisionError
        assert len(site.mail(AT_ALICE, "list", "3")) == 1

    def test_they_count_for_an_hour_and_a_day(self, sites):
        """Answers are counted from the minute in which they were given; one announces the limit."""
        site, seen = sites[0], []
        for minutes in (0, 59, 0, 0, 2, 59, 0, 0, 0, 24 * 60):
            site.clock.forward(minutes=minutes)
            seen.append(len(site.mail(AT_ALICE, "list", str(len(seen)))))
        hour, announced, none, day = [1, 1], [1], [0], [1, 1]
        assert seen == [*hour, *announced, *none, *none, *day, *announced, *none, 1]
