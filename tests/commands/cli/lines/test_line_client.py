"""A line typed in the shell goes to the running server; what that answers decides what is done."""

import json
import os
import socket
import threading

import pytest

from commands.system.local_socket_protocol import BEGUN, ELSEWHERE, encode_answer
from tests.support.cases import cases

ANSWER = BEGUN + encode_answer("1", "No such b\u00f6ard.")


@pytest.fixture
def beside(shell, tmp_path):
    """Runs `pbm list` beside a server that gives an answer; returns the result as `shell` does."""
    (tmp_path / "pbm-data").mkdir()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(tmp_path / "pbm-data" / "receive"))
    listening.listen()

    def answer(content, sent):
        connection, _ = listening.accept()
        with connection:
            sent.append(connection.recv(100_000))
            if sent[0]:
                connection.sendall(content)

    def run(content, *words, sent=None):
        sent = [] if sent is None else sent
        answering = threading.Thread(target=answer, args=(content, sent))
        answering.start()
        result = shell(*words, "list")
        answering.join()
        return result

    run.listening, run.shell = listening, shell

    yield run
    listening.close()


def test_the_servers_answer_is_printed(beside):
    """Its exit status is the program's."""
    assert beside(ANSWER) == (1, "No such b\u00f6ard.\n", "")


@cases("content", [b"", BEGUN + encode_answer(ELSEWHERE)])
def test_the_program_runs_what_the_server_does_not(beside, content):
    """A server of an older version ends the connection; then nothing was done."""
    status, out, _ = beside(content)
    assert (status, "knightpanic" in out) == (0, True)


@pytest.mark.skipif(os.getuid() != 0, reason="only root may become another user")
def test_another_users_server_is_told_nothing(beside):
    """The line may have a password, and the folder may be open to all."""
    os.seteuid(65534)
    try:
        beside.listening.listen()  # whose user the kernel notes
    finally:
        os.seteuid(0)
    sent = []
    assert beside(ANSWER, sent=sent)[0] == 0
    assert sent == [b""]


def test_a_settings_file_says_no_words(beside, tmp_path):
    """Its bytes are no part of the line, whatever they are."""
    (tmp_path / "pbm.toml").write_bytes(b"\0word=signoff")
    status, out, err = beside.shell("list")
    assert (status, out) == (2, "")
    assert "pbm.toml can't be read" in err


@cases("content", [BEGUN, ANSWER[:-1], BEGUN + b"0"])
def test_an_answer_that_is_cut_off_is_none(beside, content):
    """Nobody knows what was done: the program says so, and doesn't do it again."""
    status, out, err = beside(content)
    assert (status, out) == (1, "")
    assert "pbm can't tell whether it ran this line" in err
    assert not json.loads(beside(content, "--json")[1])["ok"]
