"""The site's folder: complete files, readable by all, and nothing outside of it."""

import errno
import os
import stat
from pathlib import Path

import pytest

from commands.server.site.updating import folder as files
from commands.server.site.updating.folder import TEMPORARY, SiteFolder
from commands.server.site.updating.site_ownership import check_site_folder, open_site
from commands.settings import Settings
from pbm.errors import NotAllowedError, UsageError
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
    file, room, write = tmp_path / "site" / "index.html", [True], files.write_new

    def write_new(*args):
        if file.exists() or not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(*args)

    folder.write("index.html", b"before")
    monkeypatch.setattr(files, "write_new", write_new)
    folder.write("index.html", b"afterwards")
    assert folder.read("index.html") == b"afterwards"
    room[0] = False
    with pytest.raises(OSError, match="No space"):
        folder.write("index.html", b"at last")
    assert dict(folder.files()) == {}


@cases("path", ["../a.html", "/etc/a.html", "a/../../b.html", ".pbm", "a//b", ""])
def test_no_path_leads_out_of_the_folder(folder, path):
    """Nor to hidden files."""
    with pytest.raises(ValueError, match="file name"):
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
    folder.check_not_replaced()
    (tmp_path / "site").rename(tmp_path / "old")
    with pytest.raises(FileNotFoundError):
        folder.check_not_replaced()
    (tmp_path / "site").mkdir()
    with pytest.raises(FileNotFoundError, match="moved away or replaced"):
        folder.check_not_replaced()


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


# A site has a folder of its own, which belongs to one database.


@pytest.mark.parametrize("place", [".", "data", "data/site"])
def test_the_site_and_the_data_are_apart(tmp_path, place):
    """A site's folder neither holds the data nor is within it, also by a link."""
    settings = Settings(data=tmp_path / "data")
    (tmp_path / "data").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / place)
    for folder in (tmp_path / place, tmp_path / "link"):
        with pytest.raises(UsageError, match="can't be used for the site"):
            check_site_folder(folder, settings)
    assert check_site_folder(tmp_path / "site", settings) == tmp_path / "site"


def test_a_place_that_cannot_be_found_is_refused(tmp_path):
    """A loop of links, or the home of a user who doesn't exist."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for folder in (tmp_path / "loop", Path("~nobody-of-this-name")):
        with pytest.raises(UsageError, match="can't be used for the site"):
            check_site_folder(folder, Settings(data=tmp_path / "data"))


def test_a_new_folder_is_made_for_all_to_read(tmp_path):
    """With the folders above it, whatever the umask."""
    before = os.umask(0o077)
    try:
        open_site(tmp_path / "www" / "games", "base").__exit__()
    finally:
        os.umask(before)
    made = tmp_path / "www" / "games", tmp_path / "www"
    assert {stat.S_IMODE(each.stat().st_mode) for each in made} == {0o755}
    open_site(tmp_path / "www" / "games", "base").__exit__()


def test_a_folder_with_other_files_is_refused(tmp_path):
    """Unless it is to be taken over: then its other files stay."""
    (tmp_path / "homepage.html").write_text("mine")
    with pytest.raises(NotAllowedError, match="--take-over"):
        open_site(tmp_path, "base")
    open_site(tmp_path, "base", take_over=True).__exit__()
    open_site(tmp_path, "base").__exit__()
    assert (tmp_path / "homepage.html").read_text() == "mine"


def test_the_site_of_another_database_is_refused(tmp_path):
    """Unless it is to be replaced."""
    open_site(tmp_path, "base").__exit__()
    with pytest.raises(NotAllowedError, match="different database"):
        open_site(tmp_path, "other")
    open_site(tmp_path, "other", take_over=True).__exit__()
    with pytest.raises(NotAllowedError, match="different database"):
        open_site(tmp_path, "base")
