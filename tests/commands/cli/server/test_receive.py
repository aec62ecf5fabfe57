"""`pbm receive`, as a pipe or `.forward` runs it."""

import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from mail import MAX_MAIL_BYTES
from mail.reading.envelope import Envelope, find_envelope
from tests.support.cases import cases
from tests.support.paths import ROOT
from tests.support.site import PLAYERS, simple_mail

NO_WAITING = "import storage.engine as d; d.BUSY_SECONDS = 0; "
"""Doesn't wait for locks."""
USUAL = {"PBM_ADDRESS": "pbm@example.net", "PBM_CONFIRM": "off"}
ALICE = PLAYERS["alice"][1]


@pytest.fixture
def receive(shell, monkeypatch):
    """Runs `pbm receive` in the test's folder; returns the exit status and all output."""
    monkeypatch.setattr("storage.engine.BUSY_SECONDS", 0)

    def receive(content, *words, **variables):
        with monkeypatch.context() as patch:
            for name, value in (USUAL | variables).items():
                patch.setenv(name, value)
            status, out, errors = shell("receive", *words, stdin=content)
        return status, out + errors

    return receive


@pytest.fixture
def receive_apart(tmp_path):
    """Does the same in another process, which may be limited."""

    def run(content, limit=None, **variables):
        program = f"{NO_WAITING}from commands.cli.main import main; main()"
        kept = {name: value for name, value in os.environ.items() if name[:4] != "PBM_"}
        done = subprocess.run(
            [sys.executable, "-c", program, "receive"],
            cwd=tmp_path,
            env=kept | USUAL | {"PYTHONPATH": str(ROOT)} | variables,
            input=content,
            capture_output=True,
            timeout=60,
            preexec_fn=limit,
            check=False,
        )
        return done.returncode, (done.stdout + done.stderr).decode()

    return run


def sent(folder):
    """Returns the recipients of the mails in the outbox."""
    new = folder / "pbm-data" / "outbox" / "new"
    lines = [path.read_text().splitlines() for path in new.iterdir()] if new.exists() else []
    return sorted(line[14:] for mail in lines for line in mail if line[:14] == "Delivered-To: ")


def signup(name="alice"):
    return simple_mail(
        PLAYERS[name][1], f"signup {name} {PLAYERS[name][0]}", Message_ID=f"<{name}@x>"
    )


@pytest.mark.slow
def test_a_mail_is_acted_upon(receive_apart, tmp_path):
    """A mail exits with 0 and no output, is answered, and acts only once."""
    for _ in range(2):
        assert receive_apart(signup(), SENDER=ALICE) == (0, "")
    assert sent(tmp_path) == [ALICE]


def test_it_works_beside_a_game_by_mail(receive, tmp_path):
    """A reply is a move when the mail server names its address in a variable."""
    for name in ("alice", "bob"):
        assert receive(signup(name), SENDER=PLAYERS[name][1]) == (0, "")
    challenge = simple_mail(ALICE, "knightpanic challenge alice bob", Message_ID="<3@x>")
    assert receive(challenge, "--from", ALICE) == (0, "")
    new = tmp_path / "pbm-data" / "outbox" / "new"
    sent_mails = [path.read_text() for path in new.iterdir()]
    board = next(
        text for text in sent_mails if "\nReply-To:" in text and f"Delivered-To: {ALICE}" in text
    )
    token = next(line for line in board.splitlines() if line.startswith("Reply-To:")).split("<")[-1]
    move = simple_mail(ALICE, "Re: Knight Panic Board 101", "a1-c5", Message_ID="<4@x>")
    before = len(sent(tmp_path))
    assert receive(move, SENDER=ALICE, RECIPIENT=token.strip(">")) == (0, "")
    with closing(sqlite3.connect(tmp_path / "pbm-data" / "pbm.db")) as database:
        assert "a1-c5" in "\n".join(database.iterdump())
    assert len(sent(tmp_path)) > before


def test_line_ends_and_the_line_before_the_mail(receive, tmp_path):
    """Mail with plain line feeds and a leading From line, as mail servers write it, is read."""
    content = b"From alice@example.org  Sat Nov 21 06:47:15 2026\n" + signup()
    assert receive(content, SENDER=ALICE) == (0, "")
    assert sent(tmp_path) == [ALICE]


def test_a_locked_database(receive, tmp_path):
    """A locked database brings 75 and one sentence; the mail is taken once it is free."""
    receive(signup(), SENDER=ALICE)
    with closing(sqlite3.connect(tmp_path / "pbm-data" / "pbm.db")) as database:
        database.execute("BEGIN IMMEDIATE")
        status, said = receive(signup("bob"), SENDER="b@example.org")
    assert (status, said.count("\n")) == (75, 1)
    assert "try again" in said
    assert PLAYERS["bob"][0] not in said
    assert receive(signup("bob"), SENDER="b@example.org") == (0, "")
    assert sent(tmp_path) == [ALICE, "b@example.org"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 30_000])
def test_a_full_disk(receive, receive_apart, tmp_path, size):
    """A full disk brings 75 and one sentence, and nothing is half done."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    if size:
        receive(simple_mail(ALICE, "list", Message_ID="<0@x>"), SENDER=ALICE)
    before = sent(tmp_path)
    status, said = receive_apart(signup(), SENDER=ALICE, limit=limit)
    assert (status, said.count("\n")) == (75, 1)
    assert receive(signup(), SENDER=ALICE) == (0, "")
    assert sent(tmp_path) == [*before, ALICE]


@cases(
    ("words", "variables"),
    [
        (["--form", "a@b.c"], {}),
        (["Xa!11ce-X"], {}),
        ([], {"PBM_RELAY": "smtp://user:Xa!11ce-X@host"}),
        ([], {"PBM_DATABASE": "sqlite:////no/such/folder/pbm.db"}),
        ([], {"PBM_DATA": "/dev/null/x"}),
    ],
)
def test_configuration_errors(receive, words, variables):
    """An admin's configuration errors bounce no mail: it is kept until they are corrected."""
    status, said = receive(signup(), *words, **variables)
    assert (status, said.count("\n")) == (75, 1)
    assert "Xa!11ce-X" not in said


def test_a_mail_that_is_too_large(receive, tmp_path):
    """A large mail is taken but not executed, and its sender is told: a bounce would return it."""
    content = signup() + b"x" * MAX_MAIL_BYTES
    assert receive(content * 3, SENDER=ALICE) == (0, "")
    (path,) = (tmp_path / "pbm-data" / "outbox" / "new").iterdir()
    assert "larger than 256 KiB" in path.read_text()


def test_a_disk_too_full_for_the_answer(receive, tmp_path):
    """After the commit the exit status is 0, and the answer is delivered later."""
    (tmp_path / "file").write_text("in the way")
    relay = {"PBM_RELAY": f"maildir:{tmp_path / 'file' / 'outbox'}"}
    assert receive(signup(), SENDER=ALICE, **relay) == (0, "")
    assert sent(tmp_path) == []
    receive(simple_mail("", "x", Message_ID="<2@x>"))
    assert sent(tmp_path) == [ALICE]


HEAD = b"Return-Path: <back@b.c>\r\nFrom: Alice <author@b.c>\r\n\r\nReturn-Path: <body@b.c>\r\n"


@cases(
    ("content", "given", "variables", "sender"),
    [
        (HEAD, "given@b.c", {"SENDER": "set@b.c"}, "given@b.c"),
        (HEAD, "<>", {"SENDER": "set@b.c"}, ""),
        (HEAD, None, {"SENDER": "set@b.c"}, "set@b.c"),
        (HEAD, None, {"SENDER": ""}, ""),
        (HEAD, None, {}, "back@b.c"),
        (HEAD.replace(b"back@b.c", b""), None, {}, ""),
        (HEAD[25:], None, {}, "author@b.c"),
        (b"From: <>\r\n\r\n", None, {}, ""),
        (b"\xff\x00", None, {"SENDER": "a\x1b@b.c"}, ""),
    ],
)
def test_the_sender(content, given, variables, sender):
    """The sender is the first of --from, the variable, Return-Path and From, even if null."""
    assert find_envelope(content, given, (), variables) == Envelope(sender, ())


@cases(
    ("given", "variables", "recipients"),
    [
        (("a@b.c", "d@e.f"), {"RECIPIENT": "g@h.i"}, ("a@b.c", "d@e.f")),
        ((), {"RECIPIENT": "g+x@h.i", "ORIGINAL_RECIPIENT": "p+x@q.r"}, ("p+x@q.r", "g+x@h.i")),
        ((), {"RECIPIENT": "g+x@h.i", "ORIGINAL_RECIPIENT": ""}, ("g+x@h.i",)),
        ((), {}, ()),
    ],
)
def test_the_recipients(given, variables, recipients):
    """Recipients are --to, else the mail server's variables, else the Delivered-To headers."""
    assert find_envelope(b"", "", given, variables).recipients == recipients
