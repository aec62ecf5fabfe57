"""A real server keeps its site up to date."""

import os
import signal
import stat

import psutil
import pytest

from tests.support.site import PLAYERS
from tests.support.waiting import wait_for

pytestmark = pytest.mark.slow  # real processes, checked every two seconds

ALICE, BOB = (f"{name} {password}" for name, (password, _) in list(PLAYERS.items())[:2])


def say(server, line):
    """Runs a line in the shell of the server."""
    shell = server.shell(*line.split())
    out, _ = shell.communicate()
    assert shell.returncode == 0, out
    return out


def site_process(server):
    """The process that keeps the site up to date, or None."""
    for process in server.processes():
        try:
            if process.name() == "pbm site":
                return process
        except psutil.NoSuchProcess:
            continue
    return None


def shows(folder, path, text):
    """Returns True if a page has a text."""
    file = folder / path
    return file.exists() and text in file.read_text()


@pytest.fixture
def server(servers, tmp_path):
    """A server with a site, on which alice plays with bob."""
    made = servers(site=tmp_path / "www", site_url="https://example.org/games")
    for name, (password, address) in list(PLAYERS.items())[:2]:
        say(made, f"signup {name} {password} {address}")
    say(made, "knightpanic challenge alice bob")
    return made


def test_pages_follow_within_seconds(server, tmp_path):
    """A new board, a move, the end; and a player who doesn't want to be seen any more."""
    www = tmp_path / "www"
    wait_for(lambda: shows(www, "knightpanic/101.html", "alice"), "the page of the board")
    assert stat.S_IMODE((www / "knightpanic" / "101.html").stat().st_mode) == 0o644
    say(server, f"knightpanic move 101 {ALICE} a1-c5")
    wait_for(lambda: shows(www, "knightpanic/101.html", "a1-c5"), "the move on the page")
    wait_for(lambda: shows(www, "index.html", "101"), "the board on the front page")
    say(server, f"change visibility {BOB} private")
    wait_for(lambda: not (www / "knightpanic" / "101.html").exists(), "the page's end")
    wait_for(lambda: not shows(www, "index.html", "101"), "the front page without the board")
    assert server.stop() == 0
    assert "can't be made" not in server.log()


def test_a_killed_process_is_replaced_and_goes_on(server, tmp_path):
    """Nothing is missing after that, and it runs at low priority."""
    www = tmp_path / "www"
    wait_for(lambda: shows(www, "knightpanic/101.html", "alice"), "the page of the board")
    killed = wait_for(lambda: site_process(server), "the site process")
    assert killed.nice() >= 10
    os.kill(killed.pid, signal.SIGKILL)
    say(server, f"knightpanic move 101 {ALICE} a1-c5")
    wait_for(lambda: shows(www, "knightpanic/101.html", "a1-c5"), "the move on the page")
    assert site_process(server).pid != killed.pid


def test_a_folder_that_fails_is_tried_again(server, tmp_path):
    """Mail goes on meanwhile; once the folder can be used, all is made."""
    www = tmp_path / "www"
    wait_for(lambda: shows(www, "knightpanic/101.html", "alice"), "the page of the board")
    www.rename(tmp_path / "old")
    www.write_text("in the way")
    wait_for(lambda: "failed to update the web pages" in server.log(), "the warning")
    say(server, f"knightpanic move 101 {ALICE} a1-c5")
    www.unlink()
    wait_for(lambda: shows(www, "knightpanic/101.html", "a1-c5"), "the move on the page")
