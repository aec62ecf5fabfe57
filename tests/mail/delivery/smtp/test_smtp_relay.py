"""Mails over real SMTP to servers that fail in every reply, and at every step of the dialogue."""

import asyncio
from dataclasses import replace

import pytest

from commands.content.messages import TextMessage, dump
from mail.delivery.delivery import Delivery
from mail.delivery.pauses import SHORT
from mail.delivery.relay import DeliveryError
from mail.delivery.relay_address import tls_mode
from mail.delivery.relay_factory import open_relay
from mail.delivery.smtp.session import RelayServer, Timeouts
from mail.delivery.smtp.smtp_relay import SmtpRelay
from mail.server_address import ServerAddress
from pbm.stored_values import OutboxMail
from tests.mail.delivery.test_delivery import MESSAGE
from tests.support.cases import cases
from tests.support.certificates import Authority
from tests.support.site import PLAYERS
from tests.support.smtp_sink import sink

LONG_TIMEOUTS = Timeouts(connect=60, tls=60, reply=60, message=60, goodbye=60)
"""A limit that no test reaches, even on a busy machine."""
ALICE, BOB, CAROL = (address for _, address in PLAYERS.values())
SAID = {
    "4xx": "450 4.2.0 later",
    "5xx": "550 5.1.1 no",
    "garbage": "what?",
    "odd": "354 odd",
    "done": "250 done",
    "flood": "220-x\r\n" * 10_000 + "220 x",
}
NO_REPLY = ("cut", "silence", "drip", "garbage", "flood")
SENSELESS = (*NO_REPLY, "odd")

SENT, LATER, FAILED, POSTPONED, AWAY = "sent", "later", "failed", "postponed", "away"
"""The outcome of the first mail; `postponed`: later, and no try counts; `away`: so for all."""
IN_A_MAIL = {"4xx": LATER, "5xx": FAILED, **dict.fromkeys(SENSELESS, LATER), "pieces": SENT}
OUTCOMES = {
    "BANNER": {"4xx": AWAY, "5xx": AWAY, **dict.fromkeys(SENSELESS, AWAY), "pieces": SENT},
    "EHLO": {
        **dict.fromkeys(["4xx", "5xx", "pieces"], SENT),
        **dict.fromkeys(NO_REPLY, AWAY),
    },
    "MAIL": {"4xx": POSTPONED, "5xx": POSTPONED, **dict.fromkeys(SENSELESS, AWAY), "pieces": SENT},
    "RCPT": IN_A_MAIL,
    "DATA": {**{name: how for name, how in IN_A_MAIL.items() if name != "odd"}, "done": LATER},
    "END": IN_A_MAIL,
    "QUIT": dict.fromkeys(["4xx", "5xx", *SENSELESS, "pieces"], SENT),
}
CASES = [(step, name, how) for step, each in OUTCOMES.items() for name, how in each.items()]


@pytest.fixture
def three(site):
    """A server with a mail for each of alice, bob and carol in its outbox."""
    site.sign_up("alice", "bob", "carol")
    said = dump(TextMessage(subject="News", text="The news.\n.\n"))
    mails = [
        OutboxMail(address, f"<{address}>", site.clock.now(), said, "auto-generated")
        for address in (ALICE, BOB, CAROL)
    ]
    with site.database.work() as work:
        work.outbox.put(mails)
    return site


def relay_at(port):
    """Returns the relay on this port of loopback."""
    address = ServerAddress("smtp", "127.0.0.1", port)
    return SmtpRelay(RelayServer(address, tls_mode(address, "verify")), LONG_TIMEOUTS)


class Round:
    """Deliveries to a scripted server over one connection, one after the other."""

    def __init__(self, site, server):
        self.site, self.server, self.rested = site, server, 0.0
        relay = relay_at(server.port)
        relay.connections = relay.connections[:1]
        self.delivery = Delivery(site.queue, relay, lambda: self.rested)

    def go(self):
        """Delivers due mails, and quits; returns the state and tries of the three mails."""

        async def deliver():
            await self.delivery.deliver()
            await self.delivery.close()

        self.server.run(deliver())
        with self.site.database.work() as work:
            mails = work.outbox_admin.list(["waiting", "sent", "failed"], 3, self.site.clock.now())
        return [(mail.state, mail.tries) for mail in mails]

    def later(self):
        """Advances until every mail is due again."""
        self.site.clock.forward(hours=1)
        self.rested += SHORT.longest
        return self.go()


@pytest.mark.parametrize(("step", "name", "how"), CASES)
def test_an_error_at_each_step(three, step, name, how):
    """The first mail waits or fails, the others are sent; in the end none is lost or doubled."""
    with sink(**{step: [SAID.get(name, name)]}) as server:
        round = Round(three, server)
        first = {SENT: ("sent", 0), LATER: ("waiting", 1), FAILED: ("failed", 1)}
        first[POSTPONED] = ("waiting", 0)
        others = ("waiting", 0) if how == AWAY else ("sent", 0)
        assert round.go() == [first.get(how, others), others, others]
        end = {LATER: ("sent", 1), FAILED: ("failed", 1)}.get(how, ("sent", 0))
        assert round.later() == [end, ("sent", 0), ("sent", 0)]
        expected = [BOB, CAROL] if how == FAILED else [ALICE, BOB, CAROL]
        assert sorted(recipient for _, recipient, _ in server.mails) == sorted(expected)
    with three.database.work() as work:
        bounces = [bounce.kind for bounce in work.bounces.of([ALICE, BOB, CAROL])]
    kind = "hard" if step == "RCPT" else "soft"
    assert bounces == ([kind] if how == FAILED else [])


@pytest.mark.parametrize("name", ["4xx", "5xx", "cut", "silence", "garbage", "pieces"])
@pytest.mark.slow
def test_an_error_after_a_refusal(three, name):
    """A connection that can't be reset is closed; the next mail goes out."""
    with sink(RCPT=["450 later"], RSET=[SAID.get(name, name)]) as server:
        round = Round(three, server)
        assert round.go() == [("waiting", 1), ("sent", 0), ("sent", 0)]
        assert round.later() == [("sent", 1), ("sent", 0), ("sent", 0)]


def test_a_mail_that_was_taken_without_a_word(three):
    """The outcome is unknown, so the mail is sent again in the same bytes; the others once."""
    with sink(END=["lost"]) as server:
        round = Round(three, server)
        round.go()
        round.later()
    (first, *others), again = server.mails[:-1], server.mails[-1]
    assert again == first
    assert b"Message-ID: <alice+b." in again[2]
    assert [recipient for _, recipient, _ in others] == [BOB, CAROL]


@pytest.mark.parametrize("step", ["BANNER", "MAIL", "RCPT"])
@pytest.mark.slow
def test_a_silent_relay_is_noticed_once(three, step):
    """One timeout is enough: the other mails wait untried until the relay replies again."""
    with sink(**{step: "silence"}) as server:
        round = Round(three, server)
        tries = [tries for _, tries in round.go()]
        assert len(server.connections) == {"BANNER": 1, "MAIL": 1, "RCPT": 2}[step]
        assert tries == ([1, 1, 0] if step == "RCPT" else [0, 0, 0])
        server.replies.clear()
        assert [state for state, _ in round.later()] == ["sent"] * 3


@pytest.mark.slow
def test_a_relay_that_is_away(three):
    """No tries are counted while it is away; then all mails use one connection."""
    with sink() as server:
        round = Round(three, server)
        server.run(server.close())
        for _ in range(24):
            assert round.later() == [("waiting", 0)] * 3
        server.run(server.listen())
        assert round.later() == [("sent", 0)] * 3
        assert len(server.connections) == 1


def send(line, *recipients, sender=""):
    """Sends a mail to each, over one connection."""

    async def all_of_them():
        try:
            for recipient in recipients:
                await line.send(sender, recipient, MESSAGE)
        finally:
            await line.close()

    asyncio.run(all_of_them())


@pytest.fixture
def server():
    with sink() as made:
        yield made


@pytest.fixture
def line(server):
    return open_relay(f"smtp://127.0.0.1:{server.port}", None).connections[0]


def test_mails_arrive_as_they_are(line, server):
    """The bytes, the null sender and the recipient reach the server, over one connection."""
    send(line, "alice@example.org", '"odd > name"@example.com')
    first, second = server.mails
    assert first == ("", "alice@example.org", MESSAGE)
    assert second == ("", '"odd > name"@example.com', MESSAGE)
    assert len(server.connections) == 1


@cases(
    "said", [b"421 4.4.2 too long\r\n", b"250 ok\r\n" * 20, b"x" * 40_000, b"250-x\r\n" * 40_000]
)
def test_words_that_nobody_asked_for(said):
    """What a server says between two emails isn't taken for a reply to the second."""
    with sink() as server:
        line = relay_at(server.port).connections[0]

        async def two_emails():
            await line.send("", ALICE, MESSAGE)
            server.connections[0].write(said)
            await server.connections[0].drain()
            await asyncio.get_running_loop().skip(0)  # the client reads it
            await line.send("", BOB, MESSAGE)
            await line.close()

        server.run(two_emails())
    assert [recipient for _, recipient, _ in server.mails] == [ALICE, BOB]


@pytest.mark.parametrize("more", ["250 2.0.0 Ok", "421 4.4.2 too long"])
def test_two_replies_to_one_email(three, more):
    """No email is lost or doubled, even if the next one fails at first."""
    with sink(END=[f"250 2.0.0 Ok\r\n{more}"]) as server:
        round = Round(three, server)
        round.go()
        assert [state for state, _ in round.later()] == ["sent"] * 3
    assert sorted(recipient for _, recipient, _ in server.mails) == [ALICE, BOB, CAROL]


@pytest.mark.parametrize(
    "message", [b".\n..\r\na\rb", b"\r\n.\r\n", b"a\r\n.b\r\n", b".a\r\n.\r\n"]
)
def test_a_message_of_any_lines(line, server, message):
    """Dots and line ends of all kinds arrive, as lines that end as SMTP demands."""
    asyncio.run(_send_once(line, message))
    (mail,) = server.mails
    assert mail[-1].splitlines() == message.splitlines()
    assert mail[-1].count(b"\n") == mail[-1].count(b"\r\n") == mail[-1].count(b"\r")


async def _send_once(line, message):
    await line.send("", BOB, message)
    await line.close()


@pytest.mark.parametrize("when", ["RCPT", "END"])
@pytest.mark.parametrize(
    ("said", "permanent", "fault"),
    [
        ("450 4.2.1 later", False, "recipient"),
        ("550 5.1.1 nobody", True, "recipient"),
        ("552 full", True, "recipient"),
        ("450 4.7.1 grey", False, "mail"),
        ("452 4.3.1 overfull", False, "relay"),
        ("550 5.7.1 policy", True, "mail"),
        ("421 bye", False, "relay"),
    ],
)
def test_refusals(line, server, *, when, said, permanent, fault):
    """4xx is temporary, 5xx permanent; the reply's code is recorded, and its text isn't."""
    server.replies[when, "alice@example.org"] = said
    code, _, text = said.rpartition(" ")
    with pytest.raises(DeliveryError) as failed:
        send(line, "alice@example.org")
    assert str(failed.value).startswith(f"{code} (the server ")
    assert text not in str(failed.value)
    assert failed.value.permanent == permanent
    assert failed.value.fault == ("mail" if when == "END" and fault == "recipient" else fault)


def test_a_server_that_has_hung_up_meanwhile(line, server):
    """The next mail isn't deferred: it is sent over another connection."""

    async def twice():
        await line.send("", "a@b.c", MESSAGE)
        await asyncio.to_thread(server.run, server.hang_up())
        await line.send("", "a@b.c", MESSAGE)
        await line.close()

    asyncio.run(twice())
    assert len(server.mails) == len(server.connections) == 2


class TestBeyondAscii:
    """Non-ASCII addresses, by SMTPUTF8."""

    def test_sent_by_a_relay_with_smtputf8(self):
        """They are sent unchanged."""
        with sink(offers=["SMTPUTF8"]) as server:
            send(
                open_relay(f"smtp://127.0.0.1:{server.port}", None).connections[0],
                "jürgen@example.org",
            )
        assert [mail[1] for mail in server.mails] == ["jürgen@example.org"]

    def test_refused_by_a_relay_without_smtputf8(self, line, server):
        """The mail fails for good with a clear reason; the next mail is sent."""
        with pytest.raises(DeliveryError, match="SMTPUTF8") as failed:
            send(line, "jürgen@example.org")
        assert failed.value.permanent
        send(line, "bob@example.com")
        assert len(server.mails) == 1


@pytest.mark.parametrize("address", ["a\r\nRCPT TO:<x@y>", "a\x00@b", "half\udc80@b"])
def test_an_address_that_cannot_be_said(line, server, address):
    """The mail fails for good, and nothing is injected into the dialogue."""
    with pytest.raises(DeliveryError) as failed:
        send(line, address)
    assert failed.value.permanent
    assert server.mails == []


def test_tls_is_used(tmp_path):
    """An offered TLS is used, with any certificate."""
    with sink(tls=Authority(tmp_path).tls("sink")) as server:
        send(open_relay(f"smtp://127.0.0.1:{server.port}", None).connections[0], BOB)
    assert [mail[1] for mail in server.mails] == [BOB]
    assert server.count["STARTTLS"] == 1
    assert b"MAIL" not in server.clear


@pytest.mark.parametrize("name", ["4xx", "5xx", "cut", "silence", "garbage"])
def test_tls_that_is_offered_and_not_to_be_had(name):
    """The mail is sent without TLS."""
    with sink(offers=["STARTTLS"], STARTTLS=[SAID.get(name, name)]) as server:
        server.run(_send_once(relay_at(server.port).connections[0], MESSAGE))
    assert server.mails == [("", BOB, MESSAGE)]


@pytest.mark.parametrize(
    ("count", "workers"),
    [(300, 2), pytest.param(2000, 3, marks=pytest.mark.slow)],
)
def test_a_burst_in_order(site, count, workers):
    """Mails over several connections arrive once, in order per recipient and board.

    That holds for several workers with leases of their own.
    """
    said = dump(TextMessage(subject="News", text="The news."))
    mails = [
        OutboxMail(
            f"p{number % 30}@x.org",
            f"<{number}@x>",
            site.clock.now(),
            said,
            "auto-replied",
            board=f"knightpanic {number % 7}",
        )
        for number in range(count)
    ]
    with site.database.work() as work:
        work.outbox.put(mails)
    with sink() as server:
        queues = [replace(site.queue, holder=f"worker {number}") for number in range(workers)]
        relays = [
            open_relay(f"smtp://127.0.0.1:{server.port}", None, workers=workers) for _ in queues
        ]

        async def go():
            deliveries = list(map(Delivery, queues, relays))
            counts = await asyncio.gather(*(each.deliver() for each in deliveries))
            await asyncio.gather(*(each.close() for each in deliveries))
            return counts

        taken = asyncio.run(go())
        assert sum(taken) == count
        assert all(taken)
        assert 1 < len(server.connections) <= 4
    arrived = [int(mail[2].split(b"Message-ID: <")[1].split(b"+")[0]) for mail in server.mails]
    assert sorted(arrived) == list(range(count))
    for group in range(210):
        of_group = [number for number in arrived if number % 210 == group]
        assert of_group == sorted(of_group)
