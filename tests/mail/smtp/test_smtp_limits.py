"""Limits of the SMTP server for clients that send too much, are too slow, or are silent."""

import socket
import struct
from contextlib import ExitStack, suppress

import pytest
from structlog.testing import capture_logs

from mail.smtp.connection import PATIENCE_SECONDS
from mail.smtp.networks import network_of, source_of
from mail.smtp.receiver_interface import Busy
from mail.smtp.smtp_limits import SmtpLimits
from tests.support.cases import cases
from tests.support.smtp_server import CONTENT, ENVELOPE, ME, open_server
from tests.support.waiting import wait_for

ABRUPT = struct.pack("ii", 1, 0)
FLOOD = 15_000
LIMITS = SmtpLimits()
STEP = 20
"""The seconds between signs of life of a client."""


def first_words(server, stack, *sources):
    """Connects from these addresses; returns the first reply code of each."""
    calls = [stack.enter_context(server.call(source)) for source in sources]
    return [answers.readline()[:3] for _, answers in calls]


def test_too_many_connections():
    """Connections beyond the limit get 421, from any address; later ones are accepted."""
    with open_server(connections=2) as server:
        with ExitStack() as stack, capture_logs() as logs:
            assert first_words(server, stack, "127.0.0.1", "127.0.0.2") == [b"220", b"220"]
            _, answers = stack.enter_context(server.call("127.0.0.3"))
            assert answers.readline().startswith(b"421 4.7.0")
            assert answers.readline() == b""
        assert [(line["event"], line["address"]) for line in logs] == [
            ("too many connections", "127.0.0.3")
        ]
        wait_for(lambda: not server.smtp.connections)
        with server.client() as client:
            client.sendmail("a@b.c", [ME], CONTENT)


def test_slow_clients_keep_nobody_out():
    """One that has brought no mail for long makes way, also within a mail; quick ones don't."""
    with open_server(connections=3) as server, ExitStack() as stack:
        calls = [stack.enter_context(server.raw(*said)) for said in ((), ENVELOPE, ENVELOPE)]
        server.forward(PATIENCE_SECONDS + 1)
        *slow, (call, answers) = calls
        call.sendall(CONTENT + b".\r\n")
        assert answers.readline()[:3] == b"250"
        for _, cut_off in slow:
            assert first_words(server, stack, "127.0.0.2") == [b"220"]
            assert cut_off.readline()[:3] == b"421"
        assert first_words(server, stack, "127.0.0.2") == [b"421"]
        call.sendall(b"NOOP\r\n")
        assert answers.readline()[:3] == b"250"


def test_too_many_connections_from_one_address():
    """Further connections of this address get 421; others are accepted."""
    with open_server(connections_per_address=1) as server, ExitStack() as stack:
        sources = ("127.0.0.1", "127.0.0.1", "127.0.0.2")
        assert first_words(server, stack, *sources) == [b"220", b"421", b"220"]


def test_refusals_do_not_fill_the_disk(capfd):
    """Warnings are limited for each address and period, and in total."""
    with open_server(connections=1) as server, server.call():
        wait_for(lambda: server.smtp.connections)
        for number in range(120):
            for _ in range(2):
                with server.call(f"127.0.1.{number + 1}") as (_, answers):
                    assert answers.readline()[:3] == b"421"
    logs = capfd.readouterr().err.splitlines()
    assert len(logs) == 50
    assert len({line.partition("address=")[2] for line in logs}) == 50


@cases(
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
def test_addresses_of_one_client(address, source):
    """An IPv4 address in any form counts, or the IPv6 network that one client may have."""
    assert source_of(address) == source


@cases(
    ("source", "network"),
    [
        ("192.0.2.1", "192.0.2.0/24"),
        ("192.0.2.255", "192.0.2.0/24"),
        ("2001:db8::/64", "2001:db8::/64"),
        ("", ""),
    ],
)
def test_networks_that_take_turns(source, network):
    """The addresses of one /24 or /64 share their turns."""
    assert network_of(source) == network


def test_a_connection_ends(capfd):
    """A client that says NOOP on and on is told to make another connection, without a warning."""
    with open_server() as server, server.raw(b"HELO x") as (call, answers):
        for _ in range(LIMITS.connection_seconds // STEP - 1):
            server.forward(STEP)
            call.sendall(b"NOOP\r\n")
            assert answers.readline().startswith(b"250")
        server.forward(STEP)
        assert answers.readline().startswith(b"421")
        wait_for(lambda: not server.smtp.connections)
    assert capfd.readouterr().err == ""


def test_a_connection_ends_after_its_mail():
    """A mail that is being received when the time is over is accepted, then the client is told."""
    with open_server() as server, server.raw(*ENVELOPE) as (call, answers):
        dribble(server, call, LIMITS.connection_seconds)
        call.sendall(b"\r\n" + CONTENT + b".\r\n")
        assert [answers.readline()[:3] for _ in range(2)] == [b"250", b"421"]
    assert len(server.receiver.mails) == 1


def test_too_many_mails_on_a_connection():
    """After the last allowed mail the client gets 421, so that no mail is deferred by it."""
    mail = b"\r\n".join(ENVELOPE[1:]) + b"\r\n" + CONTENT + b".\r\n"
    with open_server(mails=2) as server, server.raw(b"HELO x") as (connection, answers):
        connection.sendall(mail * 2)
        codes = [line[:3] for line in answers.read().splitlines()]
        assert codes == [*[b"250", b"250", b"354", b"250"] * 2, b"421"]
        assert len(server.receiver.mails) == 2


@cases("said", [b"NOOP", b"", b"RCPT TO:<a@b.c>", b"VRFY <a@b.c>"])
def test_too_many_commands_on_a_connection(said):
    """Too many commands, also unknown ones, bring 421 and the end."""
    with open_server(commands=10) as server, server.raw(b"HELO x") as (connection, answers):
        connection.sendall((said + b"\r\n") * 20)
        codes = [line[:3] for line in answers]
        assert codes.count(b"421") == 1
        assert codes[-1] == b"421"
        assert len(codes) <= 11


def test_a_flood_of_commands_holds_up_nobody():
    """While one client sends thousands at once, another is served."""
    with open_server(commands=FLOOD) as server, server.client() as client:
        client.ehlo()
        with server.raw(b"HELO x") as (connection, _):
            connection.sendall(b"NOOP\r\n" * FLOOD)
            client.sendmail("a@b.c", [ME], CONTENT)
            assert max(connection.replies for connection in server.smtp.connections) < FLOOD


@cases(
    "lines",
    [(), (b"HELO x",), ENVELOPE],
)
def test_silent_clients(lines):
    """A silent client gets 421 and is disconnected."""
    with open_server() as server, server.raw(*lines) as (_, answers):
        server.forward(LIMITS.idle_seconds - STEP)
        assert server.smtp.connections
        server.forward(STEP)
        (said,) = answers.read().splitlines()
        assert said.startswith(b"421 4.4.2")
        assert server.receiver.mails == []


def dribble(server, connection, seconds):
    """Sends a byte now and then for so long."""
    for _ in range(seconds // STEP):
        connection.sendall(b"x")
        server.forward(STEP)


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [((b"HELO x",), LIMITS.idle_seconds), (ENVELOPE, LIMITS.mail_seconds)],
    ids=["in a command", "in DATA"],
)
def test_dribbling_clients(lines, seconds):
    """Single bytes now and then don't extend the time for a command or a mail."""
    with open_server() as server, server.raw(*lines) as (connection, answers):
        dribble(server, connection, seconds - STEP)
        assert server.smtp.connections
        dribble(server, connection, STEP)
        assert answers.read().startswith(b"421")
        wait_for(lambda: not server.smtp.connections)


def test_a_slow_mail_that_keeps_coming():
    """A mail that keeps coming may take longer than the idle limit."""
    with open_server() as server, server.raw(*ENVELOPE) as (connection, answers):
        dribble(server, connection, 2 * LIMITS.idle_seconds)
        connection.sendall(b"\r\n.\r\n")
        assert answers.readline().startswith(b"250")


def test_a_slow_receiver_is_waited_for():
    """The time of the receiver isn't the client's silence."""
    with open_server() as server, server.raw(*ENVELOPE) as (connection, answers):
        server.receiver.pending = True
        connection.sendall(CONTENT + b".\r\n")
        wait_for(lambda: server.receiver.futures)
        server.forward(2 * LIMITS.idle_seconds)
        server.receiver.futures[0].set_result(None)
        assert answers.readline().startswith(b"250")


def test_clients_that_read_nothing():
    """Such a client is disconnected, whatever number of replies waits."""
    with open_server(commands=10**6) as server, server.raw(b"HELO x") as (deaf, _):
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(0.1)
        with suppress(TimeoutError):
            while True:
                deaf.sendall(b"HELP\r\n" * 1000)
        wait_for(lambda: server.forward(STEP) or not server.smtp.connections)


def test_a_receiver_that_is_busy(capfd):
    """The client gets 451 and tries again; later it succeeds on the same connection."""
    with open_server() as server, server.client() as client:
        server.receiver.refusal = Busy()
        for _ in range(3):
            client.ehlo()
            client.mail("a@b.c")
            client.rcpt(ME)
            assert client.data(CONTENT)[0] == 451
        assert capfd.readouterr().err.count("event='") == 1
        server.receiver.refusal = None
        assert client.sendmail("a@b.c", [ME], CONTENT) == {}


def test_clients_that_vanish(capfd):
    """Connections lost at any point log nothing."""
    with open_server() as server:
        for lines in ((), (b"EHLO x",), ENVELOPE):
            with server.raw(*lines) as (connection, _):
                connection.sendall(b"NOOP\r\n" * 1000)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABRUPT)
        wait_for(lambda: not server.smtp.connections)
    assert capfd.readouterr().err == ""


def test_pipelined_mails():
    """Commands may be sent without waiting for replies, as offered."""
    mail = b"\r\n".join(ENVELOPE[1:]) + b"\r\n"
    with open_server() as server, server.raw(b"EHLO x") as (connection, answers):
        offers = [answers.readline().strip() for _ in range(4)]
        assert b"250-PIPELINING" in offers
        connection.sendall((mail + CONTENT + b".\r\n") * 2 + b"QUIT\r\n")
        codes = [line[:3] for line in answers.read().splitlines()]
        assert codes[-9:] == [*[b"250", b"250", b"354", b"250"] * 2, b"221"]
        assert [incoming[2] for incoming in server.receiver.mails] == [CONTENT] * 2


@cases("content", [b"x\n.\nQUIT\n", b"x\r\n.\nQUIT\r\n", b"x\n.\r\nQUIT\r\n"])
def test_only_whole_line_ends_end_a_mail(content):
    """With other line ends, one mail could be smuggled into another."""
    with open_server() as server, server.raw(*ENVELOPE) as (connection, answers):
        connection.sendall(content + b"\r\n.\r\n")
        assert answers.readline().startswith(b"250")
        assert b"QUIT" in server.receiver.mails[0][2]


@cases(
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
def test_parameters_of_commands(said, code):
    """Valid parameters are accepted; others get one reply, and no more."""
    with open_server() as server, server.raw(b"HELO x") as (connection, answers):
        connection.sendall(b"EHLO x\r\n")
        while not answers.readline().startswith(b"250 "):
            pass
        connection.sendall(said + b"\r\nNOOP\r\n")
        assert answers.readline()[:3] == code
        assert answers.readline()[:3] == b"250"
