"""Mails out: their bytes, the relays that take them, and what is made of what those say."""

import asyncio
import email
import email.policy
import mailbox
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mail.composing.compose import Attachment, Draft, compose
from mail.composing.mime import carried_size
from mail.delivery.delivery import FIRST_PAUSE, Delivery
from mail.delivery.queue import Deferred, Failed, NotAttempted, QueuedMessage, Sent
from mail.delivery.relay import DeliveryError
from mail.delivery.relays import check_relay, open_relay
from tests.support.smtp_sink import Failing, Relay

DRAFT = Draft(
    author="pbm@example.net",
    recipient="alice@example.org",
    subject="Knight Panic Board 101: alice - bob",
    text="It is bob's turn.\n",
    message_id="<2@example.net>",
    date=datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
    automatic="auto-replied",
)
MESSAGE = compose(DRAFT)


def parsed(draft):
    return email.message_from_bytes(compose(draft), policy=email.policy.default)


class TestCompose:
    def test_the_same_draft_gives_the_same_bytes(self):
        """Every try of a mail sends the same."""
        assert compose(DRAFT) == compose(replace(DRAFT))
        assert compose(replace(DRAFT, text="Ä\n")) == compose(replace(DRAFT, text="Ä\n"))

    def test_headers(self):
        """Who, to whom, what, when, and that a program wrote it."""
        mail = parsed(DRAFT)
        assert {name: str(value) for name, value in mail.items()} == {
            "From": "pbm <pbm@example.net>",
            "To": "alice@example.org",
            "Subject": "Knight Panic Board 101: alice - bob",
            "Date": "Sun, 01 Mar 2026 12:00:00 +0000",
            "Message-ID": "<2@example.net>",
            "Auto-Submitted": "auto-replied",
            "X-Auto-Response-Suppress": "All",
            "X-Pbm-Loop": "pbm@example.net",
            "Content-Type": 'text/plain; charset="utf-8"',
            "Content-Transfer-Encoding": "7bit",
            "MIME-Version": "1.0",
        }

    def test_threading(self):
        """The thread is in References, and the mail answered in In-Reply-To."""
        mail = parsed(replace(DRAFT, references=("<board@x>", "<[1@x]>")))
        assert mail["In-Reply-To"] == "<[1@x]>"
        assert mail["References"] == "<board@x> <[1@x]>"

    def test_long_threads(self):
        """The last ten of a long thread are named, in lines that every server takes."""
        ids = tuple(f"<{number}{'x' * 240}@x>" for number in range(12))
        draft = replace(DRAFT, references=ids)
        assert parsed(draft)["References"].split() == list(ids[-10:])
        assert max(len(line) for line in compose(draft).split(b"\r\n")) <= 998

    @pytest.mark.parametrize("field", ["subject", "reply_to", "list_id", "recipient"])
    def test_no_value_brings_a_header_of_its_own(self, field):
        """Line ends in what others have written are refused."""
        with pytest.raises(ValueError, match="linefeed"):
            compose(replace(DRAFT, **{field: "x\r\nBcc: all@example.org"}))

    def test_html_goes_beside_the_text_and_files_after_both(self):
        """Text first, then HTML, then what is attached; with the same bytes every time."""
        file = Attachment("deadline.ics", "calendar", "BEGIN:VCALENDAR\n", {"method": "PUBLISH"})
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

    def test_where_replies_go_and_what_it_belongs_to(self):
        """Reply-To, List-Id and List-Unsubscribe, where they are given."""
        mail = parsed(
            replace(
                DRAFT,
                reply_to="pbm+x@example.net",
                list_id="Knight Panic Board 101 <knightpanic-101.example.net>",
                unsubscribe="mailto:pbm@example.net?subject=stop",
            )
        )
        assert mail["Reply-To"] == "pbm+x@example.net"
        assert mail["List-Id"] == "Knight Panic Board 101 <knightpanic-101.example.net>"
        assert mail["List-Unsubscribe"] == "<mailto:pbm@example.net?subject=stop>"
        assert mail["From"] == "pbm <pbm@example.net>"

    @pytest.mark.parametrize(
        "text", ["x\n" * 500, "ü" * 500, "Gr\u00fc\u00dfe = " * 200, "x" * 5000]
    )
    def test_its_size_is_known_before(self, text):
        """Within a tenth, so that mails can be kept short."""
        size = len(compose(replace(DRAFT, text=text))) - len(compose(replace(DRAFT, text="")))
        assert size * 0.95 < carried_size(text) < size * 1.1 + 50

    @pytest.mark.parametrize("text", ["Grüße ♞\n", "x" * 2000 + "\n", "From x\n.\n\n", "\n"])
    def test_any_text_goes_out_in_seven_bits(self, text):
        """Text that isn't ASCII or has long lines comes out again, and no relay can mind it."""
        draft = replace(DRAFT, text=text)
        assert compose(draft).isascii()
        assert max(len(line) for line in compose(draft).split(b"\r\n")) <= 998
        assert parsed(draft).get_content().replace("\r\n", "\n") == text

    @pytest.mark.parametrize("subject", ["Grüße", "ü" * 200])
    def test_subjects_that_are_not_ascii(self, subject):
        """They are encoded."""
        draft = replace(DRAFT, subject=subject)
        assert compose(draft).isascii()
        assert parsed(draft)["Subject"] == subject

    @pytest.mark.parametrize("field", ["subject", "recipient", "message_id"])
    def test_nothing_can_add_headers(self, field):
        """A line break in a header is an error of ours, and is not sent."""
        with pytest.raises(ValueError, match="line"):
            compose(replace(DRAFT, **{field: "<x@y>\nBcc: z@y"}))


class TestMaildir:
    def send(self, where, *recipients, default=None):
        """Each over the relay's one line."""
        (line,) = open_relay(where, default).lines
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
        """maildir:PATH writes there."""
        self.send(f"maildir:{tmp_path}/here", "a@b", default=tmp_path / "not")
        assert len(mailbox.Maildir(tmp_path / "here", create=False)) == 1

    def test_a_full_disk_is_no_mails_trouble(self, tmp_path):
        """What can't be written waits until there is room."""
        relay = open_relay("maildir:", tmp_path / "box")
        (tmp_path / "box" / "tmp").rmdir()
        with pytest.raises(DeliveryError) as failed:
            asyncio.run(relay.lines[0].send("", "a@b", MESSAGE))
        assert failed.value.whose == "relay"


@pytest.mark.parametrize(
    "where",
    ["", "smtp:", "smtp://", "smtp://h:x", "smtp://h:0", "smtp://h:70000", "ftp://h", "smtp://h/x"],
)
def test_what_is_no_relay(where):
    """Anything but maildir: and smtp://HOST:PORT is refused."""
    with pytest.raises(ValueError, match=r"relay|port|Port"):
        check_relay(where)


def test_what_a_server_said_can_be_kept_and_shown():
    """Without controls and half characters, and not too long."""
    error = DeliveryError("450 \x1b[2J\x00no\udcff\n" + "x" * 1000)
    assert str(error).startswith("450  [2J no xxx")
    assert len(str(error)) == 500


class Queue:
    """Mails in batches, what became of each, and a database that may be in trouble."""

    def __init__(self, *batches):
        self.batches = list(batches)
        self.noted = []
        self.kept = []
        self.troubles = []

    def take(self):
        return self.batches.pop(0) if self.batches else []

    def record(self, outcomes):
        if self.troubles:
            raise self.troubles.pop()
        self.noted += outcomes

    def renew(self, messages):
        self.kept += messages

    @property
    def happened(self):
        """What became of each, by its number."""
        return {each.message.id: type(each) for each in self.noted}


def message(number, recipient="bob", tries=0, board=""):
    return QueuedMessage(number, "", recipient, f"<{number}@x>", MESSAGE, tries, board)


def deliver(queue, *lines, clock=lambda: 0.0):
    """One delivery of all that is due; how many mails."""
    return asyncio.run(Delivery(queue, Relay(*lines), clock).deliver())


LATER = DeliveryError("450 later")
NEVER = DeliveryError("550 never", permanent=True)
AWAY = DeliveryError("refused", "relay")
BROKEN = DeliveryError("cut", "line")


class TestDelivery:
    def test_all_that_is_due_is_sent_in_order(self):
        """Batch after batch, in the order taken."""
        queue = Queue([message(1), message(2)], [], [message(3)], [], [], [message(4)])
        assert deliver(queue, Failing()) == 3
        assert queue.noted == [Sent(message(number)) for number in (1, 2, 3)]

    def test_retries(self):
        """7.5 minutes, doubling; after 8 tries it is given up."""
        mails = [message(tries, f"alice{tries}", tries) for tries in range(8)]
        queue = Queue(mails)
        deliver(queue, Failing({mail.recipient: LATER for mail in mails}))
        waits = [each.wait for each in queue.noted[:-1]]
        assert waits == [timedelta(minutes=7.5 * 2**tries) for tries in range(7)]
        assert queue.noted[-1] == Failed(mails[-1], "450 later", refused=False)

    @pytest.mark.parametrize("whose", ["mail", "recipient"])
    def test_a_refusal_for_good(self, whose):
        """5xx is given up at once, and it is known whose fault it was."""
        queue = Queue([message(1)])
        deliver(queue, Failing({"bob": DeliveryError("550 never", whose, permanent=True)}))
        assert queue.noted == [Failed(message(1), "550 never", refused=whose == "recipient")]

    def test_one_bad_mail_does_not_stop_the_others(self):
        """Whatever happens to one, the others are sent."""
        names = ("alice", "bob", "carol", "bob", "dave", "erin")
        queue = Queue([message(number, name) for number, name in enumerate(names)])
        errors = {"alice": LATER, "carol": NEVER, "dave": RuntimeError("ours"), "erin": BROKEN}
        deliver(queue, Failing(errors))
        kinds = [Deferred, Sent, Failed, Sent, Deferred, Deferred]
        assert queue.happened == dict(enumerate(kinds))

    def test_none_overtakes_one_that_waits(self):
        """Of those for the same recipient about the same board; after one given up they go on."""
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
    def test_a_relay_in_trouble_is_left_alone(self, error, tried, kinds):
        """At once, or when two lines in a row have broken; nobody else's tries are used up."""
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
        now[0] = FIRST_PAUSE
        line.errors = {}
        assert asyncio.run(delivery.deliver()) == 4
        assert len(line.sent) == 4

    def test_it_rests_longer_each_time(self):
        """Twice as long, up to 7.5 minutes; when the relay is back, it begins anew."""
        queue, now = Queue(), [0.0]
        delivery = Delivery(queue, Relay(Failing({"bob": AWAY})), lambda: now[0])
        rests = []
        for _ in range(9):
            queue.batches = [[message(1)]]
            asyncio.run(delivery.deliver())
            rests.append(delivery._resting - now[0])
            now[0] = delivery._resting
        assert rests == [5, 10, 20, 40, 80, 160, 320, 450, 450]

    def test_it_is_given_one_line_until_it_answers(self):
        """So that a silent relay isn't waited for by all of them."""
        queue, now = Queue([message(1)]), [0.0]
        first, second = Failing({"bob": AWAY}), Failing()
        delivery = Delivery(queue, Relay(first, second), lambda: now[0])
        asyncio.run(delivery.deliver())
        now[0], queue.batches = FIRST_PAUSE, [[message(n, str(n)) for n in range(9)]]
        asyncio.run(delivery.deliver())
        assert (len(first.sent), len(second.sent)) == (9, 0)

    def test_a_relay_that_allows_fewer_connections(self):
        """What can't go over a second one goes over the first; that is no trouble of the relay."""
        queue, first = Queue([message(1), message(2, "carol"), message(3, "dave")]), Failing()
        second = Failing({"open": AWAY})
        delivery = Delivery(queue, Relay(first, second))
        assert asyncio.run(delivery.deliver()) == 3
        assert (len(first.sent), delivery._resting) == (3, 0)

    def test_what_was_sent_is_noted_though_the_database_is_in_trouble(self):
        """Nothing is taken, and nothing sent twice, until it could be."""
        queue, line = Queue([message(1)], [message(2)], [], [message(3)]), Failing()
        queue.troubles = [RuntimeError("busy")] * 9
        delivery = Delivery(queue, Relay(line))
        asyncio.run(delivery.deliver())
        sent = len(line.sent)
        asyncio.run(delivery.deliver())
        assert len(line.sent) == sent < 3
        queue.troubles = []
        asyncio.run(delivery.deliver())
        asyncio.run(delivery.deliver())
        assert queue.happened == {1: Sent, 2: Sent, 3: Sent}
        assert len(line.sent) == len(queue.noted) == 3

    def test_a_queue_that_gives_nothing_is_asked_again(self):
        """A database in trouble ends no worker."""
        queue = Queue()
        queue.take = lambda: 1 / 0
        assert deliver(queue, Failing()) == 0

    def test_leases_are_renewed(self):
        """Of all that is in hand, once a minute."""
        now = iter(range(0, 10_000, 61))
        queue = Queue([message(1), message(2)])
        queue.troubles = [RuntimeError("busy")] * 9  # so that they stay in hand
        deliver(queue, Failing(), clock=lambda: next(now))
        assert set(queue.kept) == {message(1), message(2)}

    def test_a_stop_lets_the_mail_in_hand_leave(self):
        """What wasn't begun is put back, for the next worker to find at once."""

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
