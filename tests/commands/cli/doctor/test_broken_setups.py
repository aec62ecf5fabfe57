"""Broken set-ups: `pbm doctor` tells the cause of each in its first line, and advises well."""

import os
import socket
import sqlite3
import time
from datetime import timedelta

import pytest

from commands.cli.doctor.round_trip import round_trip
from pbm.clock import SystemClock
from tests.support.certificates import Authority
from tests.support.dovecot import PASSWORD, USER, dovecot
from tests.support.smtp_sink import sink

SIGNUP = ("signup", "alice", "pw1-alice", "alice@example.org")


@pytest.fixture(scope="module")
def provider():
    """A provider of mailboxes."""
    with dovecot() as made:
        yield made


class Setup:
    """A folder with a pbm.toml, for a server with a mailbox and a relay."""

    def __init__(self, folder, shell):
        self.folder, self.shell = folder, shell
        self.lines = {"address": USER, "admin": "me@example.org"}

    def mailbox(self, port, *, password=PASSWORD, host="127.0.0.1", path=""):
        self.secret("mailbox-password", password)
        user = USER.replace("@", "%40")
        self.lines["mailbox"] = f"imaps://{user}@{host}:{port}{path}"
        self.lines["mailbox_password_file"] = "mailbox-password"

    def relay(self, port, scheme="smtp", *, password=""):
        user = f"{USER.replace('@', '%40')}@" if password else ""
        self.lines["relay"] = f"{scheme}://{user}127.0.0.1:{port}"
        if password:
            self.secret("relay-password", password)
            self.lines["relay_password_file"] = "relay-password"

    def secret(self, name, text, mode=0o600):
        (self.folder / name).write_text(f"{text}\n")
        (self.folder / name).chmod(mode)

    def examine(self, *words):
        """Returns the first line of what the doctor says; something must be broken."""
        text = "\n".join(f'{name} = "{value}"' for name, value in self.lines.items())
        (self.folder / "pbm.toml").write_text(text)
        status, out, err = self.shell("doctor", *words)
        assert (status, err) == (1, ""), out
        assert PASSWORD not in out
        return out.splitlines()[0]


@pytest.fixture
def setup(tmp_path, shell):
    """A set-up that a test breaks."""
    return Setup(tmp_path, shell)


@pytest.fixture
def trusted(provider, monkeypatch):
    """The provider, whose certificate this machine trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(provider.ca_file))
    return provider


def closed_port():
    """Returns a port at which nobody listens."""
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return made.getsockname()[1]


class TestMailbox:
    def test_a_wrong_password(self, setup, trusted):
        """The mailbox refuses the login."""
        setup.mailbox(trusted.ports["IMAPS"], password="wrong-one")
        first = setup.examine()
        assert first.startswith("broken: mailbox: 127.0.0.1 (port ")
        assert f"rejected the login for {USER}" in first
        status, out, _ = setup.shell("doctor", "--json")
        assert status == 1
        assert "wrong-one" not in first + out

    def test_a_certificate_that_is_not_trusted(self, setup, provider):
        """No password is sent."""
        setup.mailbox(provider.ports["IMAPS"])
        assert "the server's certificate isn't valid" in setup.examine()

    def test_a_closed_port(self, setup):
        """Nobody listens there."""
        setup.mailbox(port := closed_port())
        first = setup.examine()
        assert (
            first
            == f"broken: mailbox: 127.0.0.1 (port {port}) can't be reached: Connection refused."
        )

    def test_a_host_that_is_unknown(self, setup, monkeypatch):
        """Its name isn't in the DNS."""

        def no_name(*_, **__):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

        monkeypatch.setattr("socket.getaddrinfo", no_name)
        setup.mailbox(993, host="imap.invalid")
        first = setup.examine()
        assert first.startswith("broken: mailbox: imap.invalid (port 993) can't be reached: Name")

    def test_a_missing_folder(self, setup, trusted):
        """The folder that PBM_MAILBOX names isn't there."""
        setup.mailbox(trusted.ports["IMAPS"], path="/Games")
        assert setup.examine() == "broken: mailbox: The mailbox has no folder Games."

    @pytest.mark.slow
    def test_a_server_that_cannot_file(self, setup, monkeypatch):
        """Without MOVE and UIDPLUS nothing can be filed without deleting what others flagged."""
        with dovecot(capabilities="IMAP4rev1 AUTH=PLAIN IDLE NAMESPACE") as made:
            monkeypatch.setenv("SSL_CERT_FILE", str(made.ca_file))
            setup.mailbox(made.ports["IMAPS"])
            assert "supports neither MOVE nor UIDPLUS" in setup.examine()

    @pytest.mark.slow
    def test_plus_addresses_that_are_dropped(self, setup, trusted, monkeypatch):
        """Replies would be lost: PBM_REPLIES=reference is advised, and then nothing is broken."""

        def deliver(sender, recipient, content):
            if "+" not in recipient:
                trusted.deliver(sender, content, to=recipient)

        monkeypatch.setattr(round_trip, "WAIT_SECONDS", 0)
        with sink(deliver=deliver) as relay:
            setup.mailbox(trusted.ports["IMAPS"])
            setup.relay(relay.port)
            setup.lines["replies"] = "address"
            first = setup.examine()
            assert first.startswith("broken: round trip: Mail to plus addresses, such as pbm+...@")
            text = (setup.folder / "pbm.toml").read_text().replace('"address"', '"reference"')
            (setup.folder / "pbm.toml").write_text(f'{text}\nenvelope_sender = "address"\n')
            assert setup.shell("doctor")[0] == 0
        assert trusted.mails() == {}

    @pytest.mark.slow
    def test_plus_addresses_that_the_relay_refuses(self, setup, trusted, monkeypatch):
        """It is told at once, and PBM_REPLIES=reference alone is enough."""
        monkeypatch.setattr(round_trip, "WAIT_SECONDS", 0)

        def refuse(recipient):
            return "550 5.1.1 mailbox unavailable" if "+" in recipient else ""

        with sink(RCPT=refuse, deliver=lambda s, r, c: trusted.deliver(s, c, to=r)) as relay:
            setup.mailbox(trusted.ports["IMAPS"])
            setup.relay(relay.port)
            assert "Mail to plus addresses, such as pbm+...@" in setup.examine()
            with (setup.folder / "pbm.toml").open("a") as file:
                file.write('\nreplies = "reference"\n')
            assert setup.shell("doctor")[0] == 0
        assert trusted.mails() == {}

    @pytest.mark.slow
    def test_mail_that_does_not_come_back(self, setup, trusted, monkeypatch):
        """The relay takes it, and it is lost."""
        monkeypatch.setattr(round_trip, "WAIT_SECONDS", 0)
        with sink() as relay:
            setup.mailbox(trusted.ports["IMAPS"])
            setup.relay(relay.port)
            first = setup.examine()
        assert first.startswith(f"broken: round trip: The relay accepted a test email to {USER}")

    @pytest.mark.slow
    def test_mail_that_is_taken_for_spam(self, setup, trusted, monkeypatch):
        """The provider puts it into another folder, which is named."""

        def deliver(_sender, _recipient, content):
            with trusted.client() as client:
                if not client.folder_exists("Junk"):
                    client.create_folder("Junk")
                client.append("Junk", content)

        monkeypatch.setattr(round_trip, "WAIT_SECONDS", 0)
        with sink(deliver=deliver) as relay:
            setup.mailbox(trusted.ports["IMAPS"])
            setup.relay(relay.port)
            first = setup.examine()
        assert first.startswith(
            "broken: round trip: A test email arrived in the folder Junk of the mailbox"
        )

    @pytest.mark.slow
    def test_a_clock_that_differs_from_the_mailbox(self, setup, trusted, monkeypatch):
        """The arrival of a mail tells the time of the mailbox's server."""
        now = SystemClock.now
        with sink(deliver=lambda s, r, c: trusted.deliver(s, c, to=r)) as relay:
            setup.mailbox(trusted.ports["IMAPS"])
            setup.relay(relay.port)
            monkeypatch.setattr(SystemClock, "now", lambda self: now(self) + timedelta(days=2))
            first = setup.examine()
        assert first.startswith("broken: round trip: This machine's clock shows ")


class TestRelay:
    def test_it_wants_a_login(self, setup):
        """A relay that asks for AUTH, and a PBM_RELAY without a user."""
        with sink(password=PASSWORD) as relay:
            setup.relay(relay.port)
            first = setup.examine()
        assert first.startswith("broken: relay: The relay requires a login: MAIL FROM:<")
        assert "530 5.7.0" in first

    def test_it_refuses_the_login(self, setup):
        """The password is wrong."""
        with sink(password=PASSWORD) as relay:
            setup.relay(relay.port, password="wrong-one")
            first = setup.examine()
        assert f"rejected the login for {USER}: 535" in first
        assert "wrong-one" not in first

    def test_it_has_trouble_with_logins(self, setup):
        """A temporary failure of its own isn't a wrong password."""
        reply = "454 4.7.0 Temporary authentication failure"
        with sink(password=PASSWORD, AUTH=reply) as relay:
            setup.relay(relay.port, password=PASSWORD)
            first = setup.examine()
        assert f"temporarily rejected the login for {USER}: 454 4.7.0" in first

    def test_it_refuses_the_null_sender(self, setup):
        """Providers want an address."""
        with sink(MAIL="501 5.5.4 Invalid null sender") as relay:
            setup.relay(relay.port)
            setup.lines["envelope_sender"] = "null"
            first = setup.examine()
        assert "PBM_ENVELOPE_SENDER=null: MAIL FROM:<> was refused: 501" in first

    def test_its_certificate_is_not_trusted(self, setup, tmp_path):
        """No password is sent."""
        tls = Authority(tmp_path).tls()
        with sink(tls=tls, implicit=True, password=PASSWORD) as relay:
            setup.relay(relay.port, "submissions", password=PASSWORD)
            first = setup.examine()
        assert first.startswith("broken: relay: TLS with 127.0.0.1 (port ")
        assert relay.count["AUTH"] == 0

    def test_it_limits_the_pace(self, setup):
        """Too many mails are no fault of anybody: it is told, and nothing is broken."""
        with sink(MAIL="450 4.7.1 Too many messages, slow down") as relay:
            setup.relay(relay.port)
            setup.lines["address"] = "pbm@club.internal"
            text = "\n".join(f'{name} = "{value}"' for name, value in setup.lines.items())
            (setup.folder / "pbm.toml").write_text(text)
            status, out, _ = setup.shell("doctor")
        assert status == 0
        assert "The relay isn't accepting any more emails at the moment" in " ".join(out.split())

    def test_a_closed_port(self, setup):
        """Nobody listens there."""
        setup.relay(port := closed_port())
        first = setup.examine()
        assert first.startswith(f"broken: relay: 127.0.0.1 (port {port}) refused the connection")


class TestFiles:
    def test_a_missing_password_file(self, setup):
        """The file that PBM_MAILBOX_PASSWORD_FILE names isn't there."""
        setup.mailbox(closed_port())
        (setup.folder / "mailbox-password").unlink()
        assert setup.examine("--offline") == (
            "broken: secrets: mailbox-password can't be read: No such file or directory."
        )

    def test_a_password_that_all_may_read(self, setup):
        """It is fixed on demand."""
        setup.mailbox(closed_port())
        setup.secret("mailbox-password", PASSWORD, 0o644)
        assert setup.examine("--offline") == (
            "broken: secrets: Every user of this machine can read the secrets in mailbox-password."
        )
        assert setup.shell("doctor", "--offline", "--fix")[0] == 0
        assert (setup.folder / "mailbox-password").stat().st_mode & 0o777 == 0o640

    def test_settings_with_a_password_that_all_may_read(self, setup):
        """A database's URL in pbm.toml may hold one, which is never shown."""
        setup.lines["database"] = f"postgresql+psycopg://pbm:{PASSWORD}@127.0.0.1:1/pbm"
        (setup.folder / "pbm.toml").touch(0o644)
        assert setup.examine("--offline").startswith(
            "broken: secrets: Every user of this machine can read the secrets in pbm.toml"
        )

    def test_a_database_of_a_newer_pbm(self, setup):
        """It is left as it is."""
        setup.shell(*SIGNUP)
        with sqlite3.connect("pbm-data/pbm.db") as database:
            database.execute("UPDATE alembic_version SET version_num = '9999'")
            database.execute("UPDATE identity SET oldest_schema_version = '9999'")
        database.close()
        del setup.lines["address"]
        first = setup.examine("--offline")
        assert first == (
            "broken: database: The database can't be opened: the tables (version 9999) are from a "
            "newer version of pbm."
        )
        report = " ".join(setup.shell("doctor", "--offline")[1].split())
        assert "Install the newer version of pbm again" in report

    def test_a_full_disk(self, setup, monkeypatch):
        """Nothing can be written into the folder of the data."""

        def full(**_):
            raise OSError(28, "No space left on device")

        setup.shell(*SIGNUP)
        monkeypatch.setattr("commands.server.health.disk_space.NamedTemporaryFile", full)
        del setup.lines["address"]
        first = setup.examine("--offline")
        assert first.startswith("broken: disk: pbm can't write to ")
        assert "No space left on device" in first

    def test_a_clock_that_is_behind(self, setup):
        """What was stored bears a later time."""
        setup.shell(*SIGNUP)
        later = time.time() + 86_400
        os.utime("pbm-data/last-commit", (later, later))
        del setup.lines["address"]
        first = setup.examine("--offline")
        assert first.startswith("broken: clock: This machine's clock is wrong: it shows ")


class TestSettings:
    def test_a_name_with_a_typo(self, setup):
        """The right one is suggested, and the other checks run."""
        setup.lines["adress"] = USER
        first = setup.examine("--offline")
        assert first.startswith('broken: settings: pbm.toml: the setting "adress" doesn\'t exist.')
        assert "address" in first

    def test_a_file_that_is_not_toml(self, setup):
        """Its line is told; what needs no setting is checked."""
        setup.lines['address"'] = USER
        first = setup.examine("--offline")
        assert first.startswith("broken: settings: pbm.toml can't be read: ")

    def test_a_mailbox_without_a_password(self, setup, findings):
        """What depends on it is left out, with the reason; the rest is checked."""
        setup.lines["mailbox"] = "imaps://me@127.0.0.1"
        first = setup.examine("--offline")
        assert first.startswith(
            "broken: settings: PBM_MAILBOX: the user's password is missing: set"
        )
        _, found = findings("--offline")
        assert found["relay"]["state"] == "ok"
        assert "PBM_MAILBOX" in found["mailbox"]["reason"]


# The doctor doesn't complain of what it has advised itself.


def put(monkeypatch, **settings):
    for name, value in settings.items():
        monkeypatch.setenv(f"PBM_{name.upper()}", value)


def test_a_private_server_without_mail_has_nothing_to_consider(findings):
    """All defaults: mails go into a Maildir."""
    status, found = findings()
    assert status == 0
    assert {each["state"] for each in found.values() if "state" in each} == {"ok"}


@pytest.mark.parametrize("sender", ["verp", "null"])
def test_an_advised_sender_is_taken(findings, monkeypatch, sender):
    """A relay that refuses the null sender takes the address that is advised."""
    put(monkeypatch, address="pbm@club.internal", admin="me@example.org", envelope_sender=sender)
    with sink(MAIL=lambda address: "" if address else "501 5.5.4 no null sender") as relay:
        put(monkeypatch, relay=f"smtp://127.0.0.1:{relay.port}")
        assert (found := findings()[1]["relay"])["state"] == "broken"
        assert found["advice"] == "Set PBM_ENVELOPE_SENDER=address."
        put(monkeypatch, envelope_sender="address")
        assert findings()[1]["relay"]["state"] == "ok"


def test_an_advised_login_is_taken(findings, monkeypatch, tmp_path):
    """A relay that wants a login takes the one that is advised."""
    put(monkeypatch, address="pbm@club.internal", admin="me@example.org")
    with sink(password=PASSWORD) as relay:
        put(monkeypatch, relay=f"smtp://127.0.0.1:{relay.port}")
        found = findings()[1]["relay"]
        assert "PBM_RELAY_PASSWORD_FILE" in found["advice"]
        (tmp_path / "password").write_text(PASSWORD)
        (tmp_path / "password").chmod(0o600)
        user = USER.replace("@", "%40")
        put(monkeypatch, relay=f"smtp://{user}@127.0.0.1:{relay.port}")
        put(monkeypatch, relay_password_file="password")
        found = findings()[1]
        assert found["relay"]["state"] == "ok"
        assert found["secrets"]["state"] == "ok"
        put(monkeypatch, mailbox=f"imaps://{user}@127.0.0.1:1", mailbox_password_file="password")
        text = findings("--offline")[1]["secrets"]["text"]
        assert text.startswith("The secrets in password are protected")


def test_an_advised_admin_is_taken(findings, monkeypatch):
    """PBM_ADMIN is asked for where mail leaves, and not once it is set."""
    put(monkeypatch, address="pbm@club.internal")
    with sink() as relay:
        put(monkeypatch, relay=f"smtp://127.0.0.1:{relay.port}")
        assert findings()[1]["admin"]["state"] == "consider"
        put(monkeypatch, admin="me@example.org")
        assert findings()[1]["admin"]["state"] == "ok"
