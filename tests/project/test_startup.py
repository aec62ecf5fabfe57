"""A command loads what it uses, and nothing besides: the program starts with each mail."""

import json
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from commands.system.piped_mail import BEGUN, encode_answer
from tests.support.paths import ROOT

LOADED = """
import sys
before = {*sys.modules}  # a machine may have more in its sitecustomize
import io, json
sys.stdin = io.TextIOWrapper(io.BytesIO(sys.argv[1].encode()))
sys.argv[1:] = sys.argv[2:]
from commands.__main__ import main
out, sys.stdout = sys.stdout, io.StringIO()
try:
    main()
except SystemExit:
    pass
tops = {name.partition(".")[0] for name in sys.modules.keys() - before}
rooms = {".".join(name.split(".")[:2]) for name in sys.modules if name.startswith("commands.")}
json.dump(sorted((tops - sys.stdlib_module_names) | rooms), out)
"""
SERVER = """
from importlib import import_module
from commands.settings import Settings
from commands.server.processes.fork_server import modules_for
for name in modules_for(Settings()):
    import_module(name)
assert "numpy" not in sys.modules
"""
MAIL = "From: alice@example.org\nTo: pbm@localhost\nSubject: list\nMessage-ID: <1@x>\n\n"
OURS = {"commands", "commands.__main__", "pbm"}
PYDANTIC = {"pydantic", "pydantic_core", "annotated_types", "typing_inspection"}
TYPER = PYDANTIC | {"typer", "typing_extensions", "shellingham", "annotated_doc"}
SETTINGS = PYDANTIC | {"typing_extensions", "pydantic_settings", "dotenv"}
LANGUAGE = {
    *("commands.accounts", "commands.context", "commands.dispatch", "commands.language"),
    *("commands.messages", "commands.notifications", "commands.play", "commands.security"),
    *("commands.settings", "commands.solver", "commands.system", "commands.verbs"),
    *("commands.views", "commands.app", "commands.cli", "commands.outbound", "commands.engines"),
}


def loaded(folder, *words, stdin="", complete="", then=""):
    """The packages that aren't the standard library's, and the rooms of `commands`.

    `then`: a program for the same process, later.
    """
    typed = {"COMP_WORDS": complete, "COMP_CWORD": "2", "_PBM_COMPLETE": "complete_bash"}
    completing = typed if complete else {}
    done = subprocess.run(
        [sys.executable, "-c", LOADED + then, stdin, *words],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PBM_RELAY": "smtp://127.0.0.1:1"} | completing,
        capture_output=True,
        text=True,
        check=True,
    )
    found = {name for name in json.loads(done.stdout) if not name.startswith("_")}
    return {name for name in found - OURS if not name.endswith("__mypyc")}  # a part of openskill


def test_the_version_loads_nothing(tmp_path):
    """`pbm --version` loads none of the libraries, and no more of us than its own start."""
    assert loaded(tmp_path, "--version") <= {"commands.cli", "commands.messages"}


def test_an_overview_loads_nothing(tmp_path):
    """Nor does TAB load more than typer and the games."""
    ours = {"commands.cli", "commands.messages"}
    assert loaded(tmp_path, "--help") <= ours
    assert loaded(tmp_path, complete="pbm knightpanic ch") <= TYPER | ours


def test_a_line_beside_a_server_loads_nothing(tmp_path):
    """The server has loaded all that the line needs."""
    (tmp_path / "pbm-data").mkdir()
    with socket.socket(socket.AF_UNIX) as listening, ThreadPoolExecutor(1) as threads:
        listening.bind(str(tmp_path / "pbm-data" / "receive"))
        listening.listen()
        threads.submit(answer_line, listening)
        ours = {"commands.cli", "commands.messages", "commands.system", "mail"}
        assert loaded(tmp_path, "list") <= ours


def answer_line(listening):
    connection, _ = listening.accept()
    with connection:
        connection.recv(100_000)
        connection.sendall(BEGUN + encode_answer("0", "done"))


def test_a_bot_loads_typer_alone(tmp_path):
    """The database, the mail and what checks settings would take most of its first second."""
    rooms = {"commands.cli", "commands.engines", "commands.messages"}
    assert loaded(tmp_path, "bot", "madknights") <= TYPER | rooms


def test_help_loads_no_database(tmp_path):
    """Nor the libraries for mail, HTML, calendars, passwords and logs."""
    allowed = SETTINGS | LANGUAGE | {"mail", "openskill"}
    assert loaded(tmp_path, "help") <= allowed


def test_receive_loads_what_a_mail_needs(tmp_path):
    """No server, no solver's tables, nothing that only pages or terminals need.

    Nor does a server load numpy: only a search for a proof needs 14 MB more.
    """
    database = {"storage", "sqlalchemy", "sqlmodel", "greenlet", "cython_runtime"}
    allowed = SETTINGS | LANGUAGE | TYPER | database | {"mail", "openskill"}
    allowed |= {"commands.inbound", "commands.workers", "cryptography"}
    found = loaded(tmp_path, "receive", "--from", "alice@example.org", stdin=MAIL, then=SERVER)
    assert found <= allowed


@pytest.mark.parametrize("words", [("--version",), ("help",)])
def test_what_needs_no_data_makes_none(words, tmp_path, shell):
    """Neither a database nor the folder for it."""
    assert shell(*words)[0] == 0
    assert not (tmp_path / "pbm-data").exists()
