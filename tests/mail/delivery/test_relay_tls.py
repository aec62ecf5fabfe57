"""TLS to relays: certificates are verified, and no password goes where others could listen."""

import asyncio
import base64

import pytest

from commands.system.logs.logging import LogStyle, configure_logging
from mail.delivery.relay import DeliveryError
from mail.delivery.relay_address import check_relay
from mail.delivery.smtp.relay_probe import probe_server
from mail.delivery.smtp.session import RelayServer, Timeouts
from mail.login import Login
from mail.server_address import ServerAddress
from tests.support.cases import cases
from tests.support.certificates import Authority
from tests.support.smtp_sink import PASSWORD, USER, sink


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def trusted(authority, monkeypatch):
    """The issuer of certificates, which is known here."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    return authority


class Known:
    """A password that is known, and counts how often it is read."""

    def __init__(self, password=PASSWORD):
        self.password, self.times = password, 0

    def read(self):
        self.times += 1
        return self.password

    def accepted(self):
        pass

    def refused(self):
        return False


def server_at(port, tls, *, scheme="submission", host="localhost", login=True):
    made = Login(USER, Known(), "password") if login else None
    return RelayServer(ServerAddress(scheme, host, port, USER), tls, made)


def probe(server, *senders, **timeouts):
    return asyncio.run(probe_server(server, senders, USER, Timeouts(**timeouts)))


def refusal(server, **timeouts):
    """Returns the error of a server that can't be used; no password was read for it."""
    with pytest.raises(DeliveryError) as failed:
        probe(server, **timeouts)
    return failed.value


class TestCertificates:
    @pytest.mark.parametrize("implicit", [True, False])
    @pytest.mark.parametrize(
        ("names", "expired", "reason"),
        [
            (
                ("mail.example.org",),
                False,
                "the certificate was issued for a host other than localhost",
            ),
            ((), True, "the certificate has expired"),
        ],
    )
    def test_one_that_is_not_valid(self, trusted, names, expired, reason, *, implicit):
        """The reason is named, the password isn't even read, and no mail is begun."""
        tls = trusted.tls(*names, expired=expired)
        with sink(tls=tls, implicit=implicit, password=PASSWORD) as server:
            relay = server_at(server.port, "implicit" if implicit else "verify")
            error = refusal(relay)
        assert error.fault == "tls"
        assert str(error).endswith(f"failed: {reason}")
        assert relay.login.secret.times == server.count["MAIL"] == server.count["AUTH"] == 0

    def test_an_issuer_that_is_not_known(self, authority):
        """A certificate of anybody's own making proves nothing."""
        with sink(tls=authority.tls(), password=PASSWORD) as server:
            error = refusal(server_at(server.port, "verify"))
        assert "this machine doesn't know the issuer" in str(error)

    def test_without_starttls(self):
        """submission:// demands it."""
        with sink(password=PASSWORD) as server:
            error = refusal(server_at(server.port, "verify"))
        assert "doesn't offer STARTTLS" in str(error)
        assert server.logins == []

    @pytest.mark.parametrize(("tls", "encrypted"), [("opportunistic", True), ("off", False)])
    def test_tls_that_is_not_demanded(self, authority, tls, encrypted):
        """Any certificate is taken, or none asked for."""
        with sink(tls=authority.tls()) as server:
            found = probe(server_at(server.port, tls, scheme="smtp", login=False))
        assert bool(found.tls) == encrypted

    def test_the_other_kind_of_tls(self, trusted):
        """A port that speaks TLS at once, or doesn't, is told from one that is broken."""
        with sink(tls=trusted.tls(), password=PASSWORD) as server:
            error = refusal(server_at(server.port, "implicit", scheme="submissions"))
        assert "Try submission://" in str(error)
        with sink(tls=trusted.tls(), implicit=True) as server:
            error = refusal(server_at(server.port, "verify"), connect=0.1)
        assert "isn't responding" in str(error)


CLEAR_OFFER = "250-sink\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN"
"""The reply of a server that takes logins in clear."""


class TestSecrecy:
    SECRETS = (
        PASSWORD.encode(),
        base64.b64encode(PASSWORD.encode()),
        base64.b64encode(f"\0{USER}\0{PASSWORD}".encode()),
    )

    @pytest.mark.parametrize("tls", ["verify", "opportunistic", "off"])
    @pytest.mark.parametrize(
        "starttls", ["454 4.7.0 not now", "501 no", "what?", "220 go\r\n250 fine", "silence"]
    )
    def test_starttls_that_fails(self, monkeypatch, tls, starttls):
        """Beyond this machine no AUTH is sent: not in clear, and not to any certificate."""
        monkeypatch.setattr(ServerAddress, "is_loopback", property(lambda _: False))
        with sink(EHLO=CLEAR_OFFER, STARTTLS=starttls) as server:
            relay = server_at(server.port, tls, scheme="smtp")
            with pytest.raises(DeliveryError):
                server.run(probe_server(relay, (), USER, Timeouts(tls=0.1)))
        assert server.count["AUTH"] == 0
        assert not any(secret in server.clear for secret in self.SECRETS)
        assert relay.login.secret.times == 0

    def test_what_is_injected_before_the_handshake(self, trusted):
        """Replies sent in clear after STARTTLS aren't taken for those of the server."""
        injected = "220 go on\r\n250-sink\r\n250 AUTH PLAIN\r\n235 welcome"
        with sink(tls=trusted.tls(), STARTTLS=injected) as server:
            refusal(server_at(server.port, "verify"))
        assert server.count["AUTH"] == 0

    def test_a_login_that_is_offered_before_tls_only(self, trusted):
        """What was offered in clear is forgotten after the handshake."""
        with sink(tls=trusted.tls(), EHLO=[CLEAR_OFFER]) as server:
            error = refusal(server_at(server.port, "verify"))
        assert error.fault == "login"
        assert "doesn't support logging in" in str(error)
        assert [line.split()[0] for line in server.clear.splitlines()] == [b"EHLO", b"STARTTLS"]
        assert server.count["AUTH"] == 0

    def test_a_server_that_quotes_the_login(self, trusted, capfd):
        """The password is in no error and at no level of the log, in whatever form."""
        configure_logging(LogStyle(level="debug"))
        plain = base64.b64encode(f"\0{USER}\0sesame".encode()).decode()
        secrets = ("sesame", base64.b64encode(b"sesame").decode(), plain)
        with sink(tls=trusted.tls(), password=PASSWORD) as server:
            pieces = ("same", "emases", "73 65 73 61 6d 65", "s-e-s-a-m-e")
            server.replies["AUTH"] = f"535 5.7.8 I don't like {' '.join((*secrets, *pieces))}"
            relay = server_at(server.port, "verify")
            relay.login.secret.password = "sesame"
            error = refusal(relay)
        assert str(error).endswith("rejected the login for pbm@example.net: 535 5.7.8")
        assert capfd.readouterr().err == ""

    @pytest.mark.parametrize("begins", ["535 5.7.8 bad command: ", "what? ", "999 ", "334 "])
    def test_a_server_that_quotes_each_line(self, begins, capsys):
        """Whatever it makes of a login, the password isn't told."""
        with sink(password=PASSWORD, AUTH=lambda words: f"{begins}AUTH {words}") as server:
            relay = server_at(server.port, "off", scheme="smtp")
            error = refusal(relay)
        shown = f"{error!r} {error.__cause__!r} {error.__context__!r} {capsys.readouterr()}"
        assert relay.login.secret.times == 1
        assert not any(secret.decode() in shown for secret in self.SECRETS)

    @cases("challenge", ["334 !!!", "334 \xff", "334 aGk=\r\n334 aGk="])
    def test_a_challenge_that_makes_no_sense(self, challenge):
        """It is an error of the relay, and no traceback."""
        offer = "250-sink\r\n250 AUTH CRAM-MD5"
        with sink(password=PASSWORD, EHLO=offer, AUTH=challenge) as server:
            error = refusal(server_at(server.port, "off", scheme="smtp"))
        assert f"port {server.port}" in str(error)

    def test_another_mechanism(self, trusted):
        """It is tried only if the first isn't known to the server that offers it."""
        with sink(tls=trusted.tls(), password=PASSWORD) as server:
            server.replies["AUTH"] = "504 5.5.4 Unrecognized authentication type"
            refusal(server_at(server.port, "verify"))
            assert [mechanism for mechanism, _ in server.logins] == ["PLAIN", "LOGIN"]
            server.logins.clear()
            server.replies["AUTH"] = "535 5.7.8 no"
            refusal(server_at(server.port, "verify"))
            assert [mechanism for mechanism, _ in server.logins] == ["PLAIN"]

    def test_settings_that_would_send_a_password_in_clear(self):
        """A user at an smtp:// relay needs verified TLS, or a relay on this machine."""
        for policy in ("opportunistic", "off"):
            with pytest.raises(ValueError, match="verified TLS"):
                check_relay("smtp://me@mail.example.org", policy)
            check_relay("smtp://me@localhost", policy)
        check_relay("smtp://me@mail.example.org")


class TestProbe:
    def test_what_a_relay_offers(self, trusted):
        """TLS, login, and size are told; no mail is sent."""
        offers = ["SIZE 33554432"]
        with sink(tls=trusted.tls(), password=PASSWORD, offers=offers) as server:
            found = probe(server_at(server.port, "verify"), "", "pbm@example.net")
        assert (found.tls[:3], found.login, found.max_size) == ("TLS", USER, 33554432)
        assert "SIZE" in found.extensions
        assert (server.count["MAIL"], server.mails) == (2, [])

    def test_a_size_that_is_none(self):
        """It isn't told, however many digits it has."""
        for size in ("", "0", "x", "9" * 6000):
            with sink(offers=[f"SIZE {size}"]) as server:
                relay = server_at(server.port, "opportunistic", login=False)
                assert probe(relay).max_size is None, size[:9]

    def test_a_sender_that_is_refused(self, trusted):
        """The sender and the reply are named."""
        with sink(tls=trusted.tls(), password=PASSWORD) as server:
            server.replies["MAIL", ""] = "501 5.1.7 no null sender"
            with pytest.raises(DeliveryError, match="MAIL FROM:<> was refused: 501") as failed:
                probe(server_at(server.port, "verify"), "a@x.org", "")
        assert failed.value.fault == "sender"

    @pytest.mark.parametrize(
        ("reply", "fault"),
        [
            ("553 5.7.1 Sender address rejected: not owned by user", "sender"),
            ("530 5.7.0 Authentication required", "login"),
            ("554 5.7.1 Recipient address rejected: Access denied", "mail"),
            ("550 5.1.1 nobody", "recipient"),
            ("450 4.7.1 Too many messages", "rate"),
            ("421 4.3.2 closing", "relay"),
            ("450 4.7.1 Greylisted", ""),
        ],
    )
    def test_an_envelope_that_is_refused(self, trusted, reply, fault):
        """Some servers refuse a sender at the recipient; what may pass by itself is no error."""
        with sink(tls=trusted.tls(), password=PASSWORD) as server:
            server.replies["RCPT"] = reply
            relay = server_at(server.port, "verify")
            if not fault:
                assert probe(relay, "").login == USER
                return
            with pytest.raises(DeliveryError, match=reply[:9]) as failed:
                probe(relay, "")
        assert failed.value.fault == fault
        assert reply[10:] not in str(failed.value)

    @pytest.mark.parametrize(
        ("host", "reason"),
        [("localhost", "refused the connection"), ("nowhere.invalid", "doesn't exist")],
    )
    def test_a_server_that_is_not_there(self, host, reason):
        """The cause is named."""
        assert reason in str(refusal(server_at(1, "verify", host=host)))
