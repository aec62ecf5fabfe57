"""Commands write where their user says, but never over data or a file of something else."""

import gzip
import os
from pathlib import Path

import pytest

from tests.support.cases import cases
from tests.support.small_tables import PANIC

DATABASE = Path("pbm-data/pbm.db")
PROOF = (PANIC.name, "-size=4", "-2d")
WRITERS = (
    ("export",),
    ("certificate", *PROOF, "--output"),
    ("tables", "excerpt", *PROOF, "--output"),
)
FOLDER_WRITERS = (("check-game", "knightsduel", "--folder"), ("backup",), ("export",))


@pytest.fixture
def server(shell_after):
    """The shell of a server with a player."""
    return shell_after("signup alice pw1-alice alice@example.org")


@cases("words", [*WRITERS, *FOLDER_WRITERS])
@cases("path", ["pbm-data/pbm.db", "link/pbm.db", "pbm-data/new", "pbm-data/"])
def test_nothing_is_written_into_the_folder_of_the_data(server, words, path):
    """However the path leads there; the database stays as it is."""
    link = Path("link")
    if not link.exists():
        link.symlink_to("pbm-data")
    before = DATABASE.read_bytes(), sorted(Path("pbm-data").iterdir())
    status, _, err = server(*words, path)
    assert (status, "is in the data folder" in err) == (1, True)
    assert (DATABASE.read_bytes(), sorted(Path("pbm-data").iterdir())) == before


@cases("words", WRITERS)
@cases("content", [b"my own notes", b"{}", gzip.compress(b"tar"), gzip.compress(b"x")[:-9]])
def test_a_file_of_something_else_is_kept(server, words, content):
    """Whether it is compressed or not."""
    Path("file.gz").write_bytes(content)
    status, _, err = server(*words, "file.gz")
    assert (status, "file.gz exists, but this command didn't write it" in err) == (1, True)
    assert Path("file.gz").read_bytes() == content


def test_a_link_stays_and_its_file_is_replaced(server):
    """As /dev/stderr is a link, which root could replace by a file."""
    link, file = Path("link.jsonl"), Path("file.jsonl")
    link.symlink_to(file)
    assert server("export", str(link))[0] == 0
    assert link.is_symlink()
    assert file.is_file()


def test_standard_output_may_be_named_by_its_path(server, monkeypatch):
    """Nothing but records goes there, and the file that the shell has put in its place stays."""
    Path("stdout").symlink_to("file.jsonl")
    with Path("file.jsonl").open("w") as file:
        monkeypatch.setattr("commands.cli.database.export.STDOUT", file.fileno())
        status, out, err = server("export", "stdout")
        assert (status, out, err) == (0, "", "0 finished games exported.\n")
        assert os.path.samestat(os.fstat(file.fileno()), Path("file.jsonl").stat())


def test_a_loop_of_links_names_no_file_that_could_be_lost(server):
    """It is replaced, as a link that leads nowhere is."""
    Path("loop").symlink_to("loop")
    assert server("export", "loop")[0] == 0
    assert server("export", "loop/games.jsonl")[0] == 1


def test_force_replaces_any_file(server):
    """Its own files a command replaces without it, and empty ones."""
    for content, words in [("notes", ("--force", "export")), ("", ("export",))]:
        Path("file").write_text(content)
        assert server(*words, "file")[0] == 0
        assert Path("file").read_text() == ""
    Path("file").write_text('{"header":{"a":1}}\n')
    assert server("export", "file")[0] == 0


def test_backups_stand_in_their_folder(server):
    """Where those before an upgrade are, too."""
    assert server("backup", "pbm-data/backups/")[0] == 0
