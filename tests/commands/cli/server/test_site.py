"""The command `pbm site`, and what other commands tell of a site."""

import json

import pytest

from commands.server.site.updating.folder import MARK


@pytest.fixture
def played(shell_after):
    """The shell of a server on which alice plays with bob."""
    signups = [f"signup {name} pw1-{name}-x {name}@example.org" for name in ("alice", "bob")]
    return shell_after(*signups, "knightpanic challenge alice bob")


def test_it_makes_pages_and_then_what_has_changed(played, tmp_path):
    """It tells the numbers of files; programs get them as JSON."""
    status, out, _ = played("site", "www")
    files = [path for path in (tmp_path / "www").rglob("*") if path.is_file()]
    count = len(files) - 1
    assert (status, out) == (0, f"{tmp_path / 'www'}: {count} files ({count} written, 0 removed)\n")
    played("knightpanic", "move", "101", "alice", "pw1-alice-x", "a1-c5")
    found = json.loads(played("site", "www", "--json")[1])
    assert found == {
        "ok": True,
        "folder": str(tmp_path / "www"),
        "files": count,
        "written": 5,
        "removed": 0,
        "errors": {},
    }


def files(folder):
    """All files of a site."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_folders_that_arent_sites_are_refused(played, tmp_path):
    """The error says how to do it anyway; the data's folder is never one."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "note.txt").write_text("mine")
    status, _, error = played("site", "home")
    assert status == 1
    assert "--take-over" in error
    assert files(tmp_path / "home") == [tmp_path / "home" / "note.txt"]
    assert played("site", "home", "--take-over")[0] == 0
    assert (tmp_path / "home" / "note.txt").read_text() == "mine"
    assert played("site", "pbm-data/www")[0] == 2
    assert played("site", ".")[0] == 2
    assert not (tmp_path / MARK).exists()


def test_without_a_database_there_is_no_site(shell, tmp_path):
    """Nothing is made."""
    status, _, error = shell("site", "www")
    assert status == 1
    assert "The database" in error
    assert not (tmp_path / "www").exists()


def test_a_folder_that_cant_be_written_is_told(played, tmp_path):
    """The reason stands in one sentence."""
    (tmp_path / "www").write_text("a file")
    status, _, error = played("site", "www")
    assert (status, error.count("\n")) == (1, 1)
    assert f"pbm can't write the pages to {tmp_path / 'www'}: " in error


@pytest.mark.slow
def test_the_status_tells_the_state_of_the_servers_site(played, tmp_path, monkeypatch):
    """How many files there are, and when they were last as the database."""
    monkeypatch.setenv("PBM_SITE", "www")
    assert f"\nsite     {tmp_path / 'www'}: 0 files, updated never\n" in played("status")[1]
    assert json.loads(played("status", "--json")[1])["site"]["updated"] is None
    played("site", "www")
    found = json.loads(played("status", "--json")[1])["site"]
    assert found["files"] == len(files(tmp_path / "www")) - 1
    assert (found["folder"], found["due"]) == (str(tmp_path / "www"), 0)
    assert found["updated"]


@pytest.mark.slow
def test_the_doctor_checks_the_folder(played, tmp_path, monkeypatch):
    """It can't be that of the data, nor have other files; a web server must be able to read it."""

    def finding():
        found = json.loads(played("doctor", "--json", "--offline")[1])
        return next(each for each in found["checks"] if each["check"] == "site")

    assert "PBM_SITE is empty" in finding()["text"]
    for folder, state, text in (
        ("pbm-data/www", "broken", "can't be used for the site"),
        ("www", "ok", "doesn't exist yet"),
        ("pbm-data/../other", "broken", "contains other files"),
    ):
        monkeypatch.setenv("PBM_SITE", folder)
        if "other" in folder:
            (tmp_path / "other").mkdir()
            (tmp_path / "other" / "note.txt").write_text("mine")
        assert finding()["state"] == state
        assert text in finding()["text"]
    monkeypatch.setenv("PBM_SITE", "www")
    played("site", "www")
    assert finding()["state"] == "ok"
    (tmp_path / "www").chmod(0o750)
    assert finding()["state"] == "consider"
