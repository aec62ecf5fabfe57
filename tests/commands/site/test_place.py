"""The folder of a site belongs to one database, and to nothing else."""

import os
import stat
from pathlib import Path

import pytest

from commands.settings import Settings
from commands.site.updating.folder import check_place, open_place
from pbm.errors import NotAllowedError, UsageError


@pytest.mark.parametrize("place", [".", "data", "data/site"])
def test_the_site_and_the_data_are_apart(tmp_path, place):
    """A site's folder neither holds the data nor is within it, also by a link."""
    settings = Settings(data=tmp_path / "data")
    (tmp_path / "data").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / place)
    for folder in (tmp_path / place, tmp_path / "link"):
        with pytest.raises(UsageError, match="can't be the site's folder"):
            check_place(folder, settings)
    assert check_place(tmp_path / "site", settings) == tmp_path / "site"


def test_a_place_that_cannot_be_found_is_refused(tmp_path):
    """A loop of links, or the home of a user who doesn't exist."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for folder in (tmp_path / "loop", Path("~nobody-of-this-name")):
        with pytest.raises(UsageError, match="can't be the site's folder"):
            check_place(folder, Settings(data=tmp_path / "data"))


def test_a_new_folder_is_made_for_all_to_read(tmp_path):
    """With the folders above it, whatever the umask."""
    before = os.umask(0o077)
    try:
        open_place(tmp_path / "www" / "games", "base").__exit__()
    finally:
        os.umask(before)
    made = tmp_path / "www" / "games", tmp_path / "www"
    assert {stat.S_IMODE(each.stat().st_mode) for each in made} == {0o755}
    open_place(tmp_path / "www" / "games", "base").__exit__()


def test_a_folder_with_other_files_is_refused(tmp_path):
    """Unless it is to be taken over: then its other files stay."""
    (tmp_path / "homepage.html").write_text("mine")
    with pytest.raises(NotAllowedError, match="--take-over"):
        open_place(tmp_path, "base")
    open_place(tmp_path, "base", take_over=True).__exit__()
    open_place(tmp_path, "base").__exit__()
    assert (tmp_path / "homepage.html").read_text() == "mine"


def test_the_site_of_another_database_is_refused(tmp_path):
    """Unless it is to be replaced."""
    open_place(tmp_path, "base").__exit__()
    with pytest.raises(NotAllowedError, match="another database"):
        open_place(tmp_path, "other")
    open_place(tmp_path, "other", take_over=True).__exit__()
    with pytest.raises(NotAllowedError, match="another database"):
        open_place(tmp_path, "base")
