"""Mails over real SMTP to servers that fail in every reply, and at every step of the dialogue."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from aiosmtplib import SMTPReadTimeoutError

from commands.content.messages import TextMessage, dump
from mail.delivery.delivery import Delivery
from mail.delivery.pauses import SHORT
from mail.delivery.relay import DeliveryError
from mail.delivery.relay_address import tls_mode
from mail.delivery.relay_factory import open_relay
from mail.delivery.smtp_dialogue import SmtpDialogue
from mail.delivery.smtp_relay import SmtpRelay
from mail.delivery.smtp_session import RelayServer, Timeouts
from mail.server_address import ServerAddress
from pbm.stored import OutboxMail
from tests.mail.test_delivery import MESSAGE
from tests.support.cases import cases
from tests.support.site import PLAYERS
from tests.support.smtp_sink import Authority, sink, wait_for

LONG_TIMEOUTS = Timeouts(connect=60, tls=60, reply=60, message=60, goodbye=60)
"""A limit that no test reaches, even on a busy machine."""
ALICE, BOB, CAROL = (address for _, address in PLAYERS.values())
SAID = {"4xx": "450 4.2.0 later", "5xx": "550 5.1.1 no", "garbage": "what?", "odd": "354 odd"}
SILENT = ("cut", "silence", "garbage", "odd")

SENT, LATER, FAILED, POSTPONED, AWAY = "sent", "later", "failed", "postponed", "away"
"""The outcome of the first mail; `postponed`: later, and no try counts; `away`: so for all."""
IN_A_MAIL = {"4xx": LATER, "5xx": FAILED, **dict.fromkeys(SILENT, LATER), "pieces": SENT}
OUTCOMES = {
    "BANNER": {"4xx": AWAY, "5xx": AWAY, **dict.fromkeys(SILENT, AWAY), "pieces": SENT},
    "EHLO": {
        **dict.fromkeys(["4xx", "5xx", "pieces"], SENT),
        **dict.fromkeys(["cut", "silence", "garbage"], AWAY),
    },
    "MAIL": {"4xx": POSTPONED, "5xx": POSTPONED, **dict.fromkeys(SILENT, AWAY), "pieces": SENT},
    "RCPT": IN_A_MAIL,
    "DATA": {name: how for name, how in IN_A_MAIL.items() if name != "odd"},
    "END": IN_A_MAIL,
    "QUIT": dict.fromkeys(["4xx", "5xx", *SILENT, "pieces"], SENT),
}
CASES = [(step, name, how, False) for step, each in OUTCOMES.items() for name, how in each.items()]
PIPELINED = [
    pytest.param(step, name, how, True, marks=pytest.mark.slow)
    for step, name, how, _ in CASES
    if step in ("MAIL", "RCPT", "DATA")
]


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


@pytest.mark.parametrize(("step", "name", "how", "pipelining"), [*CASES, *PIPELINED])
def test_an_error_at_each_step(three, step, name, how, pipelining):
    """The first mail waits or fails, the others are sent; in the end none is lost or doubled.

    With pipelining, the server goes on to DATA after a refusal, as it must not: it gets no message.
    """
    offers = ["PIPELINING"] if pipelining else []
    with sink(offers=offers, **{step: [SAID.get(name, name)]}) as server:
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
        lines = round.delivery._connections
        round.delivery._connections = relay_at(1).connections[:1]
        for _ in range(24):
            assert round.later() == [("waiting", 0)] * 3
        round.delivery._connections = lines
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


def test_commands_before_the_message_come_together():
    """A server that offers PIPELINING gets three commands at once, and may refuse the second."""
    refusals = {"RCPT": ["550 5.1.1 no"], "DATA": ["503 5.5.1 no recipients"]}
    with sink(offers=["PIPELINING"], **refusals) as server:
        line = relay_at(server.port).connections[0]

        async def two_mails():
            with pytest.raises(DeliveryError, match="550") as failed:
                await line.send("", ALICE, MESSAGE)
            assert failed.value.fault == "recipient"
            await line.send("", BOB, MESSAGE)
            await line.close()

        asyncio.run(two_mails())
    assert server.mails == [("", BOB, MESSAGE)]
    assert len(server.connections) == 1


def test_words_that_nobody_asked_for():
    """A server that has said something between two mails isn't understood wrongly."""
    with sink() as server:
        line = relay_at(server.port).connections[0]

        async def say():
            server.connections[0].write(b"421 4.4.2 too long\r\n")
            await server.connections[0].drain()

        async def two_mails():
            await line.send("", ALICE, MESSAGE)
            await asyncio.to_thread(server.run, say())
            await asyncio.to_thread(wait_for, lambda: not line._dialogue.is_usable)
            await line.send("", BOB, MESSAGE)
            await line.close()

        asyncio.run(two_mails())
    assert [recipient for _, recipient, _ in server.mails] == [ALICE, BOB]
    assert len(server.connections) == 2


@pytest.mark.parametrize("message", [b".\n..\r\na\rb", b"\r\n.\r\n", b"a\r\n.b\r\n"])
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
    assert str(failed.value).startswith(f"{code} (it ")
    assert text not in str(failed.value)
    assert failed.value.permanent == permanent
    assert failed.value.fault == ("mail" if when == "END" and fault == "recipient" else fault)


def test_a_reply_that_drips():
    """Its whole time is limited, however often something comes."""

    async def ask():
        loop = asyncio.get_running_loop()
        transport = SimpleNamespace(set_protocol=lambda _: None, is_closing=lambda: False)
        dialogue = SmtpDialogue(SimpleNamespace(protocol=None, transport=transport))

        def drip():
            dialogue.data_received(b"2")
            loop.call_soon(drip)

        drip()
        await dialogue.reply(0.01)

    with pytest.raises(SMTPReadTimeoutError):
        asyncio.run(ask())


@cases("said", [b"250 ok\r\n" * 20, b"x" * 40_000, b"250-x\r\n" * 40_000])
def test_a_server_that_speaks_unasked(said):
    """The connection ends, and nothing more of it is kept; it may be idle for minutes."""
    ended = []
    transport = Mock(spec=asyncio.WriteTransport)
    transport.abort = lambda: ended.append(True)
    transport.is_closing.return_value = False
    dialogue = SmtpDialogue(SimpleNamespace(protocol=None, transport=transport))
    for _ in range(3):
        dialogue.data_received(said)
    assert ended == [True]
    assert not dialogue.is_usable
    assert len(dialogue._buffer) + sum(map(len, dialogue._lines)) <= len(said)
    assert len(dialogue._replies) <= 20


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
