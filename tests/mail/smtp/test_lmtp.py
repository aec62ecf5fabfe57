"""The listener for the site's own mail server: LMTP, by TCP and Unix socket; TLS; a proxy."""

import smtplib
import socket
import ssl
import stat
from contextlib import closing, contextmanager, suppress

import pytest
import trustme
from structlog.testing import capture_logs

from mail.smtp.certificate import Certificate
from mail.smtp.listen_addresses import TcpPort, UnixSocket, read_listen_address
from mail.smtp.receiver_interface import Busy
from mail.smtp.smtp_limits import SmtpLimits
from tests.support.cases import cases
from tests.support.smtp_server import CONTENT, ME, open_server
from tests.support.waiting import TIMEOUT_SECONDS, wait_for

LOOPBACK = TcpPort("127.0.0.1", 0)


@pytest.fixture(params=["tcp", "unix"])
def lmtp(request, tmp_path):
    """A server with an LMTP listener, and a client of it."""
    place = LOOPBACK if request.param == "tcp" else UnixSocket(tmp_path / "lmtp")
    with open_server(lmtp=place, connections_per_address=1, size=1000) as server:
        host = "127.0.0.1" if request.param == "tcp" else str(place.path)
        with smtplib.LMTP(
            host, server.lmtp_port, local_hostname="mta", timeout=TIMEOUT_SECONDS
        ) as client:
            client.host = host
            yield server, client


def say(client, *recipients):
    """Returns the replies to MAIL and to each recipient."""
    client.ehlo()
    client.mail("a@b.c")
    return [client.rcpt(recipient)[0] for recipient in recipients]


def statuses(client, content):
    """Returns the replies after a mail; asserts that nothing follows."""
    client.putcmd("DATA")
    assert client.getreply()[0] == 354
    client.send(content + b"\r\n.\r\nNOOP\r\n")
    codes = []
    while (reply := client.getreply())[1] != b"OK":
        codes.append(reply[0])
    return codes


def test_a_status_for_each_recipient(lmtp):
    """There is a status for each accepted recipient; the mail is received once."""
    server, client = lmtp
    assert say(client, ME, "x@y.z", ME) == [250, 550, 250]
    assert statuses(client, CONTENT) == [250, 250]
    assert [mail[1] for mail in server.receiver.mails] == [(ME, ME)]


def test_every_failure_has_as_many(lmtp):
    """A mail too large, a busy receiver and an error give a status for each recipient too."""
    server, client = lmtp
    say(client, ME, ME)
    assert statuses(client, b"x" * 1001) == [552, 552]
    server.receiver.refusal = Busy()
    say(client, ME, ME, ME)
    assert statuses(client, CONTENT) == [451] * 3
    server.receiver.refusal, server.receiver.error = None, RuntimeError("broken")
    say(client, ME, ME)
    with capture_logs():
        assert statuses(client, CONTENT) == [451, 451]
    say(client, "x@y.z")
    assert client.docmd("DATA")[0] == 503


def test_smtp_is_not_spoken_there(lmtp):
    """HELO and EHLO are unknown; LHLO is LMTP's command."""
    _, client = lmtp
    assert client.docmd("EHLO", "x")[0] == 500
    assert client.docmd("HELO", "x")[0] == 500
    assert client.docmd("LHLO", "x")[0] == 250


def test_a_mail_server_comes_often(lmtp):
    """Connections of its address aren't limited."""
    server, client = lmtp
    for _ in range(3):
        with smtplib.LMTP(client.host, server.lmtp_port, local_hostname="mta") as other:
            assert say(other, ME) == [250]


def test_smtp_and_lmtp_have_separate_limits():
    """Each listener has its own limit, so full SMTP connections don't block LMTP."""
    with open_server(lmtp=LOOPBACK, connections=1) as server, server.call() as (_, answers):
        assert answers.readline().startswith(b"220")
        with smtplib.LMTP("127.0.0.1", server.lmtp_port, local_hostname="mta") as client:
            assert say(client, ME) == [250]
            with pytest.raises(smtplib.SMTPConnectError, match="421"):
                smtplib.LMTP("127.0.0.1", server.lmtp_port, local_hostname="mta")


def test_stopping_tells_a_mail_server(lmtp):
    """The client gets 421, as on SMTP connections."""
    server, client = lmtp
    client.ehlo()
    server.run(server.smtp.stop())
    assert client.getreply()[0] == 421
    client.close()


def test_the_socket_file(tmp_path):
    """It has the configured mode, and is removed when the server stops."""
    path = tmp_path / "lmtp"
    with open_server(lmtp=UnixSocket(path, 0o600)):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not path.exists()


def test_a_stale_socket_file(tmp_path):
    """The file of a killed server is replaced."""
    path = tmp_path / "lmtp"
    with closing(socket.socket(socket.AF_UNIX)) as killed:
        killed.bind(str(path))
    with (
        open_server(lmtp=UnixSocket(path)) as server,
        smtplib.LMTP(str(path), server.lmtp_port, local_hostname="mta") as client,
    ):
        assert say(client, ME) == [250]


def test_a_socket_file_in_use(tmp_path):
    """The socket of a running server, and a file that isn't a socket, are left alone."""
    with closing(socket.socket(socket.AF_UNIX)) as other:
        other.bind(str(tmp_path / "lmtp"))
        other.listen()
        with pytest.raises(OSError, match="another server is already listening on this socket"):
            UnixSocket(tmp_path / "lmtp").open()
    (tmp_path / "file").write_text("x")
    with pytest.raises(OSError, match="isn't a socket"):
        UnixSocket(tmp_path / "file").open()
    with pytest.raises(OSError, match="too long"):
        UnixSocket(tmp_path / ("x" * 200)).open()
    assert (tmp_path / "file").read_text() == "x"


@cases(
    ("text", "place"),
    [
        ("unix:/run/pbm/lmtp", "/run/pbm/lmtp"),
        ("127.0.0.1:24", "127.0.0.1 (port 24)"),
        ("[::1]:24", "::1 (port 24)"),
        ("mail.example.org:0", "mail.example.org (port 0)"),
    ],
)
def test_listen_addresses(text, place):
    """An address is a path, or a host and port."""
    assert str(read_listen_address(text)) == place


@cases("text", ["unix:", "24", "host", "host:", ":24", "host:70000", "::1:24"])
def test_no_listen_addresses(text):
    """The refusal explains the allowed forms."""
    with pytest.raises(ValueError, match="use unix:PATH or HOST:PORT"):
        read_listen_address(text)


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture
def tls(authority, tmp_path):
    """Files with a certificate and its key."""
    return issue(authority, tmp_path)


def issue(authority, folder):
    issued = authority.issue_cert("127.0.0.1")
    issued.private_key_pem.write_to_path(folder / "key")
    (folder / "certificate").write_bytes(b"".join(part.bytes() for part in issued.cert_chain_pems))
    return folder / "certificate", folder / "key"


def test_starttls(tls, authority):
    """STARTTLS resets earlier commands, and no passwords are asked for."""
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    with open_server(tls=Certificate(*tls), connections_per_address=1) as server:
        with server.client() as client:
            client.ehlo()
            assert client.has_extn("starttls")
            client.mail("a@b.c")
            client.starttls(context=trusting)
            assert client.docmd("RCPT", f"TO:<{ME}>")[0] == 503
            client.ehlo()
            assert not client.has_extn("starttls")
            assert not client.has_extn("auth")
            assert client.sendmail("a@b.c", [ME], CONTENT) == {}
            assert len(server.smtp.connections) == 1
        wait_for(lambda: not server.smtp.connections)


def test_starttls_twice(tls, authority):
    """A second STARTTLS is refused, and the connection goes on as before."""
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    with open_server(tls=Certificate(*tls)) as server, server.client() as client:
        client.starttls(context=trusting)
        client.ehlo()
        assert client.docmd("STARTTLS")[0] == 503
        assert client.sendmail("a@b.c", [ME], CONTENT) == {}


def test_tls_that_fails(tls, capfd):
    """A client that rejects the certificate, or doesn't speak TLS, costs one line of the log."""
    with open_server(tls=Certificate(*tls)) as server:
        for _ in range(2):
            with server.client() as client:
                client.ehlo()
                with pytest.raises(ssl.SSLError):
                    client.starttls(context=ssl.create_default_context())
                client.close()
            with server.raw(b"EHLO x") as (connection, answers):
                connection.sendall(b"STARTTLS\r\n")
                while not answers.readline().startswith(b"220"):
                    pass  # the rest of the offered capabilities
                connection.sendall(b"no TLS\r\n")
                answers.read()
        wait_for(lambda: not server.smtp.connections)
        with server.client() as client:
            client.sendmail("a@b.c", [ME], CONTENT)
    (line,) = capfd.readouterr().err.splitlines()
    assert line.endswith("event='TLS failed'")


@pytest.mark.parametrize("end", ["stop", "wait"])
def test_a_tls_handshake_that_never_begins(tls, end):
    """The connection ends when the server stops, and when the client has been idle for too long."""
    with (
        open_server(tls=Certificate(*tls), idle_seconds=5) as server,
        server.raw() as (connection, answers),
    ):
        connection.sendall(b"EHLO x\r\nSTARTTLS\r\n")
        while not answers.readline().startswith(b"220"):
            pass  # the offered capabilities
        server.run(server.smtp.stop()) if end == "stop" else server.forward(6)
        with suppress(ConnectionError):
            assert answers.read() == b""
        wait_for(lambda: not server.smtp.connections)


def shown(server, trusting):
    """Returns the certificate that a new connection gets."""
    with server.client() as client:
        client.starttls(context=trusting)
        return client.sock.getpeercert()["serialNumber"]


def test_a_renewed_certificate(tls, authority, tmp_path):
    """The next connection uses it; half of a new pair, or none, changes nothing."""
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    with open_server(tls=Certificate(*tls)) as server, capture_logs() as logs:
        first = shown(server, trusting)
        assert shown(server, trusting) == first
        tls[1].unlink()
        assert [shown(server, trusting) for _ in range(2)] == [first] * 2
        (tmp_path / "more").mkdir()
        (_, other) = issue(authority, tmp_path / "more")
        other.rename(tls[1])
        assert [shown(server, trusting) for _ in range(2)] == [first] * 2
        (tmp_path / "more" / "certificate").rename(tls[0])
        assert shown(server, trusting) != first
    refused, renewed = "failed to renew the certificate", "certificate renewed"
    assert [line["event"] for line in logs] == [refused, refused, renewed]
    assert "key values mismatch" in logs[1]["error"]


def test_a_certificate_with_another_key(tls, authority, tmp_path):
    """The refusal is a sentence with both names."""
    authority.issue_cert("x").private_key_pem.write_to_path(tmp_path / "other")
    with pytest.raises(ValueError, match="matching certificate and key: key values mismatch"):
        Certificate(tls[0], tmp_path / "other")


def test_without_a_certificate_there_is_no_tls():
    """STARTTLS isn't offered, and is refused with a temporary error."""
    with open_server() as server, server.client() as client:
        client.ehlo()
        assert not client.has_extn("starttls")
        assert client.docmd("STARTTLS")[0] == 454


@contextmanager
def proxied(header, **limits):
    """Opens a server behind a proxy; yields it, and the replies to this header."""
    with (
        open_server(proxied=True, **limits) as server,
        server.call() as (connection, answers),
    ):
        connection.sendall(header)
        yield server, answers


V1 = b"PROXY TCP4 192.0.2.7 192.0.2.1 4000 25\r\n"
V2 = (
    b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c"
    + socket.inet_aton("192.0.2.7")
    + socket.inet_aton("192.0.2.1")
    + b"\x0f\xa0\0\x19"
)


@pytest.mark.parametrize("header", [V1, V2], ids=["v1", "v2"])
def test_a_proxy_says_where_clients_come_from(header):
    """Connections are counted by the client's address, not the proxy's."""
    with proxied(header, connections_per_address=1) as (server, answers):
        assert answers.readline().startswith(b"220")
        with server.call() as (second, said), capture_logs() as logs:
            second.sendall(header)
            assert said.readline().startswith(b"421")
        with server.call() as (third, said):
            third.sendall(V1.replace(b".7", b".8"))
            assert said.readline().startswith(b"220")
    assert logs[0]["address"] == "192.0.2.7"


@cases(
    "header", [b"EHLO x\r\n", b"PROXY TCP4 x y 1 2\r\n", b"\r\n\r\n\0\r\nQUIT\n\xff" + b"x" * 50]
)
def test_nobody_comes_around_the_proxy(header, capfd):
    """Without a valid header the connection is closed."""
    with proxied(header) as (server, answers):
        assert answers.read() == b""
        wait_for(lambda: not server.smtp.connections)
    assert capfd.readouterr().err == ""


def test_a_proxy_that_says_nothing():
    """A silent proxy is disconnected, too."""
    with proxied(b"PROXY ") as (server, answers):
        wait_for(lambda: server.smtp.connections)
        server.forward(SmtpLimits().proxy_seconds)
        assert answers.read().startswith(b"421 4.4.2")


def test_the_header_means_nothing_where_there_is_no_proxy():
    """Any client could send the header, so it isn't a command."""
    with open_server(connections_per_address=1) as server, server.raw() as (connection, answers):
        connection.sendall(V1)
        assert answers.readline().startswith(b"500")
        with server.call() as (_, said):
            assert said.readline().startswith(b"421")


def test_our_own_mail_server_needs_no_header():
    """LMTP connections aren't proxied."""
    with (
        open_server(lmtp=LOOPBACK, proxied=True) as server,
        smtplib.LMTP("127.0.0.1", server.lmtp_port, local_hostname="mta") as client,
    ):
        assert say(client, ME) == [250]
