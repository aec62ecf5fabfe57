"""A command loads what it uses, and nothing besides: the program starts with each mail."""

import json
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from commands.system.local_socket_protocol import BEGUN, encode_answer
from tests.support.paths import ROOT

LOADED = """
import sys
before = {*sys.modules}  # a machine may have more in its sitecustomize
import io, json
from commands.__main__ import main
out, sys.stdout, found = sys.stdout, io.StringIO(), []
for words in json.loads(sys.argv[1]):
    sys.stdin, sys.argv[1:] = io.TextIOWrapper(io.BytesIO(MAIL)), words
    try:
        main()
    except SystemExit:
        pass
    tops = {name.partition(".")[0] for name in sys.modules.keys() - before}
    rooms = {".".join(name.split(".")[:2]) for name in sys.modules if name.startswith("commands.")}
    found.append(sorted((tops - sys.stdlib_module_names) | rooms))
json.dump(found, out)
"""
SERVER = """
from importlib import import_module
from commands.settings import Settings
from commands.server.processes.preloading import modules_for
for name in modules_for(Settings()):
    import_module(name)
assert "numpy" not in sys.modules
"""
MAIL = b"From: alice@example.org\nTo: pbm@localhost\nSubject: list\nMessage-ID: <1@x>\n\n"
OURS = {"commands", "commands.__main__", "pbm"}
PYDANTIC = {"pydantic", "pydantic_core", "annotated_types", "typing_inspection"}
TYPER = PYDANTIC | {"typer", "typing_extensions", "shellingham", "annotated_doc"}
SETTINGS = PYDANTIC | {"typing_extensions", "pydantic_settings", "dotenv"}
LANGUAGE = {
    *("commands.players", "commands.context", "commands.language", "commands.outbound"),
    *("commands.content", "commands.boards", "commands.security", "commands.settings"),
    *("commands.system", "commands.verbs", "commands.views", "pbm.engines", "pbm.solver"),
    *("commands.cli", "commands.server", "commands.server.app"),
}


def loaded(folder, *lines, complete="", then=""):
    """What is loaded after each line, run one after another in a process.

    The packages that aren't the standard library's, and the rooms of `commands`. `then`: a program
    for the same process, later.
    """
    typed = {"COMP_WORDS": complete, "COMP_CWORD": "2", "_PBM_COMPLETE": "complete_bash"}
    completing = typed if complete else {}
    words = json.dumps([line.split() for line in lines])
    done = subprocess.run(
        [sys.executable, "-c", f"MAIL = {MAIL!r}{LOADED}{then}", words],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PBM_RELAY": "smtp://127.0.0.1:1"} | completing,
        capture_output=True,
        text=True,
        check=True,
    )
    return [{*filter(_is_foreign, found)} - OURS for found in json.loads(done.stdout)]


def _is_foreign(name):
    return not name.startswith("_") and not name.endswith("__mypyc")  # a part of openskill


def test_each_command_loads_what_it_needs(tmp_path):
    """The version and the overview load nothing; help no database, nor a library for mail or HTML.

    `receive` loads no server, no solver's tables, nothing that only pages or terminals need. Nor
    does a server load numpy: only a search for a proof needs 14 MB more.
    """
    start = {"commands.cli", "commands.content"}
    language = SETTINGS | LANGUAGE | {"mail", "openskill"}
    database = {"storage", "sqlalchemy", "sqlmodel", "greenlet", "cython_runtime"}
    rooms = {"commands.inbound", "commands.replies", "commands.server.workers", "cryptography"}
    allowed = {
        "--version": start,
        "--help": start,
        "help": language,
        "receive --from alice@example.org": language | TYPER | database | rooms,
    }
    for line, found in zip(allowed, loaded(tmp_path, *allowed, then=SERVER), strict=True):
        assert found <= allowed[line], line
    assert "storage" in found


def test_completion_loads_typer_alone(tmp_path):
    """And the games."""
    (found,) = loaded(tmp_path, "", complete="pbm knightpanic ch")
    assert found <= TYPER | {"commands.cli", "commands.content"}


def test_a_line_beside_a_server_loads_nothing(tmp_path):
    """The server has loaded all that the line needs."""
    (tmp_path / "pbm-data").mkdir()
    with socket.socket(socket.AF_UNIX) as listening, ThreadPoolExecutor(1) as threads:
        listening.bind(str(tmp_path / "pbm-data" / "receive"))
        listening.listen()
        threads.submit(answer_line, listening)
        ours = {"commands.cli", "commands.content", "commands.system", "mail"}
        assert loaded(tmp_path, "list")[0] <= ours


def answer_line(listening):
    connection, _ = listening.accept()
    with connection:
        connection.recv(100_000)
        connection.sendall(BEGUN + encode_answer("0", "done"))


def test_a_bot_loads_typer_alone(tmp_path):
    """The database, the mail and what checks settings would take most of its first second."""
    rooms = {"commands.cli", "pbm.engines", "commands.content"}
    assert loaded(tmp_path, "bot madknights")[0] <= TYPER | rooms


@pytest.mark.parametrize("words", [("--version",), ("help",)])
def test_what_needs_no_data_makes_none(words, tmp_path, shell):
    """Neither a database nor the folder for it."""
    assert shell(*words)[0] == 0
    assert not (tmp_path / "pbm-data").exists()
