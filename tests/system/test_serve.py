"""`pbm serve` as it runs: its processes, and real SMTP."""

import os
import pty
import re
import signal
import smtplib
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress

import psutil
import pytest

from commands.server.delivery_process import DeliveryProcess
from commands.server.processes.fork_server import ForkServer
from commands.server.smtp.listeners import listen_addresses
from commands.settings import Settings
from tests.support.postfix import free_port
from tests.support.server_process import Server, ended
from tests.support.site import PLAYERS, simple_mail, text_of
from tests.support.smtp_sink import sink
from tests.support.waiting import TIMEOUT_SECONDS, wait_for

GAME = [
    ("alice", "a1-c5#1"),
    ("bob", "e7-c3#2"),
    ("alice", "c1-g3#3"),
    ("bob", "g7-e3#4"),
    ("alice", "g1-e5#5"),
]


def test_a_game_by_mail(servers):
    """A game runs from sign-up to its end, and leaves no secrets behind."""
    server = servers()
    server.sign_up_and_challenge()
    for played, (name, move) in enumerate(GAME, 1):
        content = server.move(name, move, "Good luck.")
        server.expect(4 + 2 * played)
        server.deliver(PLAYERS[name][1], content)
    server.send("bob", "knightpanic move 101 bob Wr0ng a1-c5")
    server.send("bob", "knightpanic nonsense Yb%0b-Yes", "signup Yb%0b-Yes Yb%0b-Yes")
    mails = server.expect(16)
    assert server.stop() == 0

    said = [text_of(mail) for mail in mails]
    assert sum("Game won by alice." in text for text in said) == 1
    assert sum("You won." in text for text in said) == 1
    assert {mail["From"] for mail in mails} == {"pbm <pbm@example.net>"}
    assert len({mail["Message-ID"] for mail in mails}) == 16
    _nothing_is_given_away(server)
    _all_is_logged(server, incoming_mails=15, mails=16)


def _nothing_is_given_away(server):
    """Asserts that no password is in the log or a file, and that the key file is private."""
    files = [path for path in server.folder.rglob("*") if path.is_file()]
    assert {"pbm.db", "master-key", "log"} <= {path.name for path in files}
    for path in files:
        content = path.read_bytes()
        for password, _ in PLAYERS.values():
            assert password.encode() not in content, path
    assert (server.data / "master-key").stat().st_mode & 0o777 == 0o600


def _all_is_logged(server, *, incoming_mails, mails):
    """Asserts that the log has one line for each mail in and out."""
    lines = server.log().splitlines()
    assert sum("event='mail in'" in line for line in lines) == incoming_mails
    assert sum("event='mail out'" in line for line in lines) == mails
    assert sum("seen before" in line for line in lines) == 5
    assert all(line.startswith("timestamp='") for line in lines)


@pytest.mark.slow
def test_no_sender_forges_log_lines(servers):
    """Any mail is one line of the log, without escapes."""
    server = servers()
    forged = "timestamp='0' level='info' event='mail out' to='x'"
    id = f"<1@x>\r\n {forged}\x1b[31m"
    content = f"Message-ID: {id}\r\nSubject: help\n{forged}\r\r\n\x1b[2J\u202e\r\n{forged}\r\n"
    for sender in ("a@b.c", f'"{forged}"@b.c', "a\u00a0b@b.c", "MAILER-DAEMON@b.c"):
        with suppress(smtplib.SMTPSenderRefused):
            server.deliver(sender, content.encode())
    server.deliver("a@b.c", b"Subject: x\r\n" * 10_000 + b"\r\n")
    server.deliver("a@b.c", b"Message-ID: <last@x>\r\nSubject: help\r\n\r\n")
    wait_for(lambda: "last@x" in server.log())
    assert server.stop() == 0
    lines = server.log().splitlines()
    assert all(re.match(r"timestamp='20[^']+' level='info' event='", line) for line in lines)
    assert server.log().replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("number", "group"),
    [(signal.SIGTERM, False), (signal.SIGINT, True)],
    ids=["SIGTERM", "Ctrl-C"],
)
@pytest.mark.slow
def test_it_stops_cleanly(servers, number, group):
    """It exits with status 0 without processes or traceback, and idle clients are told."""
    server = servers()
    with smtplib.SMTP("127.0.0.1", server.port, local_hostname="client") as client:
        client.ehlo()
        assert server.stop(number, group=group) == 0
        assert client.getreply()[0] == 421
        client.close()
    assert "Traceback" not in server.log()
    assert server.log().splitlines()[-1].endswith("event='stopped'")


@pytest.mark.slow
def test_a_terminal_is_told_how_to_write_to_it(tmp_path):
    """There the log has short lines, and the last before Ctrl-C says where mail comes and goes."""
    server = Server(tmp_path, smtp_port=free_port())
    terminal, theirs = pty.openpty()
    os.set_blocking(terminal, False)
    words = [sys.executable, "-m", "commands", "serve"]
    with subprocess.Popen(words, cwd=tmp_path, env=server.environment, stderr=theirs) as process:
        shown = bytearray()
        wait_for(lambda: b"Press Ctrl-C to stop" in read_into(shown, terminal), "its terminal")
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0
    lines = shown.decode().splitlines()
    port = server.settings["PBM_SMTP_PORT"]
    assert lines[-1] == (
        f"Ready. Send emails to pbm@example.net by SMTP at 127.0.0.1:{port}. "
        "Outgoing emails go to pbm-data/outbox. Press Ctrl-C to stop."
    )
    assert re.fullmatch(
        rf"[\d:]{{8}} listening host='127.0.0.1' port={port} data='pbm-data'", lines[-2]
    )


def read_into(shown, terminal):
    """Adds what a terminal shows meanwhile; returns all of it."""
    with suppress(BlockingIOError):
        shown += os.read(terminal, 1 << 16)
    return shown


@pytest.mark.slow
def test_it_checks_the_clocks(servers):
    """At the start of the server an overdue player forfeits, and both are told."""
    server = servers()
    for name in ("alice", "bob"):
        server.send(name, f"signup {name} Xa!11ce-X")
    server.send("alice", "knightpanic challenge --forfeittime=1 alice bob")
    server.expect(4)
    assert server.stop() == 0
    with closing(sqlite3.connect(server.data / "pbm.db")) as database, database:
        early = "2026-01-01 00:00:00.000000"
        database.execute("update board set turn = ?, due = ?", (early, early))
    server.start()
    mails = server.expect(6)
    assert (
        sum("alice didn't move by Fri 2 Jan 2026, 00:00 UTC" in text_of(mail) for mail in mails)
        == 2
    )
    assert server.stop() == 0
    assert "Traceback" not in server.log()


@pytest.mark.slow
def test_a_crash_loses_nothing(servers):
    """After kill -9 the delivery process sends its mails and ends; a new server goes on."""
    server = servers()
    server.sign_up_and_challenge()
    content = server.move(*GAME[0])
    children = server.processes()
    server.process.kill()
    server.process.wait(TIMEOUT_SECONDS)
    wait_for(lambda: all(map(ended, children)), "the worker's end")
    server.expect(6)

    server.start()
    server.deliver(PLAYERS["alice"][1], content)
    for name, move in GAME[1:]:
        server.move(name, move)
    said = [text_of(mail) for mail in server.expect(14)]
    assert sum("Game won by alice." in text for text in said) == 1
    assert sum("You won." in text for text in said) == 1
    assert server.stop() == 0
    assert server.log().count("seen before") == 1


@pytest.mark.slow
def test_lmtp_through_a_unix_socket(servers, tmp_path):
    """It works as for Postfix, with replies to addresses with a +; the file goes at the end."""
    path = tmp_path / "lmtp"
    server = servers(lmtp=f"unix:{path}")
    content = simple_mail(PLAYERS["alice"][1], f"signup alice {PLAYERS['alice'][0]}")
    with smtplib.LMTP(str(path), local_hostname="mta") as client:
        refused = client.sendmail("alice@example.org", ["pbm+x@example.net", "a@b.c"], content)
    assert set(refused) == {"a@b.c"}
    server.expect(1)
    assert path.stat().st_mode & 0o777 == 0o660
    assert server.stop() == 0
    assert not path.exists()


@pytest.mark.slow
def test_a_silent_relay_holds_up_no_mails_and_a_dead_worker_no_mails(servers):
    """Leased mails of a killed delivery process are sent by the next one at once, and once."""
    with sink(END=["silence"]) as relay:
        server = servers(relay=f"smtp://127.0.0.1:{relay.port}")
        server.send("alice", "signup alice PASSWORD")
        wait_for(lambda: relay.count["END"], "the leased mail")
        server.send("bob", "signup bob PASSWORD")
        killed = server.worker()
        killed.kill()
        wait_for(lambda: len(relay.mails) == 2, "2 mails")
        assert server.stop() == 0
    assert sorted(recipient for _, recipient, _ in relay.mails) == [
        "alice@example.org",
        "bob@example.com",
    ]
    assert server.log().count("delivery process died") == 1


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"tls_certificate": "log"}, "set both PBM_TLS_CERTIFICATE and PBM_TLS_KEY"),
        ({"tls_certificate": "missing", "tls_key": "log"}, "missing"),
        ({"tls_certificate": "log", "tls_key": "log"}, "aren't a matching certificate and key"),
        ({"lmtp": "unix:log"}, "isn't a socket"),
        ({"lmtp": "log"}, "use unix:PATH or HOST:PORT"),
        ({"database": "mysql://user:s3cret@host/pbm"}, "PBM_DATABASE"),
        ({"database": "s3cret"}, "PBM_DATABASE"),
        ({"database": "sqlite:////no/such/folder/pbm.db"}, "database"),
        ({"data": "log"}, "log"),
        ({"site": "pbm-data/www"}, "can't be used for the site"),
        ({"smtp_host": "no host"}, "listen"),
    ],
)
def test_bad_settings(shell, tmp_path, monkeypatch, settings, said):
    """The exit status is 2, and a sentence without secrets says what is wrong."""
    (tmp_path / "log").touch()
    for name, value in {"smtp_port": "0", **settings}.items():
        monkeypatch.setenv(f"PBM_{name.upper()}", value)
    status, _, errors = shell("serve")
    assert status == 2
    assert said in errors
    assert "Traceback" not in errors
    assert "s3cret" not in errors


def test_without_smtp(tmp_path):
    """If only pbm receive takes mail, no port is open."""
    settings = Settings(data=tmp_path, smtp_port="off")
    assert settings.smtp_port is None
    assert not settings.listens
    assert [protocol for protocol, _ in listen_addresses(settings)] == ["pipe"]


@pytest.mark.slow
def test_a_busy_delivery_worker_holds_up_nobody(tmp_path):
    """Waking it repeatedly doesn't block, so mails are still taken."""
    fork_server = ForkServer()
    delivery = DeliveryProcess(Settings(data=tmp_path), fork_server, "a server", lambda: True)
    delivery.check()
    process = psutil.Process(delivery.child.pid)
    os.kill(delivery.child.pid, signal.SIGSTOP)
    for _ in range(20_000):
        delivery.wake()
    os.kill(delivery.child.pid, signal.SIGCONT)
    delivery.stop()
    wait_for(lambda: ended(process), "its end")
    fork_server.stop()
