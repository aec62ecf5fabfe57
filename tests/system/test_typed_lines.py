"""Lines typed in the shell beside a running server, which runs them."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading

import pytest

from commands.system.local_socket_protocol import BEGUN, LINE, VERSION, WORD, encode
from pbm import __version__
from tests.support.site import PLAYERS
from tests.support.waiting import TIMEOUT_SECONDS

pytestmark = pytest.mark.slow

PROGRAM = """
import atexit, sys
from commands.__main__ import main
atexit.register(lambda: print("commands.cli.lines.shell_lines" in sys.modules, file=sys.stderr))
main()
"""
"""The program, which says at its end whether it ran the line itself."""
SERVER, ITSELF = "False", "True"
ALICE = PLAYERS["alice"][0]
MOVE = ("knightpanic", "move", "101", "alice", ALICE)
SIGNUP = ("signup", "alice", ALICE, "alice@example.org")
NOBODY = 65534
LINES = [
    ("knightpanic", "show", "101"),
    ("knightpanic show 101",),
    ("--json", "knightpanic", "show", "101"),
    ("list",),
    ("knightpanic", "games"),
    ("help",),
    ("help", "knightpanic"),
    (*MOVE, "a1-c4"),
    ("--json", *MOVE, "a1-c4"),
    ("knightpanic", "show"),
    ("knightpanic", "sohw", "101"),
    ("knightpanic", "show", "999"),
    ("knightpanic", "showas", "alice", "wrong-password", "101"),
    ("knightpanic", "show", "\x1b[31mred\u202e\x07"),
    ("knightpanic", "show", "\udcff\udcfe"),
    ("help", "x" * 100_000),
]
LEFT = [
    ("srve",),
    ("--as-admin", "list"),
    ("knightpanic", "solve", "-size=6", "a1-c5"),
    ("knightpanic", "showas", "alice", "-", "101"),
    ("help " + "x" * 100_000,),
    ("knightsdance", "legal", "new", *["e3", "a3", "f5", "b5"] * 300),
]
"""Lines that the program runs itself: what asks, searches, takes long, or is an admin's."""


def start(server, *words, **settings):
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=server.folder,
        env=server.environment | settings,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def result(running, stdin=""):
    """Returns who ran the line, the exit status and what was printed on both outputs."""
    out, err = running.communicate(stdin.encode(), TIMEOUT_SECONDS)
    *said, who = err.decode().splitlines()
    return who, running.returncode, out.decode(), said


def typed(server, *words, stdin="", **settings):
    return result(start(server, *words, **settings), stdin)


def request(*words):
    values = [(VERSION, __version__), *((WORD, word) for word in words)]
    return LINE + encode(values, b"")


def test_answers_and_exit_statuses_are_those_without_a_server(servers, shell):
    """Whatever the words are; what needs a terminal, minutes or an admin isn't handed over."""
    server = servers()
    server.sign_up_and_challenge()
    beside = {line: typed(server, *line) for line in LINES}
    left = {line: typed(server, *line) for line in LEFT}
    assert server.stop() == 0
    for line, (who, status, out, said) in (beside | left).items():
        assert who == (ITSELF if line in left else SERVER), line
        assert (status, out, "".join(f"{each}\n" for each in said)) == shell(*line), line
    assert json.loads(beside[LINES[2]][2])["ok"] is True
    assert beside[LINES[7]][1] == 1
    assert ALICE not in server.log()
    assert "Traceback" not in server.log()


def test_what_it_changes_is_changed_once(servers):
    """The opponent gets the mail; a text comes from standard input, which is read where needed."""
    server = servers()
    server.sign_up_and_challenge()
    assert typed(server, *MOVE, "a1-c5")[:2] == (SERVER, 0)
    server.expect(6)
    assert typed(server, *MOVE, "a1-c5")[:2] == (SERVER, 1)
    said = ("message", "alice", ALICE, "bob")
    assert typed(server, *said)[:2] == (SERVER, 1)
    assert typed(server, *said, stdin="Well\r\nplayed\0!")[:2] == (SERVER, 0)
    texts = [mail.get_body(("plain",)).get_content() for mail in server.expect(7)]
    assert any("Well\nplayed!" in text for text in texts)
    assert server.stop() == 0


def test_other_settings_or_users_are_not_served(servers):
    """A program with other settings says so as without a server; others may not even ask."""
    server = servers()
    assert typed(server, "list")[0] == SERVER
    who, status, _, said = typed(server, "list", PBM_ADDRESS="other@example.com")
    assert (who, status) == (ITSELF, 2)
    assert "the value stored in this database is pbm@example.net" in said[0]
    (server.folder / "pbm.toml").write_text('adress = "pbm@example.net"')
    assert typed(server, "list")[:2] == (ITSELF, 2)
    if os.getuid() == 0:
        assert as_nobody(server, request("list")) == b""


def as_nobody(server, content):
    """Returns what another user is answered, even where the folder and the socket were opened."""
    server.data.chmod(0o711)
    (server.data / "receive").chmod(0o666)
    ours, theirs = os.pipe()
    if not (child := os.fork()):
        try:
            os.chdir(server.data)
            os.setuid(NOBODY)
            with socket.socket(socket.AF_UNIX) as asking:
                asking.connect("receive")
                asking.sendall(content)
                os.write(theirs, asking.recv(1000))
        finally:
            os._exit(0)
    os.close(theirs)
    os.waitpid(child, 0)
    with os.fdopen(ours, "rb") as answer:
        return answer.read()


def test_a_server_dies_before_it_begins(servers):
    """Then the program runs the line itself, and it is done once."""
    server = servers()
    assert interrupted(server, lambda _: None)[:2] == (ITSELF, 0)
    assert typed(server, *SIGNUP)[1] == 1


def test_a_server_dies_once_it_has_begun(servers):
    """Then nobody knows whether it was done; the program says so, and doesn't do it again."""
    server = servers()
    server.process.send_signal(signal.SIGSTOP)  # the SMTP process begins, and nobody goes on
    who, status, out, said = interrupted(server, lambda onward: onward.recv(len(BEGUN)))
    assert (who, status, out) == (SERVER, 1, "")
    assert "pbm can't tell whether it ran this line" in " ".join(said)


def interrupted(server, read):
    """Returns the result of a line whose server is killed once `read` has read from it."""
    real, door = server.data / "real", server.data / "receive"
    door.rename(real)

    def pass_on(listening):
        connection, _ = listening.accept()
        with connection, socket.socket(socket.AF_UNIX) as onward:
            onward.connect(str(real))
            onward.sendall(connection.recv(100_000))
            connection.sendall(read(onward) or b"")
            server.close()

    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(door))
        listening.listen()
        between = threading.Thread(target=pass_on, args=(listening,))
        between.start()
        done = typed(server, *SIGNUP)
        between.join()
    return done
