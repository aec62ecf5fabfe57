"""Emails that a faulty server accepts and a fixed one handles."""

import subprocess
import sys

import pytest

from tests.support.server_process import Server
from tests.support.site import PLAYERS, simple_mail
from tests.support.waiting import TIMEOUT_SECONDS, wait_for

pytestmark = pytest.mark.slow


def admin(server, *words):
    """Returns what `pbm admin mail failed` prints."""
    process = server.shell("admin", "mail", "failed", *words)
    return process.communicate(timeout=TIMEOUT_SECONDS)[0]


def handled(server):
    return server.log().count("outcome='signup: done'")


def test_a_fixed_server_handles_what_a_faulty_one_accepted(servers):
    """The writer gets a note from the one and the answer from the other."""
    server = servers(program="tests.support.faulty_program")
    server.send("alice", "signup alice PASSWORD")
    server.expect(1)
    assert "1 email\n" in admin(server, "list")
    assert server.stop() == 0
    server.program = "commands"
    server.start()
    wait_for(lambda: handled(server) == 1, "the email to be handled")
    server.expect(2)
    assert "0 emails\n" in admin(server, "list")
    assert server.stop() == 0


def test_a_killed_server_loses_nothing(servers):
    """Whatever it accepted is in the database. It is executed once, however often it is tried."""
    server = servers(program="tests.support.faulty_program")
    server.send("alice", "signup alice PASSWORD")
    server.close()
    server.start()
    server.close()
    server.program = "commands"
    server.start()
    wait_for(lambda: handled(server) == 1, "the email to be handled")
    assert server.stop() == 0


def test_pbm_receive_keeps_an_email_without_a_server(tmp_path):
    """Its exit status is 0, so the mail server forgets the email."""
    server = Server(tmp_path, program="tests.support.faulty_program")
    done = subprocess.run(
        [sys.executable, "-m", server.program, "receive", "--from", PLAYERS["alice"][1]],
        cwd=tmp_path,
        env=server.environment,
        input=simple_mail(PLAYERS["alice"][1], "help"),
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 0
    assert "1 email\n" in admin(server, "list")
