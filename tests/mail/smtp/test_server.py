"""The SMTP server, through real connections on loopback."""

import asyncio
import gc
import logging
import socket
import threading

import psutil
import pytest
from structlog.testing import capture_logs

from mail.smtp.receiver_interface import TemporaryFailure
from mail.smtp.smtp_limits import SmtpLimits
from tests.support.cases import cases
from tests.support.smtp_server import CONTENT, ENVELOPE, ME, open_server
from tests.support.waiting import TIMEOUT_SECONDS, wait_for

MAX_RECIPIENTS = SmtpLimits.recipients


@pytest.fixture
def server():
    with open_server() as made:
        yield made


@pytest.fixture
def client(server):
    with server.client() as made:
        yield made


def begin(client):
    client.ehlo()
    client.mail("alice@example.org")
    client.rcpt(ME)


def test_a_mail_arrives_as_it_is(server, client):
    """Sender, recipients and bytes reach the receiver, and the client gets 250."""
    assert client.sendmail("alice@example.org", [ME], CONTENT) == {}
    assert server.receiver.mails == [("alice@example.org", (ME,), CONTENT)]


def test_lines_that_begin_with_a_dot(server, client):
    """Each line has as many dots as were sent."""
    client.sendmail("a@b.c", [ME], b"\r\n.\r\n..a\r\n")
    assert server.receiver.mails[0][2] == b"\r\n.\r\n..a\r\n"


def test_250_comes_after_the_receiver_is_done(server):
    """The reply waits until the mail is stored."""
    server.receiver.pending = True
    with server.raw(*ENVELOPE) as (connection, answers):
        connection.sendall(CONTENT + b".\r\n")
        wait_for(lambda: server.receiver.futures)
        server.run(asyncio.sleep(0))
        connection.setblocking(False)
        with pytest.raises(BlockingIOError):
            connection.recv(1)
        connection.settimeout(TIMEOUT_SECONDS)
        server.receiver.futures[0].set_result(None)
        assert answers.readline().startswith(b"250")


def test_a_failure_is_to_be_tried_again(server, client):
    """The client gets 451 with a reference to the log, and nothing of the exception."""
    server.receiver.error = RuntimeError("the database says: secret")
    begin(client)
    with capture_logs() as logs:
        code, said = client.data(CONTENT)
    assert code == 451
    assert b"secret" not in said
    assert b"RuntimeError" not in said
    assert logs[0]["reference"].encode() in said
    assert logs[0]["exc_info"] is server.receiver.error
    server.receiver.error = None
    assert client.sendmail("alice@example.org", [ME], CONTENT) == {}


def test_mail_for_others_is_refused(client):
    """550 refuses other recipients: the server is no relay."""
    client.ehlo()
    client.mail("alice@example.org")
    assert client.rcpt("bob@example.com")[0] == 550
    assert client.docmd("RCPT", "TO:<pbm+a\x07b@example.net>")[0] == 550
    assert client.rcpt(ME)[0] == 250


def test_large_mails_are_refused(server, client):
    """552 refuses an announced or sent size; a mail of the largest size is accepted."""
    client.ehlo()
    assert client.mail("a@b.c", ["SIZE=262145"])[0] == 552
    begin(client)
    assert client.data(b"x" * 78 + b"\r\n" + b"y" * (256 * 1024 - 80) + b"\r\n")[0] != 250
    begin(client)
    lines = (b"x" * 78 + b"\r\n") * (256 * 1024 // 80)
    assert client.data(lines)[0] == 250
    begin(client)
    assert client.data(lines + b"x" * 80)[0] == 552
    assert [len(mail[2]) for mail in server.receiver.mails] == [len(lines)]


def test_unknown_parameters_are_ignored(server, client):
    """Parameters of delivery reports and authors, which real servers send, are ignored."""
    client.ehlo()
    options = ["RET=HDRS", "ENVID=QQ314159", "BODY=8BITMIME", "SIZE=1000", "AUTH=<>", "SMTPUTF8"]
    assert client.mail("alice@example.org", options)[0] == 250
    asked = ["NOTIFY=SUCCESS,FAILURE", "ORCPT=rfc822;pbm+2Bx@example.net"]
    assert client.rcpt(ME, asked)[0] == 250
    assert client.data(CONTENT)[0] == 250
    assert server.receiver.mails == [("alice@example.org", (ME,), CONTENT)]


@cases("length", [1001, 5000, 60_000])
def test_long_lines(server, client, length):
    """Real programs send lines longer than the 998 bytes allowed."""
    content = b"Subject: x\r\n\r\n" + b"x" * length + b"\r\n"
    client.sendmail("alice@example.org", [ME], content)
    assert server.receiver.mails.pop()[2] == content


def test_the_null_sender(server, client):
    """Bounces are accepted, with the null sender."""
    client.sendmail("", [ME], CONTENT)
    assert server.receiver.mails[0][0] in ("", "<>")


@cases("sender", [b"a\xff@b.c", b"a\x1b[31m@b.c", "a\u202eb@b.c".encode()])
def test_senders_that_cannot_be_written_down(server, sender):
    """A sender with bytes that aren't text, or with controls, is refused for good."""
    with server.raw(b"HELO x") as (connection, answers):
        connection.sendall(b"MAIL FROM:<" + sender + b">\r\n")
        assert answers.readline().startswith(b"5")


def test_senders_beyond_ascii(server, client):
    """Such senders are accepted unchanged."""
    client.sendmail("jürgen@example.org", [ME], CONTENT, mail_options=["SMTPUTF8"])
    assert server.receiver.mails[0][0] == "jürgen@example.org"


def test_too_many_recipients(server, client):
    """The fifty-first gets a temporary error; the mail is received once for the others."""
    client.ehlo()
    client.mail("alice@example.org")
    codes = [client.rcpt(ME)[0] for _ in range(MAX_RECIPIENTS + 1)]
    assert codes == [250] * MAX_RECIPIENTS + [452]
    assert client.data(CONTENT)[0] == 250
    assert len(server.receiver.mails) == 1


def test_several_mails_on_a_connection(server, client):
    """Each mail has its own envelope."""
    client.sendmail("a@b.c", [ME], CONTENT)
    client.sendmail("d@e.f", [ME], b"Subject: x\r\n\r\n")
    assert [mail[0] for mail in server.receiver.mails] == ["a@b.c", "d@e.f"]


def test_a_client_that_hangs_up_after_data(server):
    """Its mail is handled all the same, once."""
    server.receiver.pending = True
    with server.raw(*ENVELOPE) as (connection, _):
        connection.sendall(CONTENT + b".\r\n")
        wait_for(lambda: server.receiver.futures)
    wait_for(lambda: not server.smtp.connections)
    assert not server.receiver.futures[0].cancelled()
    server.receiver.futures[0].set_result(None)
    assert len(server.receiver.mails) == 1
    server.receiver.pending = False
    with server.client() as client:
        client.sendmail("a@b.c", [ME], CONTENT)
    assert len(server.receiver.mails) == 2


def test_a_failure_after_the_client_has_hung_up(server, caplog):
    """It isn't logged again, as its receiver has done so."""
    server.receiver.pending = True
    with server.raw(*ENVELOPE) as (connection, _):
        connection.sendall(CONTENT + b".\r\n")
        wait_for(lambda: server.receiver.futures)
    wait_for(lambda: not server.smtp.connections)
    server.receiver.futures.pop().set_exception(TemporaryFailure("a reference"))
    server.forward(0)
    gc.collect()
    assert "a reference" not in caplog.text


def test_a_client_that_hangs_up_in_data(server):
    """An incomplete mail isn't received."""
    with server.raw(*ENVELOPE) as (connection, _):
        connection.sendall(CONTENT)
    wait_for(lambda: not server.smtp.connections)
    assert server.receiver.mails == []


def stopping(server):
    """Stops the server in a thread."""
    thread = threading.Thread(target=server.run, args=(server.smtp.stop(),))
    thread.start()
    return thread


def test_stopping_sends_idle_clients_away(server):
    """They get 421, the connection ends, and nobody else can connect."""
    with server.raw(b"HELO x") as (_, answers):
        server.run(server.smtp.stop())
        assert answers.readline().startswith(b"421")
        assert answers.readline() == b""
    with pytest.raises(ConnectionError):
        server.client()


def listens(server):
    """Returns True while the server's port is open."""
    sockets = psutil.Process().net_connections("tcp")
    return any(
        each.status == psutil.CONN_LISTEN and each.laddr.port == server.port for each in sockets
    )


def test_stopping_lets_mails_in_flight_arrive(server):
    """A started DATA is finished and answered, and then the client is disconnected."""
    with server.raw(*ENVELOPE) as (connection, answers):
        connection.sendall(CONTENT)
        thread = stopping(server)
        wait_for(lambda: not listens(server))
        connection.sendall(b".\r\n")
        assert answers.readline().startswith(b"250")
        assert answers.readline().startswith(b"421")
        thread.join()
    assert len(server.receiver.mails) == 1


def test_stopping_waits_for_clients_that_hung_up(server):
    """A mail whose client has gone is finished, too, before the server ends."""
    server.receiver.pending = True
    with server.raw(*ENVELOPE) as (connection, _):
        connection.sendall(CONTENT + b".\r\n")
        wait_for(lambda: server.receiver.futures)
    wait_for(lambda: not server.smtp.connections)

    async def stop():
        task = asyncio.create_task(server.smtp.stop())
        for _ in range(5):
            await asyncio.sleep(0)
        waiting = not task.done()
        server.receiver.futures[0].set_result(None)
        await task
        return waiting

    assert server.run(stop())


def test_stopping_survives_clients_that_are_gone(server):
    """A connection lost meanwhile doesn't keep the others open."""
    with server.raw(b"HELO x") as (gone, _), server.raw(b"HELO y") as (_, answers):
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        gone.close()
        server.run(server.smtp.stop())
        assert answers.readline().startswith(b"421")


def test_nothing_that_clients_say_is_logged(server, caplog):
    """Clients' commands hold passwords, so they aren't logged even at DEBUG."""
    caplog.set_level(logging.DEBUG)
    with server.client() as client:
        client.sendmail(
            "alice@example.org", [ME], b"Subject: signup alice Xa!11ce-X\r\n\r\nXa!11ce-X"
        )
        client.docmd("XSECRET", "Xa!11ce-X")
        client.docmd("AUTH", "PLAIN Xa!11ce-X")
    wait_for(lambda: not server.smtp.connections)
    assert "Xa!11ce-X" not in caplog.text
    assert "alice" not in caplog.text
    assert "SECRET" not in caplog.text
