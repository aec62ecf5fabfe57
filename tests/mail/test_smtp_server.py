"""The SMTP door, through real connections on loopback."""

import asyncio
import logging
import socket
import threading

import pytest
from structlog.testing import capture_logs

from mail.smtp.limits import SmtpLimits
from tests.support.smtp_door import CONTENT, ENVELOPE, ME, open_server
from tests.support.smtp_sink import wait_for

MOST_RECIPIENTS = SmtpLimits.recipients


@pytest.fixture
def door():
    with open_server() as made:
        yield made


@pytest.fixture
def client(door):
    with door.client() as made:
        yield made


def begin(client):
    client.ehlo()
    client.mail("alice@example.org")
    client.rcpt(ME)


def test_a_letter_arrives_as_it_is(door, client):
    """Sender, recipients and the bytes reach the receiver; it answers 250."""
    assert client.sendmail("alice@example.org", [ME], CONTENT) == {}
    assert door.receiver.letters == [("alice@example.org", (ME,), CONTENT)]


def test_lines_that_begin_with_a_dot(door, client):
    """They come out with as many dots as they went in."""
    client.sendmail("a@b.c", [ME], b"\r\n.\r\n..a\r\n")
    assert door.receiver.letters[0][2] == b"\r\n.\r\n..a\r\n"


def test_250_comes_after_the_receiver_is_done(door):
    """Nothing is said until the letter is safe."""
    door.receiver.patient = True
    with door.raw(*ENVELOPE) as (connection, answers):
        connection.sendall(CONTENT + b".\r\n")
        wait_for(lambda: door.receiver.futures)
        door.run(asyncio.sleep(0))
        connection.setblocking(False)
        with pytest.raises(BlockingIOError):
            connection.recv(1)
        connection.settimeout(10)
        door.receiver.futures[0].set_result(None)
        assert answers.readline().startswith(b"250")


def test_a_failure_is_to_be_tried_again(door, client):
    """451 with a reference that the log explains, and nothing of the exception."""
    door.receiver.error = RuntimeError("the database says: secret")
    begin(client)
    with capture_logs() as logs:
        code, said = client.data(CONTENT)
    assert code == 451
    assert b"secret" not in said
    assert b"RuntimeError" not in said
    assert logs[0]["reference"].encode() in said
    assert logs[0]["exc_info"] is door.receiver.error
    door.receiver.error = None
    assert client.sendmail("alice@example.org", [ME], CONTENT) == {}


def test_mail_for_others_is_refused(client):
    """550: nobody can relay through us."""
    client.ehlo()
    client.mail("alice@example.org")
    assert client.rcpt("bob@example.com")[0] == 550
    assert client.docmd("RCPT", "TO:<pbm+a\x07b@example.net>")[0] == 550
    assert client.rcpt(ME)[0] == 250


def test_large_mails_are_refused(door, client):
    """552, whether the size is announced or found out; the largest is taken."""
    client.ehlo()
    assert client.mail("a@b.c", ["SIZE=262145"])[0] == 552
    begin(client)
    assert client.data(b"x" * 78 + b"\r\n" + b"y" * (256 * 1024 - 80) + b"\r\n")[0] != 250
    begin(client)
    lines = (b"x" * 78 + b"\r\n") * (256 * 1024 // 80)
    assert client.data(lines)[0] == 250
    begin(client)
    assert client.data(lines + b"x" * 80)[0] == 552
    assert [len(letter[2]) for letter in door.receiver.letters] == [len(lines)]


def test_unknown_parameters_are_ignored(door, client):
    """Those of delivery reports and authors, which real servers send."""
    client.ehlo()
    options = ["RET=HDRS", "ENVID=QQ314159", "BODY=8BITMIME", "SIZE=1000", "AUTH=<>", "SMTPUTF8"]
    assert client.mail("alice@example.org", options)[0] == 250
    asked = ["NOTIFY=SUCCESS,FAILURE", "ORCPT=rfc822;pbm+2Bx@example.net"]
    assert client.rcpt(ME, asked)[0] == 250
    assert client.data(CONTENT)[0] == 250
    assert door.receiver.letters == [("alice@example.org", (ME,), CONTENT)]


@pytest.mark.parametrize("length", [1001, 5000, 60_000])
def test_long_lines(door, client, length):
    """Real programs send lines longer than the 998 bytes allowed."""
    content = b"Subject: x\r\n\r\n" + b"x" * length + b"\r\n"
    client.sendmail("alice@example.org", [ME], content)
    assert door.receiver.letters[0][2] == content


def test_the_null_sender(door, client):
    """Bounces are taken, with a sender that the letter knows for none."""
    client.sendmail("", [ME], CONTENT)
    assert door.receiver.letters[0][0] in ("", "<>")


@pytest.mark.parametrize("sender", [b"a\xff@b.c", b"a\x1b[31m@b.c", "a\u202eb@b.c".encode()])
def test_senders_that_cannot_be_written_down(door, sender):
    """A sender with bytes that are no text, or with controls, is refused for good."""
    with door.raw(b"HELO x") as (connection, answers):
        connection.sendall(b"MAIL FROM:<" + sender + b">\r\n")
        assert answers.readline().startswith(b"5")


def test_senders_beyond_ascii(door, client):
    """They are taken as they are."""
    client.sendmail("jürgen@example.org", [ME], CONTENT, mail_options=["SMTPUTF8"])
    assert door.receiver.letters[0][0] == "jürgen@example.org"


def test_too_many_recipients(door, client):
    """The fifty-first is put off, and the letter comes once for the others."""
    client.ehlo()
    client.mail("alice@example.org")
    codes = [client.rcpt(ME)[0] for _ in range(MOST_RECIPIENTS + 1)]
    assert codes == [250] * MOST_RECIPIENTS + [452]
    assert client.data(CONTENT)[0] == 250
    assert len(door.receiver.letters) == 1


def test_several_letters_on_a_connection(door, client):
    """Each has its own envelope."""
    client.sendmail("a@b.c", [ME], CONTENT)
    client.sendmail("d@e.f", [ME], b"Subject: x\r\n\r\n")
    assert [letter[0] for letter in door.receiver.letters] == ["a@b.c", "d@e.f"]


def test_a_client_that_hangs_up_after_data(door):
    """Its letter is carried out all the same, once."""
    door.receiver.patient = True
    with door.raw(*ENVELOPE) as (connection, _):
        connection.sendall(CONTENT + b".\r\n")
        wait_for(lambda: door.receiver.futures)
    wait_for(lambda: not door.server.connections)
    assert not door.receiver.futures[0].cancelled()
    door.receiver.futures[0].set_result(None)
    assert len(door.receiver.letters) == 1
    door.receiver.patient = False
    with door.client() as client:
        client.sendmail("a@b.c", [ME], CONTENT)
    assert len(door.receiver.letters) == 2


def test_a_client_that_hangs_up_in_data(door):
    """Half a letter is no letter."""
    with door.raw(*ENVELOPE) as (connection, _):
        connection.sendall(CONTENT)
    wait_for(lambda: not door.server.connections)
    assert door.receiver.letters == []


def stopping(door):
    """Stops the server in a thread."""
    thread = threading.Thread(target=door.run, args=(door.server.stop(),))
    thread.start()
    return thread


def test_stopping_sends_idle_clients_away(door):
    """421, and the connection ends; nobody else can connect."""
    with door.raw(b"HELO x") as (_, answers):
        door.run(door.server.stop())
        assert answers.readline().startswith(b"421")
        assert answers.readline() == b""
    with pytest.raises(ConnectionError):
        door.client()


def test_stopping_lets_letters_in_flight_arrive(door):
    """DATA that was begun is finished and answered, and then the client is sent away."""
    with door.raw(*ENVELOPE) as (connection, answers):
        connection.sendall(CONTENT)
        thread = stopping(door)
        wait_for(lambda: not door.server._doors[0].is_serving())
        connection.sendall(b".\r\n")
        assert answers.readline().startswith(b"250")
        assert answers.readline().startswith(b"421")
        thread.join()
    assert len(door.receiver.letters) == 1


def test_stopping_waits_for_clients_that_hung_up(door):
    """A letter whose client has gone is finished, too, before the server ends."""
    door.receiver.patient = True
    with door.raw(*ENVELOPE) as (connection, _):
        connection.sendall(CONTENT + b".\r\n")
        wait_for(lambda: door.receiver.futures)
    wait_for(lambda: not door.server.connections)

    async def stop():
        task = asyncio.create_task(door.server.stop())
        for _ in range(5):
            await asyncio.sleep(0)
        waiting = not task.done()
        door.receiver.futures[0].set_result(None)
        await task
        return waiting

    assert door.run(stop())


def test_stopping_survives_clients_that_are_gone(door):
    """A connection that is lost meanwhile keeps nobody from being sent away."""
    with door.raw(b"HELO x") as (gone, _), door.raw(b"HELO y") as (_, answers):
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        gone.close()
        door.run(door.server.stop())
        assert answers.readline().startswith(b"421")


def test_nothing_that_clients_say_is_logged(door, caplog):
    """Not even at DEBUG: there are passwords in what they say."""
    caplog.set_level(logging.DEBUG)
    with door.client() as client:
        client.sendmail("alice@example.org", [ME], b"Subject: signup alice Xa!11ce\r\n\r\nXa!11ce")
        client.docmd("XSECRET", "Xa!11ce")
        client.docmd("AUTH", "PLAIN Xa!11ce")
    wait_for(lambda: not door.server.connections)
    assert "Xa!11ce" not in caplog.text
    assert "alice" not in caplog.text
    assert "SECRET" not in caplog.text
