"""`pbm receive` hands its mail to the running server, and loads next to nothing for that."""

import io
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from commands.cli.server import receive_client
from commands.server.smtp.local_socket import envelope_of
from commands.system.data_folder import find_data_folder
from commands.system.local_socket_protocol import read_lengths, read_values
from mail import MAX_MAIL_BYTES
from tests.support.cases import cases
from tests.support.paths import ROOT

MAIL = b"From: alice@example.org\n\nlist\n"


@pytest.fixture
def answering(tmp_path, monkeypatch):
    """Starts a server that gives an answer; returns what it was sent."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBM_DATA", raising=False)
    (tmp_path / "pbm-data").mkdir()
    listening = socket.socket(socket.AF_UNIX)
    threads = []

    def start(answer, content=MAIL):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        listening.bind("pbm-data/receive")
        listening.listen()
        sent = []
        threads.append(threading.Thread(target=serve, args=(answer, sent)))
        threads[-1].start()
        return sent

    def serve(answer, sent):
        connection, _ = listening.accept()
        with connection, connection.makefile("rb") as file:
            head, content = read_lengths(file.readline())
            sent += [read_values(file.read(head)), file.read(content)]
            connection.sendall(answer)

    yield start
    for thread in threads:
        thread.join()
    listening.close()


def test_the_server_takes_the_mail(answering, monkeypatch):
    """The exit status is 0 once it has answered; it gets options, variables and bytes as given."""
    monkeypatch.setenv("RECIPIENT", "pbm+x@example.net")
    sent = answering(b"stored")
    assert receive_client.receive_quickly(["--from", "a@b.c", "--to=d@e.f", "--to", "g=h"]) == 0
    values, content = sent
    envelope = envelope_of(values, content)
    assert (envelope.sender, envelope.recipients) == ("a@b.c", ("d@e.f", "g=h"))
    assert ("RECIPIENT", "pbm+x@example.net") in values
    assert content == MAIL


@pytest.mark.parametrize(("answer", "said"), [(b"the server is busy", "is busy"), (b"", "stopped")])
def test_the_server_does_not_take_it(answering, answer, said, capsys):
    """Another answer, or none, brings 75 and one sentence: the mail comes again."""
    answering(answer)
    assert receive_client.receive_quickly([]) == 75
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_nobody_can_be_told(answering, monkeypatch):
    """The status is 75 also where standard error takes nothing: no other one keeps the mail."""
    answering(b"")
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stderr", full)
        assert receive_client.receive_quickly([]) == 75
        assert sys.stderr is None  # Python would exit with 120 where its flush fails
        with suppress(OSError):
            full.close()


def test_a_mail_that_is_too_large_is_cut(answering):
    """Its sender is told, but not all of it is handed over."""
    sent = answering(b"stored", b"x" * 3 * MAX_MAIL_BYTES)
    assert receive_client.receive_quickly([]) == 0
    assert len(sent[1]) == MAX_MAIL_BYTES + 1


@cases("words", [["--help"], ["--from"], ["--form", "a@b.c"], ["x"]])
def test_other_words_need_all_of_pbm(words, tmp_path, monkeypatch):
    """They are explained there."""
    monkeypatch.chdir(tmp_path)
    assert receive_client.receive_quickly(words) is None


def test_without_a_server_all_of_pbm_is_needed(tmp_path, monkeypatch):
    """Neither a missing socket nor one that a killed server left behind is a reason to wait."""
    monkeypatch.setenv("PBM_DATA", str(tmp_path))
    assert receive_client.receive_quickly([]) is None
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "receive"))
    assert receive_client.receive_quickly([]) is None


@cases(
    ("variables", "file", "folder"),
    [
        ({}, None, "pbm-data"),
        ({"PBM_DATA": "/srv/pbm"}, 'data = "x"', "/srv/pbm"),
        ({"PBM_DATA": ""}, None, None),
        ({"pbm_data": "/srv/pbm"}, None, "/srv/pbm"),
        ({"pbm_data": "a", "PBM_DATA": "b"}, None, None),
        ({"CREDENTIALS_DIRECTORY": "/run/x"}, None, None),
        ({}, 'address = "pbm@example.net"\ndatabase = ""', "pbm-data"),
        ({}, '# where\n "data" = "/srv/pbm"', "/srv/pbm"),
        ({}, "data = 3", None),
        ({}, 'data = "', None),
    ],
)
def test_the_data_folder(variables, file, folder, tmp_path, monkeypatch):
    """It is found as the settings find it; None where only they can tell, or complain."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBM_DATA", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "pbm.toml").unlink(missing_ok=True)
    if file:
        (tmp_path / "pbm.toml").write_text(file)
    assert find_data_folder() == folder


def test_it_loads_next_to_nothing():
    """It runs for each mail: loading re, typing or socket takes longer than the interpreter."""
    code = "import sys; before = {*sys.modules}; import commands.cli.server.receive_client;"
    code += "print(*sorted({*sys.modules} - before))"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append({str(ROOT)!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    standard = {
        name for name in done.stdout.split() if name.split(".")[0] in {"re", "os", "_socket"}
    }
    ours = {name for name in done.stdout.split() if name.split(".")[0] in {"commands", "mail"}}
    others = {*done.stdout.split()} - standard - ours
    assert others <= {
        "abc",
        "_abc",
        "_collections_abc",
        "genericpath",
        "pbm",
        "pbm.errors",
        "pwd",
        "posixpath",
        "stat",
        "_stat",
    }
