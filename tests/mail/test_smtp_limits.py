"""What the doors do with those who ask for too much, are too slow, or say nothing."""

import socket
import struct
import time
from contextlib import ExitStack

import pytest
from structlog.testing import capture_logs

from mail.smtp.connection_counts import source_of
from mail.smtp.receiver import Busy
from tests.support.smtp_door import CONTENT, ENVELOPE, ME, open_server
from tests.support.smtp_sink import wait_for

ABRUPT = struct.pack("ii", 1, 0)
FLOOD = 15_000


def first_words(door, stack, *sources):
    """How each of these callers is greeted; all stay on the line."""
    calls = [stack.enter_context(door.call(source)) for source in sources]
    return [answers.readline()[:3] for _, answers in calls]


def test_too_many_connections():
    """421 and the end for those beyond the limit, wherever they come from; then there is room."""
    with open_server(connections=2) as door:
        with ExitStack() as stack, capture_logs() as logs:
            assert first_words(door, stack, "127.0.0.1", "127.0.0.2") == [b"220", b"220"]
            _, answers = stack.enter_context(door.call("127.0.0.3"))
            assert answers.readline().startswith(b"421 4.7.0")
            assert answers.readline() == b""
        assert [(line["event"], line["address"]) for line in logs] == [
            ("too many connections", "127.0.0.3")
        ]
        wait_for(lambda: not door.server.connections)
        with door.client() as client:
            client.sendmail("a@b.c", [ME], CONTENT)


def test_too_many_connections_from_one_address():
    """421 for these alone; others come in."""
    with open_server(connections_per_address=1) as door, ExitStack() as stack:
        sources = ("127.0.0.1", "127.0.0.1", "127.0.0.2")
        assert first_words(door, stack, *sources) == [b"220", b"421", b"220"]


def test_refusals_do_not_fill_the_disk():
    """One line of the log an address and a while, and an end to them in all."""
    with open_server(connections=1) as door, door.call(), capture_logs() as logs:
        wait_for(lambda: door.server.connections)
        for number in range(120):
            for _ in range(2):
                with door.call(f"127.0.1.{number + 1}") as (_, answers):
                    assert answers.readline()[:3] == b"421"
    assert len(logs) == 50
    assert len({line["address"] for line in logs}) == 50


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:0:0:ffff::2", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        (b"/run/socket", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_what_counts_as_one_address(address, source):
    """An IPv4 address, however written, or an IPv6 network, all of which one client may have."""
    assert source_of(address) == source


def test_too_many_mails_on_a_connection():
    """After the last one that there may be, 421 and the end, so that no mail is put off by it."""
    mail = b"\r\n".join(ENVELOPE[1:]) + b"\r\n" + CONTENT + b".\r\n"
    with open_server(mails=2) as door, door.raw(b"HELO x") as (connection, answers):
        connection.sendall(mail * 2)
        codes = [line[:3] for line in answers.read().splitlines()]
        assert codes == [*[b"250", b"250", b"354", b"250"] * 2, b"421"]
        assert len(door.receiver.letters) == 2


@pytest.mark.parametrize("said", [b"NOOP", b"", b"RCPT TO:<a@b.c>", b"VRFY <a@b.c>"])
def test_too_many_commands_on_a_connection(said):
    """421 and the end, also for what is no command."""
    with open_server(commands=10) as door, door.raw(b"HELO x") as (connection, answers):
        connection.sendall((said + b"\r\n") * 20)
        codes = [line[:3] for line in answers]
        assert codes.count(b"421") == 1
        assert codes[-1] == b"421"
        assert len(codes) <= 11


def test_a_flood_of_commands_holds_up_nobody():
    """While one client says thousands at once, another is served."""
    with open_server(commands=FLOOD) as door, door.client() as client:
        client.ehlo()
        with door.raw(b"HELO x") as (connection, _):
            connection.sendall(b"NOOP\r\n" * FLOOD)
            client.sendmail("a@b.c", [ME], CONTENT)
            assert max(guest._answers for guest in door.server.connections) < FLOOD


@pytest.mark.parametrize(
    "lines",
    [(), (b"HELO x",), ENVELOPE],
    ids=["at once", "after HELO", "in DATA"],
)
def test_silent_clients(lines):
    """They are told 421, and hung up on."""
    with open_server(idle_seconds=0.2) as door, door.call() as (connection, answers):
        for line in lines:
            connection.sendall(line + b"\r\n")
        said = answers.read().splitlines()
        assert said[-1].startswith(b"421 4.4.2")
        assert len(said) == len(lines) + 2
        assert door.receiver.letters == []


def dribble(connection, seconds):
    """A byte now and then; how long somebody listens."""
    started_game = time.monotonic()
    connection.settimeout(0.05)
    while time.monotonic() < started_game + seconds:
        try:
            connection.sendall(b"x")
            if not connection.recv(1000):
                break
        except TimeoutError:
            continue  # nothing is said yet
        except OSError:
            break
    return time.monotonic() - started_game


@pytest.mark.parametrize(
    ("lines", "limits"),
    [
        ((b"HELO x",), {"idle_seconds": 0.3}),
        (ENVELOPE, {"idle_seconds": 0.3, "mail_seconds": 0.6}),
    ],
    ids=["in a command", "in DATA"],
)
def test_dribbling_clients(lines, limits):
    """A byte now and then is no command, and isn't enough for a mail."""
    with open_server(**limits) as door, door.raw(*lines) as (connection, _):
        assert sum(limits.values()) * 0.5 < dribble(connection, 5) < 3
        wait_for(lambda: not door.server.connections)


def test_a_slow_mail_that_keeps_coming():
    """It may take longer than silence may."""
    with open_server(idle_seconds=0.3) as door, door.raw(*ENVELOPE) as (connection, answers):
        connection.settimeout(0.05)
        assert dribble(connection, 0.7) >= 0.7
        connection.settimeout(10)
        connection.sendall(b"\r\n.\r\n")
        assert answers.readline().startswith(b"250")


def test_a_slow_receiver_is_waited_for():
    """Silence while we are at work isn't the client's."""
    with open_server(idle_seconds=0.2) as door, door.raw(*ENVELOPE) as (connection, answers):
        door.receiver.patient = True
        connection.sendall(CONTENT + b".\r\n")
        wait_for(lambda: door.receiver.futures)
        connection.settimeout(0.5)
        with pytest.raises(TimeoutError):
            connection.recv(1)
        connection.settimeout(10)
        door.receiver.futures[0].set_result(None)
        assert answers.readline().startswith(b"250")


def test_clients_that_read_nothing():
    """They are hung up on, however much waits to be said to them."""
    with open_server(idle_seconds=0.3, commands=10**6) as door, door.raw(b"HELO x") as (deaf, _):
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(0.1)
        try:
            while True:
                deaf.sendall(b"HELP\r\n" * 1000)
        except OSError:
            wait_for(lambda: not door.server.connections)


def test_a_receiver_that_is_busy():
    """451, so that the mail comes again; then it is taken on the same connection."""
    with open_server() as door, door.client() as client, capture_logs() as logs:
        door.receiver.refusal = Busy()
        for _ in range(3):
            client.ehlo()
            client.mail("a@b.c")
            client.rcpt(ME)
            assert client.data(CONTENT)[0] == 451
        assert [line["event"] for line in logs] == ["too many letters wait"]
        door.receiver.refusal = None
        assert client.sendmail("a@b.c", [ME], CONTENT) == {}


def test_clients_that_vanish(capfd):
    """Hanging up abruptly, in the middle of whatever, makes no noise."""
    with open_server() as door:
        for lines in ((), (b"EHLO x",), ENVELOPE):
            with door.raw(*lines) as (connection, _):
                connection.sendall(b"NOOP\r\n" * 1000)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABRUPT)
        wait_for(lambda: not door.server.connections)
    assert capfd.readouterr().err == ""


def test_pipelined_mails():
    """Commands may be sent without waiting for answers, as offered."""
    mail = b"\r\n".join(ENVELOPE[1:]) + b"\r\n"
    with open_server() as door, door.raw(b"EHLO x") as (connection, answers):
        offers = [answers.readline().strip() for _ in range(4)]
        assert b"250-PIPELINING" in offers
        connection.sendall((mail + CONTENT + b".\r\n") * 2 + b"QUIT\r\n")
        codes = [line[:3] for line in answers.read().splitlines()]
        assert codes[-9:] == [*[b"250", b"250", b"354", b"250"] * 2, b"221"]
        assert [letter[2] for letter in door.receiver.letters] == [CONTENT] * 2


@pytest.mark.parametrize("content", [b"x\n.\nQUIT\n", b"x\r\n.\nQUIT\r\n", b"x\n.\r\nQUIT\r\n"])
def test_only_whole_line_ends_end_a_mail(content):
    """With less, one mail could be smuggled in another."""
    with open_server() as door, door.raw(*ENVELOPE) as (connection, answers):
        connection.sendall(content + b"\r\n.\r\n")
        assert answers.readline().startswith(b"250")
        assert b"QUIT" in door.receiver.letters[0][2]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"MAIL FROM:<a@b.c> MT-PRIORITY=3 X= FOO-BAR NOTIFY=NEVER", b"250"),
        (b"MAIL FROM:<@x,@y:a@b.c>", b"250"),
        (b"MAIL FROM:<>", b"250"),
        (b'MAIL FROM:<"a b"@c.d> SIZE=5', b"250"),
        (b"MAIL FROM:a@b.c", b"250"),
        (b"MAIL FROM:<a@b.c> ENVID=" + b"x" * 1500, b"250"),
        (b"MAIL FROM:<a b@c.d>", b"553"),
        (b"MAIL FROM:<" + b'"' * 1501, b"553"),
        (b"MAIL FROM:<" + b"(" * 1500 + b"@", b"553"),
        (b"MAIL FROM:<a@b.c> SIZE=262145", b"552"),
        (b"AUTH PLAIN x", b"500"),
        (b"DATA", b"503"),
        (b"x" * 3000, b"500"),
        (b"x" * 100_000, b"500"),
    ],
)
def test_what_may_be_said(said, code):
    """Parameters of all kinds are taken; what can't be read gets one answer, and no more."""
    with open_server() as door, door.raw(b"HELO x") as (connection, answers):
        connection.sendall(b"EHLO x\r\n")
        while not answers.readline().startswith(b"250 "):
            pass
        connection.sendall(said + b"\r\nNOOP\r\n")
        assert answers.readline()[:3] == code
        assert answers.readline()[:3] == b"250"
