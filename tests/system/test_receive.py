"""`pbm receive` beside a running server, as a mail server's pipe starts it."""

import socket
import subprocess
import sys
from contextlib import closing

import pytest

from tests.support.server_process import Server
from tests.support.site import PLAYERS, simple_mail
from tests.support.waiting import TIMEOUT_SECONDS, wait_for

pytestmark = pytest.mark.slow

ALICE = PLAYERS["alice"][1]
LONGER_THAN_A_PIPE = b"\n" * 100_000


def receive(server, content):
    """Returns the exit status and all output of the program."""
    done = subprocess.run(
        [sys.executable, "-m", "commands", "receive", "--from", ALICE],
        cwd=server.folder,
        env=server.environment,
        input=content,
        capture_output=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    return done.returncode, (done.stdout + done.stderr).decode()


def signup(name="alice"):
    return simple_mail(ALICE, f"signup {name} {PLAYERS['alice'][0]}", Message_ID=f"<{name}@x>")


def taken(server):
    """Returns how many mails the server has taken."""
    return server.log().count("event='mail in'")


def has_socket(server):
    return (server.data / "receive").is_socket()


def test_the_server_takes_it(tmp_path):
    """Also where nothing else may listen; a mail that comes twice, by either way, acts once."""
    with closing(Server(tmp_path, smtp_port="off")) as server:
        server.launch()
        wait_for(lambda: has_socket(server), "the socket")
        for _ in range(2):
            assert receive(server, signup()) == (0, "")
        assert taken(server) == 2
        server.expect(1)
        assert server.stop() == 0
        assert not has_socket(server)
        assert receive(server, signup()) == (0, "")
        assert taken(server) == 2
        assert len(server.mails()) == 1


def test_a_mail_that_is_cut_off_is_none(servers):
    """A program that was killed while it sent its mail has sent nothing: it comes again."""
    server = servers()
    with socket.socket(socket.AF_UNIX) as killed:
        killed.connect(str(server.data / "receive"))
        killed.sendall(b"0 %d\n" % len(signup()) + signup()[:-1])
    assert receive(server, signup("bob")) == (0, "")
    assert taken(server) == 1
    assert server.stop() == 0


def test_the_process_is_killed(servers):
    """Its place is taken by another one, which takes the mails that waited meanwhile."""
    server = servers()
    server.kill_smtp_process()
    assert receive(server, signup()) == (0, "")
    assert taken(server) == 1
    assert server.stop() == 0


def test_the_server_is_stopped_without_an_answer(servers):
    """A server that is killed before its answer brings 75, and the mail acts once when it comes."""
    server = servers()
    smtp = server.smtp_process()
    smtp.suspend()
    waiting = subprocess.Popen(
        [sys.executable, "-m", "commands", "receive", "--from", ALICE],
        cwd=server.folder,
        env=server.environment,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    waiting.stdin.write(signup() + LONGER_THAN_A_PIPE)  # read once it is connected
    waiting.stdin.close()
    server.close()
    assert waiting.wait(TIMEOUT_SECONDS) == 75
    assert b"try again" in waiting.stderr.read()
    assert receive(server, signup()) == (0, "")
    waiting.stderr.close()
