"""Two servers made to answer each other, programs that answer, and limits on answers."""

import re
from email.utils import parseaddr

import pytest

from commands.inbound.answer_limits import AnswerLimiter
from commands.security.policy import Policy
from commands.workers.clocks import ClockWatcher
from mail.reading.incoming import read_incoming_mail
from tests.support.site import PLAYERS, Site, simple_mail, text_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
OTHER = "pbm@example.org"
STRANGER = "x@example.org"


@pytest.fixture
def servers(tmp_path):
    """Two servers without sockets, by their addresses; on the first alice and bob play."""
    made = {
        address: Site(f"sqlite:///{tmp_path / address}.db", address=address, broadcast=True)
        for address in ("pbm@example.net", OTHER)
    }
    for site in made.values():
        site.sign_up("alice", "bob", "carol")
        site.say("knightpanic challenge alice bob")
        site.say(f"knightpanic subscribe 101 {CAROL}")
        site.mails()
    yield made
    for site in made.values():
        site.database.close()


def exchange(servers, sender, recipient, content):
    """Delivers a letter, and all that comes of it between the two; how many letters that were."""
    waiting, count = [(sender, recipient, content)], 0
    while waiting and count < 20:
        sender, recipient, content = waiting.pop(0)
        name, _, host = recipient.lower().partition("@")
        site = servers.get(f"{name.partition('+')[0]}@{host}")
        if site is None:
            continue
        count += 1
        with site.database.work() as work:
            site.mail_handler.handle(work, read_incoming_mail(sender, (recipient,), content))
        waiting += sent(site)
    return count


def sent(site):
    """What is in the outbox: envelope sender, recipient, bytes."""
    return [(message.sender, message.recipient, message.message) for message in site.messages()]


def notices(site):
    """A mail of every kind that we send without being asked, as sent."""
    site.say(f"knightpanic move 101 {ALICE} a1-c5")
    site.say(f"knightpanic chat 101 {ALICE}", read=lambda: "Hello")
    site.say(f"message {ALICE} bob", read=lambda: "Hello")
    site.say(f"broadcast {ALICE}", read=lambda: "Hello")
    site.say("forgot bob")
    site.clock.forward(days=9)
    clock_watcher = ClockWatcher(site.database, site.services, site.mailer)
    clock_watcher.tick()
    site.clock.forward(days=9)
    clock_watcher.tick()
    return sent(site)


@pytest.mark.parametrize(
    "subject",
    ["list", "no such thing", "", f"knightpanic move 101 {ALICE} a1-c5", f"signup dave pw {OTHER}"],
)
def test_an_answer_to_another_server_is_the_last_word(servers, subject):
    """A letter forged in its name brings one mail to it, and that brings none."""
    content = simple_mail(OTHER, subject)
    assert exchange(servers, OTHER, "pbm@example.net", content) == 2


def test_a_server_does_not_answer_itself(servers):
    """A letter forged in its own name neither."""
    address = "pbm@example.net"
    assert exchange(servers, address, address, simple_mail(address, "list")) == 1


@pytest.mark.parametrize("unenveloped", [False, True])
def test_no_mail_of_ours_is_answered_by_another_server(servers, unenveloped):
    """Boards, chat, messages, broadcasts, codes, reminders, were they sent to it: silence."""
    kinds = set()
    mails = notices(servers["pbm@example.net"])
    for sender, _, content in mails:
        envelope = "pbm@example.net" if unenveloped else sender
        assert exchange(servers, envelope, OTHER, content) == 1
        kinds.add(content.split(b"Subject: ")[1].split(b"\r\n")[0])
    assert len(kinds) == 4
    assert any(b"Reminder: bob" in content for _, _, content in mails)


def test_a_bounce_of_each_is_not_answered(servers):
    """Whatever the other side makes of our mails: what comes to their bounce addresses ends."""
    site = servers["pbm@example.net"]
    for sender, recipient, _ in notices(site):
        for content in (simple_mail(recipient, "list"), simple_mail("", "Undelivered", "550")):
            assert exchange(servers, recipient, sender, content) == 1


def test_a_program_without_any_sign_is_answered_once(site):
    """An answering machine that shows by nothing what it is, says the same each time."""
    answers = []
    for number in range(5):
        text = f"I am on holiday until May. You wrote: {number}"
        answers += site.mail(STRANGER, "Re: No command", text, Message_ID=f"<{number}@x>")
        site.clock.forward(minutes=5)
    assert len(answers) == 1


def test_a_program_whose_mails_cannot_be_read_is_answered_once(site):
    """The request for a readable mail isn't repeated either."""
    content = b"Subject: x\n" + b"X: y\n" * 20_000 + b"\nx"
    assert [len(site.letter(STRANGER, content)) for _ in range(3)] == [1, 0, 0]


def test_the_same_refusal_is_told_once_a_day(site):
    """Another line, another refusal, another sender or another day: they are told."""

    def told(sender, line):
        return len(site.mail(sender, line))

    assert [told(STRANGER, "panic show 9") for _ in range(3)] == [1, 0, 0]
    assert told("X@Example.org", "panic show 9") == 0
    assert told(STRANGER, "panic show 8") == 1
    assert told(STRANGER, "panic show 9") == 1
    assert told("y@example.org", "panic show 9") == 1
    site.clock.forward(hours=25)
    assert told(STRANGER, "panic show 9") == 1


def test_what_works_is_answered_each_time(site):
    """And a refusal after it is told again."""
    lines = ["list", "list", "panic show 9", "list", "panic show 9"]
    assert [len(site.mail(STRANGER, line)) for line in lines] == [1] * 5


def test_refusals_are_kept_as_hashes(site):
    """Lines have passwords in them."""
    site.mail(STRANGER, "panic move 9 alice S3cret a1-c5")
    with site.database._engine.connect() as connection:
        kept = "\n".join(connection.connection.iterdump())
    assert re.search(
        r"""INSERT INTO "answer" VALUES\('[0-9a-f]{64}','.*',1,'[0-9a-f]{64}'\)""", kept
    )
    assert "S3cret" not in kept


def test_an_address_gets_so_many_answers_in_an_hour_and_a_day(site):
    """What it commands is carried out all the same, and the others hear of it."""
    site.sign_up("alice", "bob")
    site.mail_handler._answer_limiter = AnswerLimiter(
        site.keys, site.clock, Policy(answers_per_hour=2, answers_per_day=3)
    )
    at = "alice@example.org"
    assert [len(site.mail(at, "list")) for _ in range(3)] == [1, 1, 0]
    (told, own) = site.mail("Alice@example.org", "knightpanic challenge alice bob")
    assert {told["To"], own["To"]} == {at, "bob@example.com"}
    assert len(site.mail("other@example.org", "list")) == 1
    site.clock.forward(minutes=61)
    assert [len(site.mail(at, "list")) for _ in range(2)] == [1, 0]
    site.clock.forward(hours=24)
    assert len(site.mail(at, "list")) == 1


class TestUnsubscribing:
    """By a mail to the address in List-Unsubscribe."""

    @pytest.fixture
    def watched(self, servers):
        return servers["pbm@example.net"]

    def uri(self, mail):
        """Its address; the whole is `<mailto:ADDRESS?subject=unsubscribe>`."""
        address, query = mail["List-Unsubscribe"].strip("<>").removeprefix("mailto:").split("?")
        assert query == "subject=unsubscribe"
        return address

    def to_carol(self, site):
        site.say(f"knightpanic chat 101 {ALICE}", read=lambda: "Hello")
        return [mail for mail in site.mails() if mail["To"] == "carol@example.org"]

    def test_only_what_can_be_unsubscribed_has_one(self, watched):
        """Mails to watchers and broadcasts; a player's own boards, messages and answers haven't."""
        watched.say(f"message {ALICE} carol", read=lambda: "Hello")
        watched.say(f"knightpanic move 101 {ALICE} a1-c5")
        watched.say(f"broadcast {ALICE}", read=lambda: "Hello")
        found = [(mail["To"], bool(mail["List-Unsubscribe"])) for mail in watched.mails()]
        at = {name: address for name, (_, address) in PLAYERS.items()}
        assert found == [
            (at["carol"], False),
            *((at["alice"], False), (at["bob"], False), (at["carol"], True)),
            *((at["bob"], True), (at["carol"], True)),
        ]

    @pytest.mark.parametrize("how", ["101", "all"])
    @pytest.mark.parametrize("sender", ["", "carol@example.org", "unsubscriber@mail.example"])
    def test_a_watch_ends(self, watched, how, sender):
        """Whoever sends it: that of the board, or of all; the player is told, once."""
        watched.say(f"knightpanic unsubscribe 101 {CAROL}")
        watched.say(f"knightpanic subscribe {how} {CAROL}")
        (mail,) = self.to_carol(watched)
        content = simple_mail(sender, "unsubscribe", Auto_Submitted="auto-generated")
        (told,) = watched.letter(sender, content, self.uri(mail))
        assert told["To"] == "carol@example.org"
        what = "Knight Panic board 101" if how == "101" else "all boards of Knight Panic"
        assert text_of(told).strip() == f"carol gets no more mail about {what}."
        assert self.to_carol(watched) == []
        assert watched.letter(sender, content, self.uri(mail)) == []

    def test_a_wish_for_the_end_ends(self, watched):
        """`notify` as well."""
        watched.say(f"knightpanic unsubscribe 101 {CAROL}")
        watched.say(f"knightpanic notify {CAROL}")
        watched.say(f"knightpanic resign 101 {ALICE}")
        watched.say(f"knightpanic resign 101 {BOB}")
        mail = next(each for each in watched.mails() if each["To"] == "carol@example.org")
        assert len(watched.letter("", simple_mail("", "unsubscribe"), self.uri(mail))) == 1

    def test_broadcasts_end(self, watched):
        """As by `block USERID PASSWORD broadcast`."""
        watched.say(f"broadcast {ALICE}", read=lambda: "Hello")
        mail = next(each for each in watched.mails() if each["To"] == "bob@example.com")
        (told,) = watched.letter("", simple_mail("", "unsubscribe"), self.uri(mail))
        assert "bob gets no more mail that goes to all players" in text_of(told)
        assert watched.letter("", simple_mail("", "unsubscribe"), self.uri(mail)) == []
        assert watched.say(f"broadcast {ALICE}", read=lambda: "Hello").data["players"] == 1

    def test_a_changed_token_ends_nothing(self, watched):
        """It must be one that we made, for this player."""
        (mail,) = self.to_carol(watched)
        name, _, host = self.uri(mail).partition("@")
        forged = f"{name[:-4]}aaaa@{host}"
        assert watched.letter("x@example.org", simple_mail("x@example.org", "list"), forged) == []
        assert len(self.to_carol(watched)) == 1
        assert parseaddr(mail["From"])[1] == "pbm@example.net"
