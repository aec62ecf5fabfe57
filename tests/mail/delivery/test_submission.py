"""Mail out by a provider's submission server: its faults cost no mail, no try and no player."""

import asyncio
import shlex
from datetime import timedelta
from types import SimpleNamespace

import pytest

from commands.content.messages import TextMessage, dump
from commands.outbound.sending_limits import SendingLimits
from commands.system.secrets.login_secrets import PasswordFile, TokenCommand
from mail.delivery.delivery import Delivery
from mail.delivery.relay_factory import open_relay
from mail.login import Login
from pbm.stored_values import OutboxMail
from tests.support.certificates import Authority
from tests.support.dovecot import dovecot
from tests.support.smtp_sink import PASSWORD, USER, sink

NAMES = ("alice", "bob", "carol", "dave", "erin", "fred")
ADDRESSES = [f"{name}@example.org" for name in NAMES]


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def trusted(authority, monkeypatch):
    """The issuer of certificates, which is known here."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    return authority


class Sender:
    """A site with mails for six players in its outbox, which it sends to a submission server."""

    def __init__(self, site, server, folder, scheme="smtp"):
        self.site, self.server = site, server
        self.password_file = folder / "password"
        self.password_file.write_text(f"{PASSWORD}\n")
        self.relay = open_relay(
            f"{scheme}://{USER}@localhost:{server.port}",
            None,
            login=Login(USER, PasswordFile(self.password_file), "password"),
        )
        self.start()
        self.queue(*ADDRESSES)

    def start(self):
        """Starts the delivery anew, as another process."""
        self.site.queue.reclaim()
        clock = self.site.clock
        self.delivery = Delivery(self.site.queue, self.relay, lambda: clock.now().timestamp())

    def queue(self, *addresses, automatic="auto-generated"):
        said = dump(TextMessage(subject="News", text="The news.\n"))
        mails = [
            OutboxMail(
                address, f"<{self.site.mailer.new_id()}@x>", self.site.clock.now(), said, automatic
            )
            for address in addresses
        ]
        with self.site.database.work() as work:
            work.outbox.put(mails)

    def send(self, **later):
        """Delivers what is due, after a while; quits, as a worker without work does."""
        self.site.clock.forward(**later)

        async def deliver():
            await self.delivery.deliver()
            await self.delivery.close()

        self.server.run(deliver())

    def states(self):
        """Returns how many mails are in which state, and checks that nobody is blamed."""
        now = self.site.clock.now()
        with self.site.database.work() as work:
            mails = work.outbox_admin.list(["waiting", "sent", "failed"], 999, now)
            assert {mail.tries for mail in mails} == {0}
            assert not work.bounces.of(ADDRESSES)
            assert not work.bounces.suppressed(ADDRESSES)
        return [mail.state for mail in mails]

    def failures(self):
        """Returns the faults of the relay that were recorded for the health checks."""
        with self.site.database.work() as work:
            recent = work.incidents.recent("relay", self.site.clock.now().replace(year=2000))
        return {incident.subject: incident for incident in recent}


@pytest.fixture
def provider():
    """A submission server; without TLS, as a login on this machine needs none."""
    with sink(password=PASSWORD) as server:
        yield server


@pytest.fixture
def sender(site, provider, tmp_path):
    return Sender(site, provider, tmp_path)


def all_sent(sender, server):
    """Returns True if every mail was sent, and arrived once."""
    arrived = sorted(mail[1] for mail in server.mails)
    return set(sender.states()) == {"sent"} and arrived == sorted(ADDRESSES)


class TestLogin:
    @pytest.mark.parametrize("scheme", ["submission", "submissions"])
    def test_mails_are_sent_after_a_login(self, site, trusted, tmp_path, scheme):
        """One login a connection, by PLAIN, over verified TLS: after STARTTLS, or at once."""
        implicit = scheme == "submissions"
        with sink(tls=trusted.tls(), implicit=implicit, password=PASSWORD) as server:
            sender = Sender(site, server, tmp_path, scheme)
            sender.send()
            assert all_sent(sender, server)
        assert set(server.logins) == {("PLAIN", True)}
        assert len(server.logins) == len(server.connections) <= 4
        assert b"AUTH" not in server.clear

    def test_a_refused_login_is_tried_once_in_ten_minutes(self, sender, provider, capsys):
        """Providers lock accounts: one try by one mechanism, then a long pause; nothing is lost."""
        provider.password = "another"
        for _ in range(24):
            sender.send(minutes=5)
        assert set(sender.states()) == {"waiting"}
        assert provider.count["MAIL"] == 0
        assert len(provider.logins) <= 6
        assert list(sender.failures()) == ["login"]
        assert PASSWORD not in capsys.readouterr().err
        assert PASSWORD not in sender.failures()["login"].detail
        provider.password = PASSWORD
        sender.send(minutes=30)
        assert all_sent(sender, provider)

    def test_a_new_password_is_tried_at_once(self, sender, provider):
        """The file with the password is looked at while delivery pauses."""
        provider.password = "new"
        sender.send()
        sender.send(seconds=1)
        assert len(provider.logins) == 1
        sender.password_file.write_text("new\n")
        sender.send(seconds=1)
        assert all_sent(sender, provider)

    def test_a_missing_password_file(self, sender, provider):
        """Mails wait until the file is there; the server isn't asked without it."""
        sender.password_file.unlink()
        sender.send()
        assert provider.logins == []
        assert "password can't be read" in sender.failures()["login"].detail
        sender.password_file.write_text(f"{PASSWORD}\n")
        sender.send(seconds=1)
        assert all_sent(sender, provider)

    def test_a_token_that_has_expired(self, site, provider, tmp_path):
        """The command is asked for another, once, and no mail waits."""
        provider.password = "ya29.token"
        token = tmp_path / "token"
        token.write_text("ya29.token")
        sender = Sender(site, provider, tmp_path)
        login = Login(USER, TokenCommand(f"cat {shlex.quote(str(token))}", tmp_path), "token")
        sender.relay = open_relay(f"smtp://{USER}@localhost:{provider.port}", None, login=login)
        sender.start()
        sender.send()
        assert all_sent(sender, provider)
        provider.mails.clear()
        provider.password = "ya29.next"
        token.write_text("ya29.next")
        sender.queue(*ADDRESSES)
        provider.logins.clear()
        sender.send(hours=1)
        assert provider.logins[:2] == [("XOAUTH2", False), ("XOAUTH2", True)]
        assert len(provider.mails) == 6

    def test_a_temporary_failure_of_the_login(self, sender, provider):
        """454 is the relay's trouble, and tried again soon."""
        provider.replies["AUTH"] = "454 4.7.0 Temporary authentication failure"
        sender.send()
        assert set(sender.states()) == {"waiting"}
        assert list(sender.failures()) == ["relay"]
        provider.replies.clear()
        sender.send(seconds=6)
        assert all_sent(sender, provider)

    def test_a_server_that_wants_a_login(self, sender, provider):
        """A relay without a user waits for its settings; nothing is refused for good."""
        configured = sender.relay
        sender.relay = open_relay(f"smtp://localhost:{provider.port}", None)
        sender.start()
        for _ in range(12):
            sender.send(minutes=5)
        assert set(sender.states()) == {"waiting"}
        assert provider.count["MAIL"] <= 8
        assert list(sender.failures()) == ["login"]
        sender.relay = configured
        sender.start()
        sender.send()
        assert all_sent(sender, provider)


class TestRefusals:
    @pytest.mark.parametrize(
        ("step", "reply"),
        [
            ("MAIL", "501 5.1.7 Bad sender address syntax"),
            ("MAIL", "553 not here"),
            ("MAIL", "451 4.3.0 try again"),
            ("RCPT", "550 5.7.1 Sender address rejected: not owned by user"),
            ("RCPT", "550 5.1.8 Unknown domain"),
            ("END", "554 5.2.252 SendAsDenied; not allowed to send as"),
        ],
    )
    def test_a_refused_sender(self, sender, provider, step, reply):
        """It is nobody's fault: all wait, with few tries, until the sender is accepted."""
        provider.replies[step] = reply
        for _ in range(12):
            sender.send(minutes=5)
        assert set(sender.states()) == {"waiting"}
        assert provider.count["MAIL"] <= 20
        assert list(sender.failures()) == ["sender"]
        provider.replies.clear()
        sender.start()
        sender.send(minutes=30)
        assert all_sent(sender, provider)

    def test_a_refused_null_sender(self, sender, provider):
        """Replies wait, and notifications are sent; after a restart the replies are tried again."""
        provider.replies["MAIL", ""] = "501 5.1.7 Null sender not allowed"
        names = [f"zoe{number}@example.org" for number in range(60)]
        sender.queue(*names, automatic="auto-replied")
        sender.queue(*ADDRESSES)
        sender.send()
        assert sender.states() == ["sent"] * 6 + ["waiting"] * 60 + ["sent"] * 6
        assert provider.count["MAIL"] <= 12 + 8
        provider.replies.clear()
        sender.start()
        sender.send(seconds=1)
        assert set(sender.states()) == {"sent"}

    def test_relaying_denied(self, sender, provider):
        """554 5.7.1 at each recipient is no bounce when the relay doesn't send for us."""
        provider.replies["RCPT"] = "554 5.7.1 <x@y>: Relay access denied"
        for _ in range(10):
            sender.send(minutes=1)
        assert set(sender.states()) == {"waiting"}
        provider.replies.clear()
        sender.send(hours=1)
        assert all_sent(sender, provider)

    @pytest.mark.parametrize("logs_in", [True, False])
    def test_a_policy_against_recipients(self, sender, provider, *, logs_in):
        """Where a login was possible, it may be against all without one: they wait for it."""
        provider.wants_login = False
        provider.replies["RCPT"] = "554 5.7.1 <x@y>: Recipient address rejected: Access denied"
        if not logs_in:
            sender.relay = open_relay(f"smtp://localhost:{provider.port}", None)
            sender.start()
            sender.send()
            assert set(sender.states()) == {"waiting"}
            return
        sender.send()
        with sender.site.database.work() as work:
            assert work.outbox_admin.count(["failed"]) == 6

    @pytest.mark.parametrize("step", ["MAIL", "RCPT", "END"])
    def test_a_server_that_closes(self, sender, provider, step):
        """421 is the relay's trouble at each step."""
        provider.replies[step] = "421 4.3.2 going down"
        sender.send()
        assert set(sender.states()) == {"waiting"}
        assert provider.count["MAIL"] <= 8
        provider.replies.clear()
        sender.send(minutes=2)
        assert all_sent(sender, provider)

    def test_a_mail_that_brings_the_relay_into_trouble(self, sender, provider):
        """The mails behind it are sent all the same, although it is the oldest."""
        provider.replies["RCPT", ADDRESSES[0]] = "421 4.3.0 trouble"
        for _ in range(4):
            sender.send(minutes=1)
        assert sender.states() == ["waiting", *["sent"] * 5]


def limit(provider, clock, per_minute, reply):
    """Makes the server refuse recipients beyond so many in a minute."""
    accepted = []

    def refuse(_recipient):
        if sum(at > clock.now() - timedelta(minutes=1) for at in accepted) >= per_minute:
            return reply
        return accepted.append(clock.now())

    provider.replies["RCPT"] = refuse


class TestPace:
    @pytest.mark.parametrize(
        "reply",
        [
            "450 4.7.1 Too many messages in a minute",
            "421 4.7.0 Too many messages, slow down",
            "550 5.4.5 Daily user sending limit exceeded",
            "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException",
        ],
    )
    def test_a_limit_that_nobody_set(self, site, sender, provider, reply):
        """A server that takes two a minute gets fewer, until all are sent; none is counted."""
        limit(provider, site.clock, 2, reply)
        for _ in range(60):
            sender.send(minutes=1)
            if len(provider.mails) == len(ADDRESSES):
                break
        assert all_sent(sender, provider)
        assert provider.count["MAIL"] < 6 + 10
        assert list(sender.failures()) == ["rate"]

    def test_a_limit_that_is_set(self, site, sender, provider):
        """PBM_RELAY_PER_MINUTE is kept to, also by another process after a restart."""
        limit(provider, site.clock, 4, "450 4.7.1 Too many messages in a minute")
        site.queue.limits = SendingLimits(per_minute=4)
        sender.send()
        assert len(provider.mails) == 4
        sender.start()
        sender.send(seconds=59)
        assert len(provider.mails) == 4
        sender.send(seconds=2)
        assert all_sent(sender, provider)
        assert provider.count["MAIL"] == 6

    def test_the_limit_of_a_day(self, site, sender, provider):
        """PBM_RELAY_PER_DAY holds for any 24 hours; the last tenth is for replies."""
        site.queue.limits = SendingLimits(per_day=10)
        sender.queue(*ADDRESSES)
        sender.send()
        assert len(provider.mails) == 9
        sender.queue("zoe@example.org", automatic="auto-replied")
        sender.start()
        sender.send(hours=23)
        assert [mail[1] for mail in provider.mails[9:]] == ["zoe@example.org"]
        sender.send(minutes=59)
        assert len(provider.mails) == 10
        sender.send(minutes=2)
        assert set(sender.states()) == {"sent"}

    @pytest.mark.parametrize("limits", [SendingLimits(per_minute=4), SendingLimits(per_day=10)])
    def test_a_clock_that_was_ahead(self, site, sender, provider, limits):
        """What was sent while the clock was a year ahead doesn't hold up mail for a year."""
        site.queue.limits = limits
        sender.send(days=365)
        before = len(provider.mails)
        site.clock.forward(days=-365)
        sender.queue("zoe@example.org")
        sender.start()
        sender.send()
        assert "zoe@example.org" in [mail[1] for mail in provider.mails[before:]]

    def test_the_pace_recovers(self, site, sender, provider, capsys):
        """It is told once that the rate is halved; twenty minutes later nothing holds it back."""
        limit(provider, site.clock, 4, "450 4.7.1 rate limit exceeded")
        for _ in range(5):
            sender.send(minutes=1)
        provider.replies.clear()
        assert capsys.readouterr().err.count("the relay is limiting our sending rate") == 1
        sender.send(minutes=20)
        sender.queue(*ADDRESSES)
        sender.send(seconds=1)
        assert set(sender.states()) == {"sent"}


@pytest.mark.slow
class TestDovecot:
    """Debian's Dovecot as the provider, with a mail server behind it."""

    @pytest.mark.parametrize("scheme", ["submission", "submissions"])
    def test_a_wrong_password_and_the_right_one(self, site, tmp_path, monkeypatch, scheme):
        """Nothing is lost or counted while the password is wrong; a fixed file sends all."""
        with sink() as server, dovecot(relay=server.port) as provider:
            monkeypatch.setenv("SSL_CERT_FILE", str(provider.ca_file))
            submission = SimpleNamespace(port=provider.ports[scheme.upper()], run=server.run)
            sender = Sender(site, submission, tmp_path, scheme)
            sender.password_file.write_text("wrong\n")
            sender.send()
            assert set(sender.states()) == {"waiting"}
            assert list(sender.failures()) == ["login"]
            sender.password_file.write_text(f"{PASSWORD}\n")
            sender.send(seconds=1)
            assert set(sender.states()) == {"sent"}
            assert sorted(mail[1] for mail in server.mails) == sorted(ADDRESSES)

    def test_a_server_behind_it_that_is_away(self, site, tmp_path, monkeypatch):
        """Dovecot hangs up after each login: mails wait, and no try counts."""
        with dovecot() as provider:
            monkeypatch.setenv("SSL_CERT_FILE", str(provider.ca_file))
            submission = SimpleNamespace(port=provider.ports["SUBMISSION"], run=asyncio.run)
            sender = Sender(site, submission, tmp_path)
            for _ in range(3):
                sender.send(minutes=1)
            assert set(sender.states()) == {"waiting"}
