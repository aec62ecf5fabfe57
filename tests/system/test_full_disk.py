"""A disk without space: it is told, and what it keeps is used again once there is room."""

import subprocess
from contextlib import suppress

import pytest


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 3 MB; the test is skipped where none can be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    try:
        subprocess.run(words, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system may be mounted")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.slow
def test_a_full_disk_is_told_and_used_again(shell, small_disk, monkeypatch):
    """Every command names the folder at once, and all work again when 0.4 MB are free."""
    monkeypatch.chdir(small_disk)
    assert shell("signup", "alice", "Xa!11ce-X", "alice@example.org")[0] == 0
    fill = small_disk / "fill"
    with fill.open("wb", 0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 1024)
    signup = ("signup", "bob", "Yb%0b-Yes", "bob@example.com")
    for words in (signup, ("admin", "games"), ("tick",), ("admin", "verify"), ("upgrade",)):
        status, _, err = shell(*words)
        assert status == 2
        assert f"the disk that contains {small_disk / 'pbm-data'} is full" in err
    status, _, err = shell("serve")
    assert status == 1
    assert f"{small_disk / 'pbm-data' / 'pbm.db-server'} can't be used: No space left" in err
    with fill.open("r+b") as file:
        file.truncate(fill.stat().st_size - 400_000)
    assert shell(*signup)[0] == 0
