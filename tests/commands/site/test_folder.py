"""The site's folder: complete files, readable by all, and nothing outside of it."""

import errno
import os
import stat

import pytest

from commands.site.updating import folder as files
from commands.site.updating.folder import TEMPORARY, SiteFolder
from tests.support.cases import cases


@pytest.fixture
def folder(tmp_path):
    """An open folder."""
    (tmp_path / "site").mkdir()
    with SiteFolder(tmp_path / "site") as opened:
        yield opened


def test_everybody_may_read_what_is_written(folder, tmp_path):
    """Files and folders are readable for a web server, whatever the umask."""
    before = os.umask(0o077)
    try:
        folder.write("knightpanic/explore/a.html", b"text")
    finally:
        os.umask(before)
    file = tmp_path / "site" / "knightpanic" / "explore" / "a.html"
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert {stat.S_IMODE(each.stat().st_mode) for each in file.parents[:2]} == {0o755}


def test_a_file_is_replaced_as_a_whole(folder, tmp_path):
    """Who has opened the old file still reads all of it; nothing temporary is left."""
    folder.write("index.html", b"before")
    with (tmp_path / "site" / "index.html").open("rb") as opened:
        stamp = folder.write("index.html", b"afterwards")
        assert opened.read() == b"before"
    assert folder.read("index.html") == b"afterwards"
    assert dict(folder.files()) == {"index.html": stamp}


def test_a_failed_write_leaves_nothing(folder, tmp_path):
    """A file that can't take its name is removed again."""
    (tmp_path / "site" / "index.html").mkdir()
    with pytest.raises(OSError, match="directory"):
        folder.write("index.html", b"text")
    assert not any(name.startswith(TEMPORARY) for name, _ in folder.files())


def test_on_a_full_disk_the_old_file_makes_room(folder, tmp_path, monkeypatch):
    """What it tells may be hidden by now; where there is no room even so, it is gone."""
    file, room, write = tmp_path / "site" / "index.html", [True], files._write_new

    def write_new(*args):
        if file.exists() or not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(*args)

    folder.write("index.html", b"before")
    monkeypatch.setattr(files, "_write_new", write_new)
    folder.write("index.html", b"afterwards")
    assert folder.read("index.html") == b"afterwards"
    room[0] = False
    with pytest.raises(OSError, match="No space"):
        folder.write("index.html", b"at last")
    assert dict(folder.files()) == {}


@cases("path", ["../a.html", "/etc/a.html", "a/../../b.html", ".pbm", "a//b", ""])
def test_no_path_leads_out_of_the_folder(folder, path):
    """Nor to hidden files."""
    with pytest.raises(ValueError, match="name of a file"):
        folder.write(path, b"text")


def test_no_link_is_followed(folder, tmp_path):
    """Neither a folder that is a link is written into, nor a file that is one is overwritten."""
    (tmp_path / "other").mkdir()
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "site" / "knightpanic").symlink_to(tmp_path / "other")
    (tmp_path / "site" / "index.html").symlink_to(tmp_path / "secret")
    with pytest.raises(OSError, match="Not a directory"):
        folder.write("knightpanic/101.html", b"text")
    assert folder.read("index.html") is None
    folder.write("index.html", b"text")
    folder.remove("knightpanic/101.html")
    assert not list((tmp_path / "other").iterdir())
    assert (tmp_path / "secret").read_text() == "secret"


def test_a_folder_that_was_replaced_is_noticed(folder, tmp_path):
    """Nothing more is written into one that was moved away."""
    folder.check_place()
    (tmp_path / "site").rename(tmp_path / "old")
    with pytest.raises(FileNotFoundError):
        folder.check_place()
    (tmp_path / "site").mkdir()
    with pytest.raises(FileNotFoundError, match="another folder"):
        folder.check_place()


def test_empty_folders_go_with_their_last_file(folder, tmp_path):
    """Those with other files stay, and so does the site's own folder."""
    folder.write("knightpanic/explore/a.html", b"text")
    folder.write("knightpanic/101.html", b"text")
    folder.remove("knightpanic/explore/a.html")
    assert [name for name, _ in folder.files()] == ["knightpanic/101.html"]
    assert not (tmp_path / "site" / "knightpanic" / "explore").exists()
    folder.remove("knightpanic/101.html")
    folder.remove("knightpanic/101.html")
    assert not list((tmp_path / "site").iterdir())
