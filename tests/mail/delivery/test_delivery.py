"""Outgoing mails: their bytes, the relays that take them, and the results of their replies."""

import asyncio
import email
import email.policy
import mailbox
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mail.composing.mime_message import Attachment, Draft, compose
from mail.composing.mime_parts import encoded_size
from mail.delivery import leased_mails
from mail.delivery.delivery import Delivery
from mail.delivery.delivery_queue import Deferred, Failed, NotAttempted, QueuedMessage, Sent
from mail.delivery.pauses import SHORT
from mail.delivery.relay import DeliveryError
from mail.delivery.relay_address import check_relay
from mail.delivery.relay_factory import open_relay
from pbm.process.leases import LEASE, RENEW_SECONDS

DRAFT = Draft(
    author="pbm@example.net",
    recipient="alice@example.org",
    subject="Knight Panic Board 101: alice - bob",
    text="It is bob's turn.\n",
    message_id="<2@example.net>",
    date=datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
    automatic="auto-replied",
    name="pbm",
)
MESSAGE = compose(DRAFT)


def parsed(draft):
    return email.message_from_bytes(compose(draft), policy=email.policy.default)


class TestCompose:
    def test_the_same_draft_gives_the_same_bytes(self):
        """Each try of a mail sends the same bytes."""
        assert compose(DRAFT) == compose(replace(DRAFT))
        assert compose(replace(DRAFT, text="Ä\n")) == compose(replace(DRAFT, text="Ä\n"))

    def test_headers(self):
        """The headers have sender, recipient, subject and date, and mark the mail as automatic."""
        mail = parsed(DRAFT)
        assert {name: str(value) for name, value in mail.items()} == {
            "From": "pbm <pbm@example.net>",
            "To": "alice@example.org",
            "Subject": "Knight Panic Board 101: alice - bob",
            "Date": "Sun, 01 Mar 2026 12:00:00 +0000",
            "Message-ID": "<2@example.net>",
            "Auto-Submitted": "auto-replied",
            "X-Auto-Response-Suppress": "DR, RN, NRN, OOF, AutoReply",
            "X-Pbm-Loop": "pbm@example.net",
            "Content-Type": 'text/plain; charset="utf-8"',
            "Content-Transfer-Encoding": "7bit",
            "MIME-Version": "1.0",
        }

    def test_threading(self):
        """References has the thread, and In-Reply-To the answered mail."""
        ids = "<board@x>", "<[1@x]>"
        mail = parsed(replace(DRAFT, references=ids, in_reply_to=ids[1]))
        assert mail["In-Reply-To"] == "<[1@x]>"
        assert mail["References"] == "<board@x> <[1@x]>"

    def test_folded_headers(self):
        """Headers are folded at 78 characters; an id stays whole, however long it is."""
        ids = tuple(f"<{number}{'x' * 10 * number}@x>" for number in range(12))
        long = {"references": ids, "subject": "two  words " * 20, "name": "Ä Ö" * 20}
        draft = replace(DRAFT, **long)
        mail = parsed(draft)
        assert mail["References"].split() == list(ids)
        assert mail["Subject"] == long["subject"]
        lines = compose(draft).decode().split("\r\n")
        assert all(len(line) <= 78 or " " not in line.partition(": ")[2].strip() for line in lines)
        assert all(map(str.strip, lines[: lines.index("")]))

    @pytest.mark.parametrize("field", ["subject", "reply_to", "list_id", "recipient"])
    def test_no_value_brings_a_header_of_its_own(self, field):
        """Line ends in other people's text are refused."""
        with pytest.raises(ValueError, match="linefeed"):
            compose(replace(DRAFT, **{field: "x\r\nBcc: all@example.org"}))

    def test_html_goes_beside_the_text_and_files_after_both(self):
        """Text comes first, then HTML, then attachments; with the same bytes every time."""
        file = Attachment(
            "deadline.ics", "text/calendar", "BEGIN:VCALENDAR\n", {"method": "PUBLISH"}
        )
        draft = replace(DRAFT, html="<p>Hello\n", attachments=(file,))
        assert compose(draft) == compose(replace(draft))
        both, attached = parsed(draft).iter_parts()
        assert [part.get_content_type() for part in both.iter_parts()] == [
            "text/plain",
            "text/html",
        ]
        assert attached["Content-Type"].params == {"charset": "utf-8", "method": "PUBLISH"}
        other = compose(replace(draft, message_id="<3@example.net>"))
        assert parsed(draft).get_boundary().encode() not in other

    def test_reply_and_list_headers(self):
        """Reply-To, List-Id and List-Unsubscribe are set if given."""
        mail = parsed(
            replace(
                DRAFT,
                reply_to="pbm+x@example.net",
                list_id="Knight Panic Board 101 <knightpanic-101.example.net>",
                unsubscribe=("mailto:pbm@example.net?subject=stop",),
            )
        )
        assert mail["Reply-To"] == "pbm+x@example.net"
        assert mail["List-Id"] == "Knight Panic Board 101 <knightpanic-101.example.net>"
        assert mail["List-Unsubscribe"] == "<mailto:pbm@example.net?subject=stop>"
        assert mail["List-Unsubscribe-Post"] is None
        assert mail["From"] == "pbm <pbm@example.net>"

    @pytest.mark.parametrize(
        "text", ["x\n" * 500, "ü" * 500, "Gr\u00fc\u00dfe = " * 200, "x" * 5000]
    )
    def test_its_size_is_known_before(self, text):
        """The estimate is within a tenth of the size."""
        size = len(compose(replace(DRAFT, text=text))) - len(compose(replace(DRAFT, text="")))
        assert size * 0.95 < encoded_size(text) < size * 1.1 + 50

    @pytest.mark.parametrize("text", ["Grüße ♞\n", "x" * 2000 + "\n", "From x\n.\n\n", "\n"])
    def test_any_text_goes_out_in_seven_bits(self, text):
        """Non-ASCII text and long lines are encoded, and decode to the same text."""
        draft = replace(DRAFT, text=text)
        assert compose(draft).isascii()
        assert max(len(line) for line in compose(draft).split(b"\r\n")) <= 998
        assert parsed(draft).get_content().replace("\r\n", "\n") == text

    @pytest.mark.parametrize("subject", ["Grüße", "ü" * 200])
    def test_subjects_that_are_not_ascii(self, subject):
        """Such subjects are encoded."""
        draft = replace(DRAFT, subject=subject)
        assert compose(draft).isascii()
        assert parsed(draft)["Subject"] == subject

    @pytest.mark.parametrize("field", ["subject", "recipient", "message_id"])
    def test_nothing_can_add_headers(self, field):
        """A line break in a header is a programming error, and isn't sent."""
        with pytest.raises(ValueError, match="line"):
            compose(replace(DRAFT, **{field: "<x@y>\nBcc: z@y"}))


class TestMaildir:
    def send(self, where, *recipients, default=None):
        """Sends a mail to each, over the relay's one connection."""
        (line,) = open_relay(where, default).connections
        for recipient in recipients:
            asyncio.run(line.send("", recipient, MESSAGE))
            asyncio.run(line.close())

    def test_mails_are_written(self, tmp_path):
        """Each mail is a file, with its envelope in headers."""
        folder = tmp_path / "a" / "outbox"
        self.send("maildir:", "alice@example.org", "bob@example.com", default=folder)
        found = [dict(mail) for mail in mailbox.Maildir(folder)]
        assert {mail["Delivered-To"] for mail in found} == {"alice@example.org", "bob@example.com"}
        assert {mail["Return-Path"] for mail in found} == {"<>"}

    def test_a_folder_may_be_given(self, tmp_path):
        """maildir:PATH writes to that folder."""
        self.send(f"maildir:{tmp_path}/here", "a@b", default=tmp_path / "not")
        assert len(mailbox.Maildir(tmp_path / "here", create=False)) == 1

    def test_a_full_disk_fails_no_mail(self, tmp_path):
        """Mails that can't be written wait until there is space."""
        relay = open_relay("maildir:", tmp_path / "box")
        (tmp_path / "box" / "tmp").rmdir()
        with pytest.raises(DeliveryError) as failed:
            asyncio.run(relay.connections[0].send("", "a@b", MESSAGE))
        assert failed.value.fault == "relay"


@pytest.mark.parametrize(
    "where",
    [
        "",
        "smtp:",
        "smtp://",
        "smtp://h:x",
        "submission://h",
        "smtp://h:0",
        "smtp://h:70000",
        "ftp://h",
        "smtp://h/x",
    ],
)
def test_invalid_relays(where):
    """Relays other than maildir: and smtp://HOST:PORT are refused."""
    with pytest.raises(ValueError, match=r"relay|port|server|USER"):
        check_relay(where)


class Relay:
    """A relay of connections without sockets."""

    def __init__(self, *connections):
        self.connections = connections

    def has_new_secret(self):
        return False


class Failing:
    """A connection that raises the configured errors, by recipient, and records its mails."""

    def __init__(self, errors=None):
        self.errors = errors or {}
        self.tried = []
        self.sent = []

    async def open(self):
        if error := self.errors.get("open"):
            raise error

    async def send(self, sender, recipient, message):
        self.tried.append((recipient, message))
        if error := self.errors.get(recipient):
            raise error
        self.sent.append((recipient, message))

    async def close(self):
        pass


class Queue:
    """Batches of mails, their outcomes, and a database that may fail."""

    def __init__(self, *batches):
        self.batches = list(batches)
        self.noted = []
        self.kept = []
        self.lost = set()
        self.errors = []
        self.failures = []

    def take(self, per_minute=None):
        return self.batches.pop(0) if self.batches else []

    def relay_failed(self, fault, error):
        self.failures.append((fault, error))

    def record(self, outcomes):
        if self.errors:
            raise self.errors.pop()
        self.noted += outcomes

    def renew(self, messages):
        self.kept += messages
        return [message.id for message in messages if message.id not in self.lost]

    @property
    def happened(self):
        """Returns the outcome of each mail, by its number."""
        return {each.message.id: type(each) for each in self.noted}


def message(number, recipient="bob", tries=0, board=""):
    return QueuedMessage(number, "", recipient, f"<{number}@x>", MESSAGE, tries, board)


def deliver(queue, *lines, clock=lambda: 0.0):
    """Delivers all that is due once; returns the number of mails."""
    return asyncio.run(Delivery(queue, Relay(*lines), clock).deliver())


LATER = DeliveryError("450 later")
NEVER = DeliveryError("550 never", permanent=True)
AWAY = DeliveryError("refused", "relay")
BROKEN = DeliveryError("cut", "connection")


class TestDelivery:
    def test_all_that_is_due_is_sent_in_order(self):
        """Batches are sent in the order taken."""
        queue = Queue([message(1), message(2)], [], [message(3)], [], [], [message(4)])
        assert deliver(queue, Failing()) == 3
        assert queue.noted == [Sent(message(number)) for number in (1, 2, 3)]

    def test_a_lease_that_ends_early_sends_nothing_twice(self):
        """When the clock jumps, the queue may give out what is being sent once more."""
        queue, relay = Queue([message(1), message(2)], [message(2), message(3)]), Failing()
        deliver(queue, relay)
        assert queue.noted == [Sent(message(number)) for number in (1, 2, 3)]

    def test_retries(self):
        """The delay is 7.5 minutes, and doubles; after 8 tries the mail fails."""
        mails = [message(tries, f"alice{tries}", tries) for tries in range(8)]
        queue = Queue(mails)
        deliver(queue, Failing({mail.recipient: LATER for mail in mails}))
        waits = [each.wait for each in queue.noted[:-1]]
        assert waits == [timedelta(minutes=7.5 * 2**tries) for tries in range(7)]
        assert queue.noted[-1] == Failed(mails[-1], "450 later", refused=False)

    @pytest.mark.parametrize("fault", ["mail", "recipient"])
    def test_a_refusal_for_good(self, fault):
        """A 5xx reply fails the mail at once, with its fault."""
        queue = Queue([message(1)])
        deliver(queue, Failing({"bob": DeliveryError("550 never", fault, permanent=True)}))
        assert queue.noted == [Failed(message(1), "550 never", refused=fault == "recipient")]

    def test_one_bad_mail_does_not_stop_the_others(self):
        names = ("alice", "bob", "carol", "bob", "dave", "erin")
        queue = Queue([message(number, name) for number, name in enumerate(names)])
        errors = {"alice": LATER, "carol": NEVER, "dave": RuntimeError("ours"), "erin": BROKEN}
        deliver(queue, Failing(errors))
        kinds = [Deferred, Sent, Failed, Sent, Deferred, Deferred]
        assert queue.happened == dict(enumerate(kinds))

    def test_none_overtakes_one_that_waits(self):
        """Mails for one recipient and board wait for an earlier one; after it failed they go on."""
        mails = [message(1, "alice", board="a"), message(2, "alice", board="a")]
        queue = Queue([*mails, message(3, "alice", board="b"), message(4, "bob", board="a")])
        line = Failing({"alice": LATER})
        deliver(queue, line)
        assert [recipient for recipient, _ in line.tried] == ["alice", "alice", "bob"]
        assert queue.happened == {1: Deferred, 2: NotAttempted, 3: Deferred, 4: Sent}
        queue = Queue(mails)
        deliver(queue, Failing({"alice": NEVER}))
        assert queue.happened == {1: Failed, 2: Failed}

    @pytest.mark.parametrize(
        ("error", "tried", "kinds"),
        [(AWAY, 1, [NotAttempted, NotAttempted]), (BROKEN, 2, [Deferred, Deferred])],
    )
    def test_a_failing_relay_is_left_alone(self, error, tried, kinds):
        """Delivery stops at once, or after two lost connections; other mails keep their tries."""
        names = ("a", "b", "c", "d")
        queue, line = Queue([message(n, name) for n, name in enumerate(names)]), Failing()
        line.errors = dict.fromkeys(names, error)
        now = [0.0]
        delivery = Delivery(queue, Relay(line), lambda: now[0])
        asyncio.run(delivery.deliver())
        assert len(line.tried) == tried
        assert queue.happened == dict(enumerate([*kinds, NotAttempted, NotAttempted]))
        queue.batches = [[message(n, name) for n, name in enumerate(names)]]
        assert asyncio.run(delivery.deliver()) == 0
        now[0] = SHORT.first
        line.errors = {}
        assert asyncio.run(delivery.deliver()) == 4
        assert len(line.sent) == 4

    def test_the_pause_doubles(self):
        """The pause doubles, up to 7.5 minutes; after a success it starts again."""
        queue, now = Queue(), [0.0]
        delivery = Delivery(queue, Relay(Failing({"bob": AWAY})), lambda: now[0])
        rests = []
        for _ in range(9):
            queue.batches = [[message(1)]]
            asyncio.run(delivery.deliver())
            rests.append(delivery.pause.seconds_left)
            now[0] += delivery.pause.seconds_left
        assert rests == [5, 10, 20, 40, 80, 160, 320, 450, 450]

    def test_a_silent_relay_gets_one_connection(self):
        queue, now = Queue([message(1)]), [0.0]
        first, second = Failing({"bob": AWAY}), Failing()
        delivery = Delivery(queue, Relay(first, second), lambda: now[0])
        asyncio.run(delivery.deliver())
        now[0], queue.batches = SHORT.first, [[message(n, str(n)) for n in range(9)]]
        asyncio.run(delivery.deliver())
        assert (len(first.sent), len(second.sent)) == (9, 0)

    def test_a_relay_that_allows_fewer_connections(self):
        """Mails for a refused second connection use the first; the relay isn't in error."""
        queue, first = Queue([message(1), message(2, "carol"), message(3, "dave")]), Failing()
        second = Failing({"open": AWAY})
        delivery = Delivery(queue, Relay(first, second))
        assert asyncio.run(delivery.deliver()) == 3
        assert (len(first.sent), delivery.pause.has_failed) == (3, False)

    def test_a_refused_connection_is_left_alone(self):
        """It is tried again an hour later, and those after it aren't tried meanwhile."""
        now, names, opened = [0.0], "abcdefgh", []

        class Limited(Failing):
            async def open(self):
                opened.append(self)
                await super().open()

        class Slow(Failing):
            async def send(self, *mail):
                await asyncio.sleep(0)  # lets the others begin
                await super().send(*mail)

        first, second, third = Slow(), Limited({"open": AWAY}), Limited({"open": AWAY})
        queue = Queue()
        delivery = Delivery(queue, Relay(first, second, third), lambda: now[0])
        for seconds in (0, 60, 3000, 600):
            now[0] += seconds
            queue.batches = [[message(n, name) for n, name in enumerate(names)]]
            asyncio.run(delivery.deliver())
        assert opened == [second, second]
        assert len(first.sent) == 4 * len(names)

    def test_sent_mails_are_recorded_after_database_errors(self):
        """Nothing is taken or sent twice until the outcome is recorded."""
        queue, line = Queue([message(1)], [message(2)], [], [message(3)]), Failing()
        queue.errors = [RuntimeError("busy")] * 9
        delivery = Delivery(queue, Relay(line))
        asyncio.run(delivery.deliver())
        sent = len(line.sent)
        asyncio.run(delivery.deliver())
        assert len(line.sent) == sent < 3
        queue.errors = []
        asyncio.run(delivery.deliver())
        asyncio.run(delivery.deliver())
        assert queue.happened == {1: Sent, 2: Sent, 3: Sent}
        assert len(line.sent) == len(queue.noted) == 3

    def test_a_queue_that_gives_nothing_is_asked_again(self):
        """An error of the database doesn't end the worker."""
        queue = Queue()
        queue.take = lambda _: 1 / 0
        assert deliver(queue, Failing()) == 0

    def test_leases_are_renewed(self):
        """All leases are renewed every few seconds."""
        now = iter(range(0, 10_000, 61))
        queue = Queue([message(1), message(2)])
        queue.errors = [RuntimeError("busy")] * 9  # so that they stay unrecorded
        deliver(queue, Failing(), clock=lambda: next(now))
        assert set(queue.kept) == {message(1), message(2)}

    @pytest.mark.parametrize("renewed", [True, False])
    def test_a_mail_is_sent_while_it_is_leased(self, renewed, monkeypatch):
        """One whose lease was lost, as another worker has it, isn't; nor what must follow it."""

        class Slow(Failing):
            async def send(self, *mail):
                await super().send(*mail)
                now[0] += RENEW_SECONDS
                before = len(queue.kept)
                while len(queue.kept) == before:  # noqa: ASYNC110 - it polls a fake
                    await asyncio.sleep(0)

        async def at_once(do, *words):
            return do(*words)

        monkeypatch.setattr(asyncio, "to_thread", at_once)
        monkeypatch.setattr(leased_mails, "RECORD_SECONDS", 0)

        now, line = [0.0], Slow()
        queue = Queue([message(1), message(2), message(3)])
        queue.lost = set() if renewed else {2}
        deliver(queue, line, clock=lambda: now[0])
        assert len(line.sent) == (3 if renewed else 1)
        assert list(queue.happened.values()) == [Sent, *[Sent if renewed else NotAttempted] * 2]

    def test_a_mail_is_not_sent_once_its_lease_is_over(self):
        """A worker that was stopped for so long leaves it to others, whatever it knows of them."""

        class Stopped(Failing):
            async def send(self, *mail):
                await super().send(*mail)
                now[0] += LEASE.total_seconds()

        now, line = [0.0], Stopped()
        queue = Queue([message(1), message(2)])
        deliver(queue, line, clock=lambda: now[0])
        assert len(line.sent) == 1
        assert queue.happened == {1: Sent, 2: NotAttempted}

    def test_a_stop_finishes_the_current_mail(self):
        """Mails that weren't started are returned, for the next worker to take at once."""

        class Stopping(Failing):
            async def send(self, *mail):
                await super().send(*mail)
                delivery.stop()

        queue, line = Queue([message(1), message(2), message(3, "carol")], [message(4)]), Stopping()
        delivery = Delivery(queue, Relay(line))
        asyncio.run(delivery.deliver())
        assert len(line.sent) == 1
        assert set(queue.happened.values()) == {Sent, NotAttempted}
        assert len(queue.happened) == 4 - len(queue.batches)
