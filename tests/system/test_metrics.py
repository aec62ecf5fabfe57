"""The log and the metrics of a real server: all kinds of events, and nothing that is secret."""

import json
import re
import shutil
import smtplib
import socket
import sqlite3
import subprocess
import urllib.error
import urllib.request
from contextlib import closing, suppress

import pytest
from prometheus_client.parser import text_string_to_metric_families

from commands.language import registry
from pbm.games import games
from tests.support.sandbox import takes_filters
from tests.support.server_process import LISTENING, Server, ended
from tests.support.site import PLAYERS
from tests.support.smtp_sink import sink
from tests.support.waiting import wait_for

pytestmark = pytest.mark.slow  # real processes, checked every two seconds

SECRETS = ("Tr0ub4dor-3", *(password for password, _ in PLAYERS.values()))
NOTATION = re.compile(r"datetime\.|timedelta|<[\w.]+( object)? at 0x|Path\(|<\w+\.\w+: |Secret\(")
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+")
WITH_ADDRESS = {"sender", "to", "address", "id"}
HARD_BOUNCE = """\
From: MAILER-DAEMON@example.com
To: {to}
Subject: Undelivered
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x

<bob@example.com>: no such user
--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; bob@example.com
Action: failed
Status: 5.1.1

--x--
"""


def free_port():
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        return found.getsockname()[1]


class Running:
    """A server with metrics, and its relay."""

    def __init__(self, folder, sink, **settings):
        self.relay, self.metrics = sink, free_port()
        where = f"smtp://127.0.0.1:{sink.port}"
        settings = {"relay": where, "metrics": f"127.0.0.1:{self.metrics}"} | settings
        self.server = Server(folder, **settings)
        self.server.launch()
        wait_for(self.is_ready, "the server to be ready")

    def is_ready(self):
        try:
            return self.get("/readyz")[0] == 200
        except OSError:
            return False

    def get(self, path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics}{path}") as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def value(self, name, **labels):
        """Returns the value of a metric; 0 if there is none."""
        samples = (
            sample
            for family in text_string_to_metric_families(self.get("/metrics")[1])
            for sample in family.samples
        )
        found = [each.value for each in samples if (each.name, each.labels) == (name, labels)]
        return found[0] if found else 0

    def wait(self, name, value, **labels):
        wait_for(lambda: self.value(name, **labels) == value, f"{name} {labels} to be {value}")

    def wait_for_event(self, event):
        wait_for(lambda: event in self.server.log(), f"the event {event}")

    def signed_sender(self):
        """Returns the signed address from which a mail to bob was sent."""
        to_bob = [sender for sender, to, _ in self.relay.mails if to == PLAYERS["bob"][1]]
        return next(sender for sender in to_bob if "+" in sender)

    def bounce(self):
        """Has a mail to bob come back to the address from which it was sent."""
        address = self.signed_sender()
        self.server.deliver("<>", HARD_BOUNCE.format(to=address).encode(), address)


@pytest.fixture
def run(tmp_path):
    """Starts a server with its relay, and stops it at the end."""
    made = []
    with sink() as relay:

        def start(**settings):
            made.append(Running(tmp_path, relay, **settings))
            return made[-1]

        yield start
        for each in made:
            each.server.close()


def live(running):
    """Has a server see mails, errors and faults of all kinds; returns their events."""
    server, relay = running.server, running.relay
    server.log_file.touch()
    bob = PLAYERS["bob"][1]
    for name in ("alice", "bob"):
        server.send(name, f"signup {name} PASSWORD")
    server.send("alice", "knightpanic challenge alice bob")
    server.send("alice", "knightpanic challenge robot1 alice")
    wait_for(lambda: len(relay.mails) >= 5, "the mails")
    for number in range(6):  # wrong passwords lock the sender out
        server.send("bob", f"knightpanic move 101 alice {SECRETS[0]}{number} a1-c5")
    server.send("bob", f"frobnicate {SECRETS[0]}")
    server.send("alice", f"change password alice PASSWORD {SECRETS[0]} {SECRETS[0]}")
    server.move("alice", "a1-c5")
    running.bounce()
    signed = running.signed_sender()
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        server.deliver(
            "a@b.c", b"Subject: x\r\n\r\n", signed.replace("example.net", "other.example")
        )
    with smtplib.SMTP("127.0.0.1", server.port, local_hostname="client") as client:
        client.docmd(f"AUTH PLAIN {SECRETS[0]}")
        client.docmd(f"{SECRETS[0]} {SECRETS[0]}")
    relay.replies["RCPT", bob] = f"450 4.2.1 <SENDER>: no mailbox now, {signed.upper()} as well"
    server.move("bob", "e7-c3")
    running.wait_for_event("mail deferred")
    relay.replies["RCPT", bob] = "550 5.1.1 <SENDER> to <bob@example.com> refused"
    server.send("bob", "help")
    running.wait_for_event("mail failed")
    _damage_a_mail(server)
    running.wait_for_event("failed to render an email")
    server.children = server.processes()
    next(each for each in server.children if _listens_at(each, running.metrics)).kill()
    running.wait_for_event("metrics process died")


def _listens_at(process, port):
    return any(each.laddr.port == port for each in process.net_connections("inet"))


def _damage_a_mail(server):
    """Makes a mail in the outbox unreadable, with a secret in it."""
    content = f'{{"kind": "plain", "wrong": "{SECRETS[0]}", "to": "{PLAYERS["alice"][1]}"}}'
    with closing(sqlite3.connect(server.data / "pbm.db", timeout=30)) as database, database:
        database.execute(
            "insert into outbox (recipient, message_id, date, said, automatic, thread, board, "
            "state, tries, due, holder, trouble) select recipient, 'damaged', date, ?, automatic, "
            "'', '', 'waiting', 0, date, '', '' from outbox limit 1",
            (content,),
        )


def signed_words(running):
    """Returns the signed parts of all addresses in the mails that were sent."""
    texts = (f"{sender} {content.decode()}" for sender, _, content in running.relay.mails)
    found = {word for text in texts for word in re.findall(r"pbm\+([a-z2-7.]{16,})@", text)}
    assert len(found) > 5
    return found


def test_log_lines_are_plain_and_hold_no_secrets(run):
    """No Python, no password, no token in them; addresses only in the values meant for them."""
    running = run(log="json", log_level="debug")
    live(running)
    assert running.server.stop() == 0
    lines = running.server.log().splitlines()
    assert len(lines) > 40
    text = running.server.log().lower()
    assert not [word for word in SECRETS if word.lower() in text]
    assert not [word for word in signed_words(running) if word.lower() in text]
    for line in lines:
        assert not NOTATION.search(line), line
        values = json.loads(line)
        assert list(values)[:3] == ["timestamp", "level", "event"]
        others = " ".join(str(values[name]) for name in values.keys() - WITH_ADDRESS)
        assert not ADDRESS.search(others.replace("***@", "")), line
    events = {json.loads(line)["event"] for line in lines}
    if not takes_filters():
        events.add("engines may play")
    assert events >= {
        *("listening", "serving metrics", "engines may play", "mail in", "mail out"),
        *("mail deferred", "mail failed", "failed to render an email", "failed logins"),
        *("robot moved", "metrics process died", "client connected", "emails stored"),
        *("emails leased", "search started", "stopping", "stopped"),
    }


def test_metrics_of_a_server(run):
    """All that happened is counted, once, with bounded labels; also by processes that died."""
    running = run()
    live(running)
    wait_for(running.is_ready, "the pages")
    running.wait("pbm_process_restarts_total", 1, process="metrics", reason="died")
    running.wait("pbm_emails_out_total", 1, outcome="failed")
    running.wait("pbm_robot_wait_seconds_count", 1, kind="robot")
    running.wait("pbm_smtp_recipients_refused_total", 1)
    running.wait("pbm_emails_in_total", 1, outcome="bounce")
    running.wait("pbm_bounces_total", 2, kind="hard")  # the failed mail counts as one
    running.wait("pbm_commands_total", 2, verb="signup", outcome="done")
    running.wait("pbm_commands_total", 2, verb="move", outcome="done")
    assert running.value("pbm_moves_total", game="knightpanic") >= 3
    assert running.value("pbm_emails_out_total", outcome="retried") >= 1
    accepted = running.value("pbm_smtp_emails_total", reply="accepted")
    running.wait("pbm_smtp_accept_seconds_count", accepted)
    handled = sum(
        sample.value
        for family in text_string_to_metric_families(running.get("/metrics")[1])
        for sample in family.samples
        if sample.name == "pbm_emails_in_total"
    )
    assert handled == accepted
    before = running.value("pbm_smtp_connections_total")
    assert _first_value_after_kill(running, "pbm_smtp_connections_total") == before
    _kill_smtp_process(running)
    running.wait("pbm_process_restarts_total", 1, process="smtp", reason="died")
    assert running.value("pbm_smtp_connections_total") == before
    wait_for(running.is_ready, "the server to be ready again")
    _check_scrape(running)


def _first_value_after_kill(running, name):
    """Kills the metrics process; returns the first value that the next one tells."""
    processes = running.server.processes()
    killed = next(each for each in processes if _listens_at(each, running.metrics))
    killed.kill()
    wait_for(lambda: ended(killed), "its end")

    def first():
        with suppress(OSError):
            return [running.value(name)]

    (value,) = wait_for(first, "another metrics process")
    return value


def _kill_smtp_process(running):
    server, port = running.server, int(LISTENING.findall(running.server.log())[-1])
    next(each for each in server.processes() if _listens_at(each, port)).kill()


def _check_scrape(running):
    """Asserts that no label names anybody, and that Prometheus has nothing against the scrape."""
    scrape = running.get("/metrics")[1]
    assert not re.search(
        r"alice|bob|@|\+", re.sub(r'e\+\d\d|"\+Inf"|^#.*', "", scrape, flags=re.MULTILINE)
    )
    verbs = {kind.names[0] for kind in registry.commands()} | {"unknown"}
    assert set(re.findall(r'verb="([^"]*)"', scrape)) <= verbs
    assert set(re.findall(r'game="([^"]*)"', scrape)) <= set(games())
    if shutil.which("promtool"):
        words = ["promtool", "check", "metrics"]
        done = subprocess.run(words, input=scrape, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_readiness_tells_of_the_database_and_the_relay(run):
    """A database that is gone makes the server unready, not dead; a relay that is down neither."""
    running = run(relay="smtp://127.0.0.1:9")
    running.server.send("alice", "help")
    wait_for(lambda: "relay: 1 email overdue since" in running.get("/readyz")[1], "the mail")
    assert running.get("/readyz")[0] == 200
    file = running.server.data / "pbm.db"
    file.rename(file.with_name("elsewhere"))
    status, page = running.get("/readyz")
    assert (status, page.splitlines()[:2]) == (
        503,
        ["not ready", "database: pbm-data/pbm.db is missing"],
    )
    assert running.get("/livez") == (200, "live\n")
    with pytest.raises(smtplib.SMTPDataError) as refused:
        running.server.send("alice", "help", Message_ID="<late@sender>")
    assert refused.value.smtp_code == 451
    file.write_bytes(b"")
    wait_for(lambda: "database: pbm.db was replaced" in running.get("/readyz")[1], "that")
    file.with_name("elsewhere").rename(file)
    wait_for(lambda: running.get("/readyz")[0] == 200, "the server to go on")
    running.server.send("alice", "help", Message_ID="<late@sender>")
    assert running.server.stop() == 0
