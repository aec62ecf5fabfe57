"""Mails out: their bytes, the relays that take them, and what happens when those don't."""

import email
import email.policy
import mailbox
import socket
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from doors import sink

from mail.compose import Attachment, Draft, compose
from mail.delivery import Parcel, deliver
from mail.mime import carried_size
from mail.relay import DeliveryError, MaildirRelay, SmtpRelay, check_relay, open_relay

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
    def test_mails_are_written(self, tmp_path):
        """Each mail is a file, with its envelope in headers."""
        relay = open_relay("maildir:", tmp_path / "a" / "outbox")
        relay.send("", "alice@example.org", MESSAGE)
        relay.close()
        relay.send("", "bob@example.com", MESSAGE)
        found = [dict(mail) for mail in mailbox.Maildir(tmp_path / "a" / "outbox")]
        assert {mail["Delivered-To"] for mail in found} == {"alice@example.org", "bob@example.com"}
        assert {mail["Return-Path"] for mail in found} == {"<>"}

    def test_a_folder_may_be_given(self, tmp_path):
        """maildir:PATH writes there."""
        open_relay(f"maildir:{tmp_path}/here", tmp_path / "not").send("", "a@b", MESSAGE)
        assert len(mailbox.Maildir(tmp_path / "here", create=False)) == 1

    def test_a_full_disk_is_no_reason_to_give_up(self, tmp_path):
        """What can't be written is tried again."""
        relay = MaildirRelay(tmp_path / "box")
        (tmp_path / "box" / "tmp").rmdir()
        with pytest.raises(DeliveryError) as failed:
            relay.send("", "a@b", MESSAGE)
        assert not failed.value.permanent


@pytest.mark.parametrize(
    "where",
    ["", "smtp:", "smtp://", "smtp://h:x", "smtp://h:0", "smtp://h:70000", "ftp://h", "smtp://h/x"],
)
def test_what_is_no_relay(where):
    """Anything but maildir: and smtp://HOST:PORT is refused."""
    with pytest.raises(ValueError, match=r"relay|port|Port"):
        check_relay(where)


@pytest.fixture
def server():
    with sink() as (made, run):
        made.run = run
        yield made


@pytest.fixture
def relay(server):
    made = open_relay(f"smtp://127.0.0.1:{server.port}", None)
    yield made
    made.close()


class TestSmtp:
    def test_mails_arrive_as_they_are(self, relay, server):
        """The bytes, the null sender and the recipient reach the server."""
        relay.send("", "alice@example.org", MESSAGE)
        relay.send("pbm@example.net", "bob@example.com", MESSAGE)
        first, second = server.mails
        assert first == ("<>", "alice@example.org", MESSAGE)
        assert second == ("pbm@example.net", "bob@example.com", MESSAGE)
        assert len(server.connections) == 1

    @pytest.mark.parametrize("when", ["RCPT", "DATA"])
    @pytest.mark.parametrize(
        ("said", "permanent"),
        [("450 later", False), ("550 nobody", True), ("421 bye", False), ("552 full", True)],
    )
    def test_refusals(self, relay, server, when, said, permanent):
        """4xx is for now, 5xx for good; what was said is kept, and the next mail goes out."""
        server.replies[when, "alice@example.org"] = said
        with pytest.raises(DeliveryError, match=said) as failed:
            relay.send("", "alice@example.org", MESSAGE)
        assert failed.value.permanent == permanent
        relay.send("", "bob@example.com", MESSAGE)
        assert [mail[1] for mail in server.mails] == ["bob@example.com"]

    def test_a_server_that_hangs_up(self, relay, server):
        """A connection lost in DATA is for now, and the next mail goes out."""
        server.replies["DATA", "alice@example.org"] = "DROP"
        with pytest.raises(DeliveryError) as failed:
            relay.send("", "alice@example.org", MESSAGE)
        assert not failed.value.permanent
        relay.send("", "bob@example.com", MESSAGE)
        assert [mail[1] for mail in server.mails] == ["bob@example.com"]

    def test_a_server_that_is_away(self):
        """A refused connection is for now."""
        with socket.socket() as bound:  # taken, but nobody listens
            bound.bind(("127.0.0.1", 0))
            with pytest.raises(DeliveryError) as failed:
                SmtpRelay("127.0.0.1", bound.getsockname()[1]).send("", "a@b", MESSAGE)
        assert not failed.value.permanent

    def test_a_server_that_turns_us_away(self, relay, server, monkeypatch):
        """A 5xx before any mail was named says nothing about the mail: it is for now."""
        monkeypatch.setattr("aiosmtpd.smtp.SMTP._handle_client", _unwelcome)
        with pytest.raises(DeliveryError, match="no service") as failed:
            relay.send("", "a@b.c", MESSAGE)
        assert not failed.value.permanent

    def test_an_address_that_cannot_be_said(self, relay, server):
        """An address beyond ASCII fails for good, and the next mail goes out."""
        with pytest.raises(DeliveryError) as failed:
            relay.send("", "jürgen@example.org", MESSAGE)
        assert failed.value.permanent
        relay.send("", "bob@example.com", MESSAGE)
        assert len(server.mails) == 1


async def _unwelcome(self):
    await self.push("554 no service")
    self.transport.close()


class Queue:
    """Mails in batches, and what became of each."""

    def __init__(self, *batches):
        self.batches = list(batches)
        self.happened = []

    def take(self):
        return self.batches.pop(0) if self.batches else []

    def sent(self, parcel):
        self.happened.append((parcel.id, "sent"))

    def postpone(self, parcel, wait, trouble):
        self.happened.append((parcel.id, wait))

    def give_up(self, parcel, trouble, *, refused):
        self.happened.append((parcel.id, trouble))


class Failing:
    """A relay that raises what it is given, by recipient."""

    def __init__(self, **errors):
        self.errors = errors
        self.sent = []

    def send(self, sender, recipient, message):
        if recipient in self.errors:
            raise self.errors[recipient]
        self.sent.append(recipient)

    def close(self):
        pass


def parcel(number, recipient="bob", tries=0):
    return Parcel(number, "", recipient, f"<{number}@x>", MESSAGE, tries)


LATER = DeliveryError("450 later", permanent=False)
NEVER = DeliveryError("550 never", permanent=True)


class TestDelivery:
    def test_all_that_is_due_is_sent_in_order(self):
        """Batch after batch, in the order taken."""
        queue = Queue([parcel(1), parcel(2)], [parcel(3)])
        assert deliver(queue, Failing()) == 3
        assert queue.happened == [(1, "sent"), (2, "sent"), (3, "sent")]

    def test_retries(self):
        """7.5 minutes, doubling; after 8 tries it is given up."""
        queue = Queue([parcel(tries, "alice", tries) for tries in range(8)])
        deliver(queue, Failing(alice=LATER))
        minutes = [timedelta(minutes=7.5 * 2**tries) for tries in range(7)]
        assert queue.happened == [*enumerate(minutes), (7, "450 later")]

    def test_a_refusal_for_good(self):
        """5xx is given up at once."""
        queue = Queue([parcel(1, "alice")])
        deliver(queue, Failing(alice=NEVER))
        assert queue.happened == [(1, "550 never")]

    def test_one_bad_mail_does_not_stop_the_others(self):
        """Whatever happens to one, the others are sent."""
        mails = [parcel(1, "alice"), parcel(2), parcel(3, "carol"), parcel(4), parcel(5, "dave")]
        queue = Queue(mails)
        errors = {"alice": LATER, "carol": NEVER, "dave": RuntimeError("ours")}
        deliver(queue, Failing(**errors))
        first = timedelta(minutes=7.5)
        assert queue.happened == [
            (1, first),
            (2, "sent"),
            (3, "550 never"),
            (4, "sent"),
            (5, first),
        ]

    def test_a_server_that_hangs_up_between_deliveries(self, relay, server):
        """Relays hang up on idle clients; the mail after that isn't put off."""
        first, second = Queue([parcel(1, "a@b.c")]), Queue([parcel(2, "a@b.c")])
        deliver(first, relay)
        server.run(server.hang_up())
        deliver(second, relay)
        assert second.happened == [(2, "sent")]
        assert len(server.mails) == 2
